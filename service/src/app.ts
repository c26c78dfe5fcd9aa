import { skipRestoredIds } from './app/after-restore.js';
import { createConfirm, siteUrlOf } from './app/confirm.js';
import { countSearches } from './app/count-searches.js';
import { createDesk } from './app/desk.js';
import { openDoctor } from './app/doctor.js';
import { inTurn } from './app/in-turn.js';
import { createMail } from './app/mail.js';
import { createMarket } from './app/market.js';
import { openTransport } from './app/message-transport.js';
import { createNotices } from './app/notices.js';
import { openPresence } from './app/presence.js';
import { createSelfTesting } from './app/self-tests.js';
import { createServer } from './app/server.js';
import { stopInStages } from './app/stop-in-stages.js';
import { upgradeDatabase } from './app/upgrade.js';
import { createUpkeep } from './app/upkeep.js';
import { readVersion } from './app/version.js';
import type { Clock } from './base/clock.js';
import type { Database } from './base/documents.js';
import { randomHex } from './base/ids.js';
import type { Logger } from './base/logger.js';
import type { ImportFiles } from './catalogue/import/import-files.js';
import { openCatalogue } from './catalogue/open-catalogue.js';
import type { ResolvedSettings } from './config/local-state.js';
import { closeServer, type Listening, listen } from './http/listen.js';
import { createMeters } from './metrics/create-meters.js';
import type { AfterRestore } from './operator/cli/context.js';
import { demoLogin, seedDemo } from './operator/demo.js';
import type { Doctor } from './operator/doctor/create-doctor.js';
import { createFollowSandbox } from './sandbox/follow-sandbox.js';
import { createShiftedClock } from './sandbox/shifted-clock.js';
import { createSandboxStore, sandboxCollection } from './sandbox/store.js';
import { openDatabase, storageOf } from './storage/open.js';

/** `serve`: API and worker in one; `api` answers, and a `worker` elsewhere carries out what bookings owe. */
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
  /** Looks at everything without serving, at one partner alone if it is named; makes nothing. */
  readonly examine: Doctor['examine'];
  /** After a backup was put back, before the first start: leaves out the ids it may have forgotten. */
  readonly skipRestoredIds: () => Promise<AfterRestore>;
  /** What is under way finishes, and the storage is closed; over within a minute even where the database hangs. */
  readonly stop: () => Promise<void>;
  readonly engine: 'embedded' | 'mongodb';
}

const requestGraceMs = 5_000;
/** The dispatcher's longest: an exchange, a write and a lease. */
const workGraceMs = 46_000;
const closeGraceMs = 2_000;

const compose = async (options: AppOptions, database: Database): Promise<App> => {
  const { settings, mode, clock: realClock, logger } = options;
  const sandboxStore = createSandboxStore(database.collection(sandboxCollection));
  const clock = createShiftedClock(realClock, settings.PARKING_SANDBOX ? await sandboxStore.offsetMs() : 0);
  const secretKey = settings.PARKING_SECRET_KEY;

  const catalogue = openCatalogue({ database, clock, randomHex, logger });
  // With port 0 it is known only once we listen.
  let port = settings.PARKING_PORT;
  const siteUrl = (): string => siteUrlOf({ ...settings, PARKING_PORT: port });
  const outlet = openTransport(settings);
  const { transport } = outlet;
  const mail = createMail({ database, clock, randomHex, logger, secretKey, transport });
  const { messages } = mail;
  const meters = createMeters({
    build: { version: readVersion(), node: process.version, engine: database.engine, mode },
    hasDispatcher: mode !== 'api',
  });
  const market = countSearches(
    createMarket({ database, clock, catalogue, randomHex, secretKey, messages }),
    meters.onSearch,
  );
  const presence = openPresence({ database, realClock, mode });
  const notices = createNotices({
    database,
    clock,
    logger,
    settings,
    market,
    confirm: createConfirm({ messages, catalogue, accounts: market.accounts, siteUrl }),
    meters,
    onPass: presence.onPass,
    // No nudge comes from another process; this is what a notice may wait there.
    bellMs: mode === 'worker' ? 25 : 1_000,
  });
  const selfTests = createSelfTesting({
    ...{ database, clock, realClock, randomHex, logger, catalogue, market, notices },
  });
  const bookings = createDesk({
    database,
    clock,
    randomHex,
    logger,
    market,
    noticesWanted: notices.partners.noticesWanted,
    partnerName: async (id) => (await notices.partners.get(id))?.name,
    onCommitted: (_booking, change) => {
      meters.onCommitted(change);
      notices.pump.nudge();
    },
  });
  const upkeep = createUpkeep({
    attemptsKeptDays: settings.PARKING_ATTEMPTS_KEPT_DAYS,
    database,
    clock,
    realClock,
    logger,
    catalogue,
    market,
    mail,
    notices,
    meters,
    presence,
    ...(settings.PARKING_SANDBOX && {
      followSandbox: createFollowSandbox({
        clock,
        store: sandboxStore,
        onMoved: () => {
          notices.ring();
          mail.nudge();
        },
      }),
    }),
  });
  const server = createServer({
    settings,
    servesApi: mode !== 'worker',
    database,
    sandboxStore,
    clock,
    logger,
    catalogue,
    market,
    mail,
    notices,
    selfTests,
    bookings,
    meters,
    presence,
    realClock,
  });

  const examined = { settings, database, clock, realClock, market, notices };
  const { inventory, accounts, oauth } = market;
  const { partners, pump, dispatcher, outbound } = notices;
  const workers = mode === 'api' ? [] : [pump, dispatcher, ...mail.senders, upkeep.jobs];
  const parts = [...upkeep.feeds, ...workers];

  const prepare = async (): Promise<void> => {
    await database.ensureIndexes();
    await upgradeDatabase(database, clock);
    await catalogue.reload();
  };

  return {
    engine: database.engine,
    importFiles: async (request) => {
      await prepare();
      return catalogue.importFiles(request);
    },
    examine: openDoctor({ ...examined, by: 'storage' }).examine,
    skipRestoredIds: () => skipRestoredIds({ database, clock }),
    start: async () => {
      await prepare();
      if (settings.PARKING_DEMO)
        await seedDemo({ catalogue, accounts, oauth, partners, login: demoLogin(secretKey) });
      if (workers.length > 0) outlet.prepare();
      if (transport === undefined) logger.warn({}, 'messages wait: no folder and no gateway is set for them');
      await inventory.refreshMirror();
      for (const part of parts) await part.start();
      const listening = await listen(server, { host: settings.PARKING_HOST, port });
      port = listening.port;
      return listening;
    },
    // Everything takes no new work at once; last goes what it stands on.
    stop: () =>
      stopInStages(
        [
          {
            name: 'work',
            stops: [
              () => inTurn([() => closeServer(server, requestGraceMs), selfTests.stop]),
              ...[...workers, ...upkeep.feeds].map(({ stop }) => stop),
            ],
            withinMs: workGraceMs,
          },
          ...[outbound.close, outlet.close, presence.leave, database.close].map((close) => ({
            name: 'ground',
            stops: [close],
            withinMs: closeGraceMs,
          })),
        ],
        { clock: realClock, logger },
      ),
  };
};

/** The one composition root: every part is made here and in `app/`, once, from what it needs. */
export const createApp = async (options: AppOptions): Promise<App> => {
  const database = await openDatabase(storageOf(options.settings, options.clock));
  try {
    return await compose(options, database);
  } catch (error) {
    await database.close();
    throw error;
  }
};
