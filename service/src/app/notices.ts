import type { Database } from '../base/documents.js';
import { randomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { createSeal } from '../base/seal.js';
import { type Confirm, createOutbox } from '../bookings/outbox.js';
import type { ResolvedSettings } from '../config/local-state.js';
import type { Meters } from '../metrics/create-meters.js';
import { createAddressPolicy } from '../outbound/address-policy.js';
import { createOutbound } from '../outbound/create-outbound.js';
import type { ShiftedClock } from '../sandbox/shifted-clock.js';
import { createAttemptStore } from '../webhooks/deliveries/attempt-store.js';
import { createBacklog } from '../webhooks/deliveries/backlog.js';
import { createDeliveries } from '../webhooks/deliveries/deliveries.js';
import { attemptCollection, deliveryCollection } from '../webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '../webhooks/deliveries/delivery-store.js';
import { createReplays } from '../webhooks/deliveries/replay.js';
import { createDispatcher } from '../webhooks/dispatch/dispatcher.js';
import { scheduleUntil } from '../webhooks/dispatch/schedule.js';
import { createOutboxPump } from '../webhooks/outbox/outbox-pump.js';
import { partnerCollection } from '../webhooks/partners/partner.js';
import { createPartners } from '../webhooks/partners/partners.js';
import type { Market } from './market.js';

interface NoticeOptions {
  readonly database: Database;
  readonly clock: ShiftedClock;
  readonly logger: Logger;
  readonly settings: Pick<
    ResolvedSettings,
    'PARKING_SECRET_KEY' | 'PARKING_ALLOW_PRIVATE_TARGETS' | 'PARKING_NOTICE_GIVE_UP_AFTER_HOURS'
  >;
  readonly market: Pick<Market, 'bookingStore' | 'holdings'>;
  readonly confirm: Confirm;
  readonly meters: Pick<Meters, 'dispatchEvents' | 'onHandedOver' | 'watchOutcomes'>;
  /** The dispatcher has looked at every partner. */
  readonly onPass: () => void;
  /** Between two looks of the pump for bookings that other processes committed, ms. */
  readonly bellMs: number;
}

/** From a booking's outbox to the partner: who is told where, what is due, and the one way out. */
export const createNotices = ({
  database,
  clock,
  logger,
  settings,
  market,
  confirm,
  meters,
  onPass,
  bellMs,
}: NoticeOptions) => {
  const serverNow = async (): Promise<number> => (await database.serverNow()) + clock.offsetMs();
  const attempts = createAttemptStore(database.collection(attemptCollection));
  const deliveryDocuments = database.collection(deliveryCollection);
  const deliveryStore = createDeliveryStore(deliveryDocuments);
  const deliveries = createDeliveries({ documents: deliveryDocuments, attempts, serverNow });
  const backlog = createBacklog({ documents: deliveryDocuments, serverNow });
  const replays = createReplays({ documents: deliveryDocuments, serverNow });
  const partners = createPartners({
    documents: database.collection(partnerCollection),
    seal: createSeal({ secretKey: settings.PARKING_SECRET_KEY, purpose: 'partner header' }),
    clock,
    logger,
    reopenUnauthorised: deliveries.reopenUnauthorised,
  });
  const outbound = createOutbound({
    isAddressAllowed: createAddressPolicy({ allowPrivateTargets: settings.PARKING_ALLOW_PRIVATE_TARGETS }),
  });
  const dispatcher = createDispatcher({
    partners,
    deliveries: deliveryStore,
    attempts,
    post: outbound.post,
    clock,
    serverNow,
    random: Math.random,
    randomHex,
    logger,
    settings: { schedule: scheduleUntil(settings.PARKING_NOTICE_GIVE_UP_AFTER_HOURS) },
    events: {
      ...meters.dispatchEvents,
      onPass: () => {
        meters.dispatchEvents.onPass();
        onPass();
      },
    },
  });
  meters.watchOutcomes(dispatcher.outcomesWaiting);
  const pump = createOutboxPump({
    outbox: createOutbox({ store: market.bookingStore, holdings: market.holdings, confirm }),
    deliveries: deliveryStore,
    clock,
    serverNow,
    logger,
    onDeliveries: dispatcher.nudge,
    onHandedOver: meters.onHandedOver,
    bellMs,
  });
  return {
    attempts,
    backlog,
    deliveries,
    replays,
    partners,
    outbound,
    dispatcher,
    pump,
    /** Whatever may be due is looked for now. */
    ring: (): void => {
      pump.nudge();
      dispatcher.nudge();
    },
  };
};

export type Notices = ReturnType<typeof createNotices>;
