import type { Server } from 'node:http';
import { systemClock } from '#service/base/clock.js';
import { createPagedHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { createSnapshot } from '#service/catalogue/create-snapshot.js';
import { createRepresentations } from '#service/http/representations/representations.js';
import { createQuoteRoutes } from '#service/http/routes/quotes.js';
import { createHttpServer } from '#service/http/server.js';
import { cityCatalogue } from './city-catalogue.js';
import { createRandom } from './random.js';
import { quotesOver } from './search-function.js';

/** Our HTTP server with the search alone, as the service composes it, over a catalogue of so many locations; it logs nothing. */
export const createServiceServer = (size: number, seed: number): Server => {
  const snapshot = createSnapshot(cityCatalogue(size, createRandom(seed)));
  const representations = createRepresentations({
    catalogue: { snapshot: () => snapshot },
    clock: systemClock,
    availabilityOf: () => ({ low: 0, high: 0, available: 0 }),
  });
  const quotes = quotesOver(snapshot);
  return createHttpServer({
    mounts: [{ prefix: '/v4', version: 'v4', rows: createQuoteRoutes({ quotes, representations }) }],
    curie: 'svc',
    baseUrl: undefined,
    clock: systemClock,
    logger: silentLogger,
    randomHex: createPagedHex(),
    authenticate: async () => undefined,
    isOperatorToken: () => false,
    isStorageAway: () => false,
    // Counted, as in earnest, but never refused.
    rateLimits: { byToken: 1_000_000_000, anonymous: 1_000_000_000, signIn: 30 },
  });
};
