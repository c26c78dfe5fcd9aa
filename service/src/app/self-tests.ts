import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { createTestBookings } from '../bookings/test-bookings.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import { defaultDispatchSettings } from '../webhooks/dispatch/dispatch-settings.js';
import { selfTestCollection, selfTestTurnCollection } from '../webhooks/self-test/self-test-report.js';
import { createSelfTests, type SelfTests } from '../webhooks/self-test/self-tests.js';
import { createBookingIds } from './booking-ids.js';
import type { Market } from './market.js';
import type { Notices } from './notices.js';

interface SelfTestingOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly realClock: Clock;
  readonly randomHex: RandomHex;
  readonly logger: Logger;
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly market: Pick<Market, 'bookingStore'>;
  readonly notices: Pick<Notices, 'partners'> & {
    readonly outbound: Pick<Notices['outbound'], 'post'>;
    readonly dispatcher: Pick<Notices['dispatcher'], 'nudge'>;
  };
}

/** Partners' endpoints are tried by the way that notices go, with bookings made for it. */
export const createSelfTesting = (options: SelfTestingOptions): SelfTests => {
  const { database, clock, realClock, randomHex, logger, catalogue, market, notices } = options;
  const { exchangeMs, maxBodyBytes } = defaultDispatchSettings;
  return createSelfTests({
    documents: {
      reports: database.collection(selfTestCollection),
      turns: database.collection(selfTestTurnCollection),
    },
    partners: notices.partners,
    bookings: createTestBookings({
      store: market.bookingStore,
      snapshot: catalogue.snapshot,
      nextBookingId: createBookingIds(database, clock),
      clock,
      randomHex,
    }),
    post: notices.outbound.post,
    clock,
    realClock,
    randomHex,
    logger,
    onLive: notices.dispatcher.nudge,
    deadlineMs: exchangeMs,
    maxBodyBytes,
  });
};
