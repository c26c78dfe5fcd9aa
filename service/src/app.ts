import { createHash, timingSafeEqual } from 'node:crypto';
import { createAccounts } from './accounts/create-accounts.js';
import { customerCollection, reservedCollection } from './accounts/store.js';
import type { Clock } from './base/clock.js';
import { counterCollection, createCounter } from './base/counters.js';
import type { Database } from './base/documents.js';
import { randomHex } from './base/ids.js';
import type { Logger } from './base/logger.js';
import { createRepeating } from './base/repeating.js';
import { bookingIdFloor } from './bookings/booking-id.js';
import { createBookings } from './bookings/create-bookings.js';
import { idempotencyCollection } from './bookings/idempotency.js';
import { createJanitor } from './bookings/janitor.js';
import { createOutbox } from './bookings/outbox.js';
import { createSettlement } from './bookings/settlement.js';
import { bookingCollection, createBookingStore } from './bookings/store.js';
import type { ImportFiles } from './catalogue/import-files.js';
import { openCatalogue } from './catalogue/open-catalogue.js';
import { deriveKey } from './config/keys.js';
import type { ResolvedSettings } from './config/local-state.js';
import { closeServer, type Listening, listen } from './http/listen.js';
import { createRepresentations } from './http/representations/representations.js';
import { createApiRows } from './http/routes/api-rows.js';
import { createHealthRoutes } from './http/routes/health.js';
import { createOAuthRoutes } from './http/routes/oauth.js';
import { createOpenApiRoutes } from './http/routes/openapi.js';
import { createHttpServer } from './http/server.js';
import { createInventory } from './inventory/create-inventory.js';
import { poolCollection } from './inventory/pool.js';
import { jobCollection } from './jobs/job-document.js';
import { createJobs } from './jobs/jobs.js';
import { createOAuth } from './oauth/create-oauth.js';
import { clientCollection, familyCollection } from './oauth/store.js';
import { demoLogin, seedDemo } from './operator/demo.js';
import { createClientRows } from './operator/rows/client-rows.js';
import { createCustomerRows } from './operator/rows/customer-rows.js';
import { createDeliveryRows } from './operator/rows/delivery-rows.js';
import { createImportRows } from './operator/rows/import-rows.js';
import { createPartnerRows } from './operator/rows/partner-rows.js';
import { createSandboxRows } from './operator/rows/sandbox-rows.js';
import { createAddressPolicy } from './outbound/address-policy.js';
import { createOutbound } from './outbound/create-outbound.js';
import { createQuotes } from './quotes/quotes.js';
import { createSeal as createQuoteSeal } from './quotes/seal.js';
import { createShiftedClock } from './sandbox/shifted-clock.js';
import { createSandboxStore, sandboxCollection } from './sandbox/store.js';
import { openDatabase, storageOf } from './storage/open.js';
import { trimAttempts } from './webhooks/attempt-retention.js';
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
  readonly start: () => Promise<Listening>;
  /** Imports without serving. */
  readonly importFiles: ImportFiles;
  /** What is under way finishes; then the storage is closed. */
  readonly stop: () => Promise<void>;
  readonly engine: 'embedded' | 'mongodb';
}

const requestGraceMs = 5_000;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const unreadyParts = (database: Database): Promise<readonly string[]> =>
  database.ping().then(
    () => [],
    () => ['database'],
  );

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
    // No nudge comes from another process; this is what a notice may wait there.
    bellMs: mode === 'worker' ? 25 : 1_000,
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
  const janitor = createJanitor({ store: bookingStore, inventory, clock });

  const ringAll = (): void => {
    pump.nudge();
    dispatcher.nudge();
  };
  const jobs = createJobs({
    documents: database.collection(jobCollection),
    logger,
    jobs: [
      { name: 'dispatch', everyMs: 2_000, run: ringAll },
      { name: 'janitor', everyMs: 5_000, run: () => janitor.run().then(() => undefined) },
      {
        name: 'trim attempts',
        everyMs: 3_600_000,
        run: () => trimAttempts(attempts, clock.now()).then(() => undefined),
      },
      {
        name: 'roll events',
        everyMs: 3_600_000,
        run: () => catalogue.rollEvents(clock.now()).then(() => undefined),
      },
    ],
  });
  const mirrorFeed = createRepeating({
    name: 'pool mirror',
    everyMs: 250,
    run: inventory.refreshMirror,
    clock: realClock,
    logger,
  });
  const catalogueFeed = createRepeating({
    name: 'catalogue',
    everyMs: 2_000,
    run: catalogue.reload,
    clock: realClock,
    logger,
  });

  const operatorToken = digest(settings.PARKING_OPERATOR_TOKEN);
  const representations = createRepresentations({ catalogue, clock });
  const apiRows = createApiRows({ oauth, quotes, bookings, catalogue, representations });
  const operatorRows = [
    ...createPartnerRows({ partners, onResumed: dispatcher.nudge }),
    ...createClientRows({ oauth, partners }),
    ...createDeliveryRows({ deliveries, onResent: dispatcher.nudge }),
    ...createImportRows({ catalogue }),
    ...createCustomerRows({ accounts }),
    ...(settings.PARKING_SANDBOX ? createSandboxRows({ clock, store: sandboxStore, onMoved: ringAll }) : []),
  ];
  const healthRows = createHealthRoutes({ unready: () => unreadyParts(database) });
  const servesApi = mode !== 'worker';
  const server = createHttpServer({
    mounts: [
      { prefix: '', version: 'v4', rows: healthRows },
      ...(servesApi
        ? [
            { prefix: '', version: 'v4', rows: createOAuthRoutes({ oauth }) } as const,
            {
              prefix: '',
              version: 'v4',
              rows: createOpenApiRoutes({ prefix: '/v4', rows: apiRows }),
            } as const,
            { prefix: '/v4', version: 'v4', rows: apiRows } as const,
            { prefix: '/v3_1', version: 'v3_1', rows: apiRows } as const,
            { prefix: '/operator/v1', version: 'v4', rows: operatorRows } as const,
          ]
        : []),
    ],
    authenticate: oauth.authenticate,
    isOperatorToken: (token) => timingSafeEqual(digest(token), operatorToken),
    curie: settings.PARKING_CURIE,
    baseUrl: settings.PARKING_BASE_URL?.replace(/\/+$/, ''),
    clock,
    logger,
    randomHex,
  });

  const workers = mode === 'api' ? [] : [pump, dispatcher, jobs];
  const feeds = [mirrorFeed, catalogueFeed];

  const prepare = async (): Promise<void> => {
    await database.ensureIndexes();
    await catalogue.reload();
  };

  return {
    engine: database.engine,
    importFiles: async (request) => {
      await prepare();
      return catalogue.importFiles(request);
    },
    start: async () => {
      await prepare();
      if (settings.PARKING_DEMO)
        await seedDemo({ catalogue, accounts, oauth, partners, login: demoLogin(secretKey) });
      await inventory.refreshMirror();
      for (const part of [...feeds, ...workers]) await part.start();
      return listen(server, { host: settings.PARKING_HOST, port: settings.PARKING_PORT });
    },
    stop: async () => {
      await closeServer(server, requestGraceMs);
      for (const part of [...workers, ...feeds]) await part.stop();
      await outbound.close();
      await database.close();
    },
  };
};
