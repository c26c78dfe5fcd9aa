import type { Clock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/documents.js';
import { bookingId, type PartnerId, partnerId } from '../../src/base/ids.js';
import { type Logger, silentLogger } from '../../src/base/logger.js';
import { createSeal } from '../../src/base/seal.js';
import type { BookingDocument, NoticeKind } from '../../src/bookings/booking.js';
import { bookingCollection, createBookingStore } from '../../src/bookings/store.js';
import type { Post } from '../../src/outbound/outbound.js';
import { type AttemptStore, createAttemptStore } from '../../src/webhooks/deliveries/attempt-store.js';
import { createDeliveries, type Deliveries } from '../../src/webhooks/deliveries/deliveries.js';
import { attemptCollection, deliveryCollection } from '../../src/webhooks/deliveries/delivery.js';
import { createDeliveryStore, type DeliveryStore } from '../../src/webhooks/deliveries/delivery-store.js';
import { type DispatchEvents, unwatched } from '../../src/webhooks/dispatch/dispatch-events.js';
import type { DispatchSettings } from '../../src/webhooks/dispatch/dispatch-settings.js';
import { createDispatcher, type Dispatcher } from '../../src/webhooks/dispatch/dispatcher.js';
import { createOutboxPump, type OutboxPump } from '../../src/webhooks/outbox/outbox-pump.js';
import { type PartnerInput, partnerCollection } from '../../src/webhooks/partners/partner.js';
import { createPartners, type Partners } from '../../src/webhooks/partners/partners.js';
import { mongodbUrl, openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';
import { type Hooks, type StoreCall, traceDatabase } from '../support/traced-database.js';
import { createPartnerSite, type PartnerSite } from './partner-site.js';

export interface WorkerOptions {
  readonly hooks?: Hooks;
  readonly settings?: Partial<DispatchSettings>;
  readonly post?: Post;
  readonly events?: Partial<DispatchEvents>;
  readonly serverNow?: () => Promise<number>;
  readonly logger?: Logger;
  /** This process's own, where it is wrong; the world's otherwise. */
  readonly clock?: Clock;
}

/** One process: its own stores, caches and loops over the database they all share. */
export interface Worker {
  readonly partners: Partners;
  readonly deliveries: Deliveries;
  readonly store: DeliveryStore;
  readonly dispatcher: Dispatcher;
  readonly pump: OutboxPump;
  readonly calls: readonly StoreCall[];
  readonly released: readonly BookingDocument[];
}

export interface World {
  readonly clock: FakeClock;
  readonly database: Database;
  readonly site: PartnerSite;
  readonly attempts: AttemptStore;
  readonly openWorker: (options?: WorkerOptions) => Worker;
  /** Deliveries as a pump makes them, due now. */
  readonly put: (partner: PartnerId, notices: readonly (readonly [number, NoticeKind])[]) => Promise<void>;
  readonly book: (booking: BookingDocument) => Promise<void>;
  readonly close: () => Promise<void>;
}

export const acme = partnerId('acme');

/** So many create notices to be put, of bookings numbered from there on. */
export const creates = (count: number, from = 1): readonly (readonly [number, NoticeKind])[] =>
  Array.from({ length: count }, (_, index) => [from + index, 'create']);

/** A partner whose notices go, without a self test. */
export const savePartner = async (
  { partners }: Pick<Worker, 'partners'>,
  changes: Partial<PartnerInput> = {},
): Promise<void> => {
  const { _id } = await partners.save(partnerInput(changes));
  await partners.override(_id, 'the tests');
};

export const partnerInput = (changes: Partial<PartnerInput> = {}): PartnerInput => ({
  id: 'acme',
  name: 'Acme',
  auth_header_key: 'X-Partner-Key',
  auth_header_value: 'secret-1',
  base_api_url: 'https://partner.example/api',
  create_booking_endpoint: '/created',
  cancel_booking_endpoint: '/cancelled',
  concurrency: 4,
  ...changes,
});

interface Real {
  /** Default: one that stands still. */
  readonly clock?: Clock;
  /** Default: a fresh one, in memory or on the server that the tests run on. */
  readonly open?: (clock: Clock) => Promise<Database>;
}

/** An empty database, a clock that stands still (unless a real one is given), a partner's site, and as many workers as a test wants. */
export const openWorld = async (real?: Real): Promise<World> => {
  const busy: (() => boolean)[] = [];
  const fakeClock = createFakeClock({ isBusy: () => busy.some((isBusy) => isBusy()) });
  const clock = real?.clock === undefined ? fakeClock : { ...fakeClock, ...real.clock };
  const database = await (real?.open?.(clock) ?? openTestDatabase({ clock }));
  const site = createPartnerSite(clock);
  const seal = createSeal({ secretKey: 'k'.repeat(64), purpose: 'webhooks' });
  /** A server has a clock of its own, which no test moves. */
  const databaseTime = mongodbUrl === undefined ? database.serverNow : async () => clock.now();
  let random = 0;

  const randomHex = (bytes: number): string => {
    random += 1;
    return random.toString(16).padStart(bytes * 2, '0');
  };

  const openWorker = (options: WorkerOptions = {}): Worker => {
    const { logger = silentLogger, clock: ownClock = clock } = options;
    const traced = traceDatabase(database, options.hooks);
    busy.push(traced.isBusy);
    const documents = traced.collection(deliveryCollection);
    const store = createDeliveryStore(documents);
    const attempts = createAttemptStore(traced.collection(attemptCollection));
    const serverNow = options.serverNow ?? databaseTime;
    const deliveries = createDeliveries({ documents, attempts, serverNow });
    const partners = createPartners({
      documents: traced.collection(partnerCollection),
      seal,
      clock: ownClock,
      logger,
      reopenUnauthorised: deliveries.reopenUnauthorised,
    });
    const dispatcher = createDispatcher({
      partners,
      deliveries: store,
      attempts,
      post: options.post ?? site.post,
      clock: ownClock,
      serverNow,
      random: () => 0,
      randomHex,
      events: { ...unwatched, ...options.events },
      logger,
      ...(options.settings === undefined ? {} : { settings: options.settings }),
    });
    const bookings = createBookingStore(traced.collection(bookingCollection), ownClock);
    const released: BookingDocument[] = [];
    const pump = createOutboxPump({
      outbox: {
        due: bookings.due,
        clear: bookings.clearOutbox,
        release: async (booking) => {
          const call = { collection: 'pools', method: 'release', given: [booking] };
          await options.hooks?.before?.(call);
          released.push(booking);
          await options.hooks?.after?.(call);
        },
        confirm: async () => undefined,
      },
      deliveries: store,
      clock: ownClock,
      serverNow,
      logger,
      onDeliveries: dispatcher.nudge,
    });
    return { partners, deliveries, store, dispatcher, pump, calls: traced.calls, released };
  };

  const bookingDocuments = database.collection(bookingCollection);
  const deliveryStore = createDeliveryStore(database.collection(deliveryCollection));
  return {
    clock,
    database,
    site,
    attempts: createAttemptStore(database.collection(attemptCollection)),
    openWorker,
    put: (partner, notices) =>
      deliveryStore.add(
        notices.map(([id, kind]) => ({ booking: bookingId(id), partner, kind })),
        clock.now(),
      ),
    book: async (booking) => {
      await bookingDocuments.insertOne(booking);
    },
    close: () => database.close(),
  };
};
