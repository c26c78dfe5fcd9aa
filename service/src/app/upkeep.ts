import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import { dayMs, hourMs } from '../base/durations.js';
import type { Logger } from '../base/logger.js';
import { createRepeating } from '../base/repeating.js';
import { idempotencyCollection } from '../bookings/idempotency.js';
import { trimIdempotencyKeys } from '../bookings/idempotency-retention.js';
import { createJanitor } from '../bookings/janitor.js';
import type { OpenCatalogue } from '../catalogue/open-catalogue.js';
import { jobCollection } from '../jobs/job-document.js';
import { createJobs, type RecurringJob } from '../jobs/jobs.js';
import type { Presence } from '../jobs/presence.js';
import { trimMessages } from '../messages/message-retention.js';
import type { Meters } from '../metrics/create-meters.js';
import { authorizationCodeCollection } from '../oauth/authorization-code-store.js';
import { familyCollection } from '../oauth/family-store.js';
import { trimTokens } from '../oauth/retention.js';

import { trimAttempts } from '../webhooks/deliveries/attempt-retention.js';
import type { Mail } from './mail.js';
import type { Market } from './market.js';
import type { Notices } from './notices.js';

interface UpkeepOptions {
  readonly attemptsKeptDays: number;
  readonly database: Database;
  readonly clock: Clock;
  /** Real time: the feeds and the alarm clock live by it. */
  readonly realClock: Clock;
  readonly logger: Logger;
  readonly catalogue: Pick<OpenCatalogue, 'reload' | 'rollEvents'>;
  readonly market: Pick<Market, 'inventory' | 'wallets' | 'bookingStore' | 'accounts'>;
  readonly mail: Pick<Mail, 'store'>;
  readonly notices: Pick<Notices, 'attempts' | 'partners' | 'ring'>;
  readonly meters: Pick<Meters, 'onRun'>;
  readonly presence: Pick<Presence, 'beat'>;
  /** In sandbox mode: another process may have moved the clock. */
  readonly followSandbox?: () => Promise<void>;
}

/** What is done again and again: by one of the workers (jobs), and in every process (feeds). */
export const createUpkeep = (options: UpkeepOptions) => {
  const { database, clock, realClock, logger, catalogue, market, mail, notices, meters } = options;
  const { inventory, wallets, bookingStore, accounts } = market;
  const janitor = createJanitor({ store: bookingStore, inventory, wallets, clock });
  const keys = database.collection(idempotencyCollection);
  const tokens = {
    families: database.collection(familyCollection),
    codes: database.collection(authorizationCodeCollection),
  };

  const trimOldAttempts = async () => {
    const partners = (await notices.partners.list()).map(({ _id }) => _id);
    const keptMs = options.attemptsKeptDays * dayMs;
    return trimAttempts({ attempts: notices.attempts, partners, now: clock.now(), keptMs });
  };

  const job = (name: string, everyMs: number, run: () => unknown): RecurringJob => ({
    name,
    everyMs,
    run: async () => void (await run()),
  });
  const jobs = createJobs({
    documents: database.collection(jobCollection),
    logger,
    onRun: meters.onRun,
    jobs: [
      job('dispatch', 2_000, notices.ring),
      job('janitor', 5_000, janitor.run),
      job('forget void bookings', hourMs, janitor.forgetVoid),
      job('trim idempotency keys', hourMs, () => trimIdempotencyKeys(keys, clock.now())),
      job('trim attempts', hourMs, trimOldAttempts),
      job('trim tokens', hourMs, () => trimTokens(tokens, clock.now())),
      job('tidy accounts', hourMs, accounts.tidy),
      job('trim messages', hourMs, () => trimMessages(mail.store, clock.now())),
      job('roll events', hourMs, () => catalogue.rollEvents(clock.now())),
    ],
  });

  const feed = (name: string, everyMs: number, run: () => Promise<void>) =>
    createRepeating({ name, everyMs, run, clock: realClock, logger });
  const feeds = [
    feed('pool mirror', 250, inventory.refreshMirror),
    feed('catalogue', 2_000, catalogue.reload),
    feed('presence', 5_000, options.presence.beat),
    ...(options.followSandbox === undefined ? [] : [feed('sandbox clock', 250, options.followSandbox)]),
  ];
  return { jobs, feeds };
};
