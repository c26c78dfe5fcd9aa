import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { Database } from '../base/documents.js';
import { randomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import type { Bookings } from '../bookings/bookings.js';
import type { ResolvedSettings } from '../config/local-state.js';
import type { Mount } from '../http/mounts.js';
import { createRepresentations } from '../http/representations/representations.js';
import { createApiRows } from '../http/routes/api-rows.js';
import { createHealthRoutes } from '../http/routes/health.js';
import { createOAuthRoutes } from '../http/routes/oauth.js';
import { createOpenApiRoutes } from '../http/routes/openapi.js';
import { createHttpServer } from '../http/server.js';
import { createClientRows } from '../operator/rows/client-rows.js';
import { createCustomerRows } from '../operator/rows/customer-rows.js';
import { createDeliveryRows } from '../operator/rows/delivery-rows.js';
import { createImportRows } from '../operator/rows/import-rows.js';
import { createPartnerRows } from '../operator/rows/partner-rows.js';
import { createSandboxRows } from '../operator/rows/sandbox-rows.js';
import type { ShiftedClock } from '../sandbox/shifted-clock.js';
import type { SandboxStore } from '../sandbox/store.js';
import { isStorageAway } from '../storage/storage-away.js';
import type { Market } from './market.js';
import type { Notices } from './notices.js';

interface ServerOptions {
  readonly settings: ResolvedSettings;
  /** Without it only the health of the process is answered. */
  readonly servesApi: boolean;
  readonly database: Database;
  readonly sandboxStore: SandboxStore;
  readonly clock: ShiftedClock;
  readonly logger: Logger;
  readonly market: Market;
  readonly notices: Notices;
  readonly bookings: Bookings;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const unreadyParts = (database: Database): Promise<readonly string[]> =>
  database.ping().then(
    () => [],
    () => ['database'],
  );

const apiMounts = (options: ServerOptions): readonly Mount[] => {
  const { settings, clock, sandboxStore, market, notices, bookings } = options;
  const { catalogue, accounts, oauth, quotes } = market;
  const { partners, deliveries, dispatcher } = notices;
  const representations = createRepresentations({ catalogue, clock });
  const apiRows = createApiRows({ oauth, quotes, bookings, catalogue, representations });
  const operatorRows = [
    ...createPartnerRows({ partners, onResumed: dispatcher.nudge }),
    ...createClientRows({ oauth, partners }),
    ...createDeliveryRows({ deliveries, onResent: dispatcher.nudge }),
    ...createImportRows({ catalogue }),
    ...createCustomerRows({ accounts }),
    ...(settings.PARKING_SANDBOX
      ? createSandboxRows({ clock, store: sandboxStore, onMoved: notices.ring })
      : []),
  ];
  return [
    { prefix: '', version: 'v4', rows: createOAuthRoutes({ oauth }) },
    { prefix: '', version: 'v4', rows: createOpenApiRoutes({ prefix: '/v4', rows: apiRows }) },
    { prefix: '/v4', version: 'v4', rows: apiRows },
    { prefix: '/v3_1', version: 'v3_1', rows: apiRows },
    { prefix: '/operator/v1', version: 'v4', rows: operatorRows },
  ];
};

/** Everything this process answers, as a server that does not listen yet. */
export const createServer = (options: ServerOptions): Server => {
  const { settings, servesApi, database, clock, logger, market } = options;
  const operatorToken = digest(settings.PARKING_OPERATOR_TOKEN);
  const healthRows = createHealthRoutes({ unready: () => unreadyParts(database) });
  return createHttpServer({
    mounts: [{ prefix: '', version: 'v4', rows: healthRows }, ...(servesApi ? apiMounts(options) : [])],
    authenticate: market.oauth.authenticate,
    isOperatorToken: (token) => timingSafeEqual(digest(token), operatorToken),
    curie: settings.PARKING_CURIE,
    baseUrl: settings.PARKING_BASE_URL?.replace(/\/+$/, ''),
    clock,
    logger,
    randomHex,
    isStorageAway,
  });
};
