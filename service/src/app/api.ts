import { creditsLeft } from '../accounts/wallet/credits-left.js';
import type { Clock } from '../base/clock.js';
import type { CustomerId } from '../base/ids.js';
import type { AnyRoute } from '../base/route.js';
import type { Bookings } from '../bookings/bookings.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import type { Mount } from '../http/mounts.js';
import { createRepresentations } from '../http/representations/representations.js';
import { createApiRows } from '../http/routes/api-rows.js';
import { createOAuthRoutes } from '../http/routes/oauth.js';
import { createOpenApiRoutes } from '../http/routes/openapi.js';
import { rowsOf } from '../http/routes/rows-of.js';
import type { Market } from './market.js';

interface ApiOptions {
  readonly market: Market;
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly bookings: Bookings;
  readonly clock: Pick<Clock, 'now'>;
}

/** Every row of the marketplace API, of both versions alike. */
export const createApi = (options: ApiOptions): readonly AnyRoute[] => {
  const { market, catalogue, bookings, clock } = options;
  const representations = createRepresentations({
    catalogue,
    clock,
    availabilityOf: market.eventAvailability,
  });
  const { oauth, quotes, accounts } = market;
  const creditsOf = async (customer: CustomerId) => creditsLeft(await market.walletGrants.view(customer));
  return createApiRows({ oauth, quotes, bookings, catalogue, accounts, creditsOf, representations });
};

/** Where the rows answer: both versions, tokens without one too (decision 9), and what they are. */
export const apiMounts = (
  rows: readonly AnyRoute[],
  { market, curie }: Pick<ApiOptions, 'market'> & { readonly curie: string },
): readonly Mount[] => {
  const description = createOpenApiRoutes({ version: 'v4', curie, rows });
  const oldDescription = createOpenApiRoutes({ version: 'v3_1', curie, rows });
  const unversioned = [...createOAuthRoutes({ oauth: market.oauth }), ...description];
  return [
    { prefix: '', version: 'v4', origins: 'any', rows: unversioned },
    { prefix: '/v4', version: 'v4', origins: 'any', rows: [...description, ...rowsOf('v4', rows)] },
    { prefix: '/v3_1', version: 'v3_1', origins: 'any', rows: [...oldDescription, ...rowsOf('v3_1', rows)] },
  ];
};
