import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { dayMs, minuteMs } from '../base/durations.js';
import { createPagedHex, randomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import type { AnyRoute } from '../base/route.js';
import { withoutSlash } from '../base/without-slash.js';
import type { Bookings } from '../bookings/bookings.js';
import type { OpenCatalogue } from '../catalogue/open-catalogue.js';
import type { ResolvedSettings } from '../config/local-state.js';
import type { Mount } from '../http/mounts.js';
import { createReadiness } from '../http/readiness.js';
import { createHealthRoutes } from '../http/routes/health.js';
import { createHttpServer } from '../http/server.js';
import type { Meters } from '../metrics/create-meters.js';
import { createScrapeRows } from '../metrics/scrape-rows.js';
import { createClientRows } from '../operator/rows/client-rows.js';
import { createCustomerRows } from '../operator/rows/customer-rows.js';
import { createBacklogRows } from '../operator/rows/deliveries/backlog-rows.js';
import { createDeliveryRows } from '../operator/rows/deliveries/delivery-rows.js';
import { createReplayRows } from '../operator/rows/deliveries/replay-rows.js';
import { createDoctorRows } from '../operator/rows/doctor-rows.js';
import { createImportRows } from '../operator/rows/import-rows.js';
import { createMessageRows } from '../operator/rows/message-rows.js';
import { createPartnerRows } from '../operator/rows/partners/partner-rows.js';
import { createSandboxRows } from '../operator/rows/sandbox-rows.js';
import { createWalletRows } from '../operator/rows/wallet-rows.js';
import { createPages } from '../pages/create-pages.js';
import { createFollowSandbox } from '../sandbox/follow-sandbox.js';
import type { ShiftedClock } from '../sandbox/shifted-clock.js';
import type { SandboxStore } from '../sandbox/store.js';
import { isStorageAway } from '../storage/storage-away.js';
import type { SelfTests } from '../webhooks/self-test/self-tests.js';
import { apiMounts, createApi } from './api.js';
import { openDoctor } from './doctor.js';
import type { Mail } from './mail.js';
import type { Market } from './market.js';
import type { Notices } from './notices.js';
import type { OwnPresence } from './presence.js';
import { createStanding } from './standing.js';

interface ServerOptions {
  readonly settings: ResolvedSettings;
  /** Without it only the health of the process and its metrics are answered. */
  readonly servesApi: boolean;
  readonly database: Database;
  readonly sandboxStore: SandboxStore;
  readonly clock: ShiftedClock;
  readonly logger: Logger;
  readonly catalogue: OpenCatalogue;
  readonly market: Market;
  readonly mail: Pick<Mail, 'messages' | 'nudge'>;
  readonly notices: Notices;
  readonly selfTests: SelfTests;
  readonly bookings: Bookings;
  readonly meters: Meters;
  readonly presence: OwnPresence;
  readonly realClock: Clock;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

const instantOf = (date: string | undefined): number | undefined =>
  date === undefined ? undefined : Date.parse(date);

const citizenship = (settings: ResolvedSettings) => ({
  rateLimits: {
    byToken: settings.PARKING_RATE_LIMIT,
    anonymous: settings.PARKING_RATE_LIMIT_ANONYMOUS,
    signIn: settings.PARKING_RATE_LIMIT_SIGN_IN,
  },
  trustedProxies: settings.PARKING_TRUST_PROXY,
  oldVersion: {
    deprecatedAt: instantOf(settings.PARKING_V3_1_DEPRECATED_AT),
    sunsetAt: instantOf(settings.PARKING_V3_1_SUNSET_AT),
  },
});

/** The clock was moved: whatever may now be due is looked for. */
const ring = ({ notices, mail }: ServerOptions): void => {
  notices.ring();
  mail.nudge();
};

const operatorRows = (options: ServerOptions): readonly AnyRoute[] => {
  const { settings, clock, sandboxStore, catalogue, market, mail, notices, selfTests } = options;
  const { partners, backlog, dispatcher } = notices;
  const sending = { ...notices, onResent: dispatcher.nudge, now: clock.now };
  return [
    ...createPartnerRows({ partners, backlog, selfTests, clock, randomHex, onReleased: dispatcher.nudge }),
    ...createClientRows({ oauth: market.oauth, partners }),
    ...createDeliveryRows({
      ...sending,
      attemptsKeptMs: settings.PARKING_ATTEMPTS_KEPT_DAYS * dayMs,
    }),
    ...createReplayRows(sending),
    ...createBacklogRows(sending),
    ...createMessageRows({ messages: mail.messages, now: clock.now }),
    ...createImportRows({ catalogue }),
    ...createWalletRows({ grants: market.walletGrants, accounts: market.accounts }),
    ...createCustomerRows({ accounts: market.accounts }),
    ...createDoctorRows(openDoctor({ ...options, by: 'service' })),
    ...(settings.PARKING_SANDBOX
      ? createSandboxRows({
          clock,
          store: sandboxStore,
          follow: createFollowSandbox({ clock, store: sandboxStore, onMoved: () => ring(options) }),
        })
      : []),
  ];
};

const marketMounts = (options: ServerOptions): readonly Mount[] => [
  ...apiMounts(createApi(options), { market: options.market, curie: options.settings.PARKING_CURIE }),
  { prefix: '/operator/v1', version: 'v4', rows: operatorRows(options) },
];

/** The dispatcher looks at every partner each two seconds. */
const sweepLateMs = minuteMs;

/** A worker that does nothing is of no use; whoever answers the API as well is. */
const isIdleWorker = ({ servesApi, presence }: ServerOptions): boolean =>
  !servesApi && presence.sweptAgoMs() > sweepLateMs;

/** Everything this process answers, as a server that does not listen yet. */
export const createServer = (options: ServerOptions): Server => {
  const { settings, servesApi, database, clock, logger, catalogue, market, bookings } = options;
  const { quotes } = market;
  const operatorToken = digest(settings.PARKING_OPERATOR_TOKEN);
  const isDatabaseReady = createReadiness({ ping: database.ping, timer: clock.timer });
  const healthRows = createHealthRoutes({
    unready: async () => [
      ...((await isDatabaseReady()) ? [] : ['database']),
      ...(isIdleWorker(options) ? ['dispatcher'] : []),
    ],
    notes: () => (options.presence.hasWorker() === false ? ['no worker runs: notices wait'] : []),
  });
  const scrapeRows = createScrapeRows({
    meters: options.meters,
    isOpen: settings.PARKING_METRICS_OPEN,
    isDatabaseUp: isDatabaseReady,
    standing: createStanding(options),
    now: clock.now,
  });
  const processRows = [...healthRows, ...scrapeRows];
  return createHttpServer({
    mounts: [{ prefix: '', version: 'v4', rows: processRows }, ...(servesApi ? marketMounts(options) : [])],
    authenticate: market.oauth.authenticate,
    isOperatorToken: (token) => timingSafeEqual(digest(token), operatorToken),
    curie: settings.PARKING_CURIE,
    baseUrl: settings.PARKING_BASE_URL && withoutSlash(settings.PARKING_BASE_URL),
    clock,
    logger,
    onAnswered: options.meters.onAnswered,
    randomHex: createPagedHex(),
    isStorageAway,
    ...(servesApi && {
      pages: createPages({ catalogue, quotes, bookings, clock, logger, isStorageAway }),
    }),
    ...citizenship(settings),
  });
};
