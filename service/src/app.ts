import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccounts } from './accounts/create-accounts.js';
import { customerCollection, reservedCollection } from './accounts/store.js';
import type { Clock } from './base/clock.js';
import { counterCollection, createCounter } from './base/counters.js';
import { randomHex } from './base/ids.js';
import type { Logger } from './base/logger.js';
import { bookingIdFloor } from './bookings/booking-id.js';
import { createBookings } from './bookings/create-bookings.js';
import { idempotencyCollection } from './bookings/idempotency.js';
import { createJanitor } from './bookings/janitor.js';
import { createOutbox } from './bookings/outbox.js';
import { createSettlement } from './bookings/settlement.js';
import { bookingCollection, createBookingStore } from './bookings/store.js';
import { openCatalogue } from './catalogue/open-catalogue.js';
import { deriveKey } from './config/keys.js';
import type { ResolvedSettings } from './config/local-state.js';
import { createHealthRoutes } from './http/routes/health.js';
import { createOAuthRoutes } from './http/routes/oauth.js';
import { createHttpServer } from './http/server.js';
import { createInventory } from './inventory/create-inventory.js';
import { poolCollection } from './inventory/pool.js';
import { createOAuth } from './oauth/create-oauth.js';
import { clientCollection, familyCollection } from './oauth/store.js';
import { createClientRows } from './operator/rows/client-rows.js';
import { createDeliveryRows } from './operator/rows/delivery-rows.js';
import { createPartnerRows } from './operator/rows/partner-rows.js';
import { createSandboxRows } from './operator/rows/sandbox-rows.js';
import { createAddressPolicy } from './outbound/address-policy.js';
import { createOutbound } from './outbound/create-outbound.js';
import { createQuotes } from './quotes/quotes.js';
import { createSeal as createQuoteSeal } from './quotes/seal.js';
import { createShiftedClock } from './sandbox/shifted-clock.js';
import { createSandboxStore, sandboxCollection } from './sandbox/store.js';
import { openDatabase } from './storage/open.js';
import { createAttemptStore } from './webhooks/attempt-store.js';
import { createDeliveries } from './webhooks/deliveries.js';
import { attemptCollection, deliveryCollection } from './webhooks/delivery.js';
import { createDeliveryStore } from './webhooks/delivery-store.js';
import { createDispatcher } from './webhooks/dispatcher.js';
import { createOutboxPump } from './webhooks/outbox-pump.js';
import { partnerCollection } from './webhooks/partner.js';
import { createPartners } from './webhooks/partners.js';
import { createSeal } from './webhooks/seal.js';

export type AppMode = 'serve' | 'api' | 'worker';

export interface AppOptions {
  readonly settings: ResolvedSettings;
  readonly mode: AppMode;
  readonly clock: Clock;
  readonly logger: Logger;
}

export interface App {
  /** Listens and works; answers the address. */
  readonly start: () => Promise<{ readonly url: string; readonly port: number }>;
  /** What is under way finishes; then the storage is closed. */
  readonly stop: () => Promise<void>;
  readonly engine: 'embedded' | 'mongodb';
}

/** The one composition root: every part is made here, once, from what it needs. */
export const createApp = async ({ settings, mode, clock: realClock, logger }: AppOptions): Promise<App> => {
  const secretKey = settings.PARKING_SECRET_KEY;
  const database = await openDatabase(storageOf(settings, realClock));

  const sandboxStore = createSandboxStore(database.collection(sandboxCollection));
  const clock = createShiftedClock(realClock, settings.PARKING_SANDBOX ? await sandboxStore.offsetMs() : 0);

  const catalogue = openCatalogue({ database, clock, randomHex, logger });
  const accounts = createAccounts({
    customers: database.collection(customerCollection),
    reserved: database.collection(reservedCollection),
    nextCustomerId: createCounter({
      documents: database.collection(counterCollection),
      clock,
      name: 'customers',
      blockSize: 100,
      floor: () => 1001,
    }),
    clock,
  });
  const oauth = createOAuth({
    clients: database.collection(clientCollection),
    families: database.collection(familyCollection),
    accounts,
    clock,
    randomHex,
    macKey: deriveKey(secretKey, 'token'),
  });

  const bookingStore = createBookingStore(database.collection(bookingCollection), clock);
  const settlement = createSettlement(bookingStore);
  const inventory = createInventory({ pools: database.collection(poolCollection), settlement, clock });
  const quotes = createQuotes({
    catalogue,
    inventory,
    seal: createQuoteSeal([{ version: '1', secret: secretKey }]),
    clock,
  });

  const attempts = createAttemptStore(database.collection(attemptCollection));
  const deliveryDocuments = database.collection(deliveryCollection);
  const deliveryStore = createDeliveryStore(deliveryDocuments);
  const deliveries = createDeliveries({ documents: deliveryDocuments, attempts, clock });
  const partners = createPartners({
    documents: database.collection(partnerCollection),
    seal: createSeal({ secretKey, purpose: 'partner header' }),
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
    serverNow: async () => (await database.serverNow()) + clock.offsetMs(),
    random: Math.random,
    randomHex,
    logger,
  });
  const pump = createOutboxPump({
    outbox: createOutbox({ store: bookingStore, inventory }),
    deliveries: deliveryStore,
    clock,
    logger,
    onDeliveries: dispatcher.nudge,
  });
  const bookings = createBookings({
    store: bookingStore,
    settlement,
    inventory,
    idempotencyKeys: database.collection(idempotencyCollection),
    quotes,
    accounts,
    nextBookingId: createCounter({
      documents: database.collection(counterCollection),
      clock,
      name: 'bookings',
      blockSize: 100,
      floor: bookingIdFloor,
    }),
    noticesWanted: partners.noticesWanted,
    onCommitted: pump.nudge,
    clock,
    randomHex,
    logger,
  });
};
