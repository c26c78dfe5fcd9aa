import type { Database } from '../base/documents.js';
import { minuteMs } from '../base/durations.js';
import type { ResolvedSettings } from '../config/local-state.js';
import { readDiskSpace } from '../metrics/disk-space.js';
import { createSharedReading, type Reading } from '../metrics/shared-reading.js';
import { createReadStanding, type Outboxes, type Standing } from '../metrics/standing.js';
import type { ShiftedClock } from '../sandbox/shifted-clock.js';
import type { Market } from './market.js';
import type { Notices } from './notices.js';

interface StandingOptions {
  readonly settings: Pick<ResolvedSettings, 'PARKING_DATA_DIR' | 'PARKING_MONGODB_URL'>;
  readonly database: Pick<Database, 'serverNow'>;
  readonly clock: ShiftedClock;
  readonly market: Pick<Market, 'bookingStore'>;
  readonly notices: Pick<Notices, 'partners' | 'backlog'>;
}

/** An outbox is carried out within a second or so. */
const stuckAfterMs = minuteMs;
const mostStuck = 10_000;

const createOutboxes =
  ({ market, clock }: StandingOptions): (() => Promise<Outboxes>) =>
  async () => {
    const { bookingStore } = market;
    const now = clock.now();
    const [oldest] = await bookingStore.due(1);
    if (oldest === undefined) return { oldestAt: undefined, stuck: 0 };
    const stuck = await bookingStore.countDue(now - stuckAfterMs, mostStuck);
    return { oldestAt: oldest.outAt ?? undefined, stuck };
  };

const diskOf = ({ PARKING_DATA_DIR, PARKING_MONGODB_URL }: StandingOptions['settings']) => {
  const isOnDisk = PARKING_MONGODB_URL === undefined && PARKING_DATA_DIR !== ':memory:';
  return isOnDisk ? { diskSpace: () => readDiskSpace(PARKING_DATA_DIR) } : {};
};

/** What waits, as the database says it, read at most every few seconds however often it is asked for. */
export const createStanding = (options: StandingOptions): (() => Promise<Reading<Standing>>) => {
  const { settings, database, clock, notices } = options;
  return createSharedReading({
    read: createReadStanding({
      partners: notices.partners,
      backlogOf: notices.backlog.of,
      outboxes: createOutboxes(options),
      serverNow: async () => (await database.serverNow()) + clock.offsetMs(),
      now: clock.now,
      ...diskOf(settings),
    }),
    clock,
    restMs: 5_000,
    patienceMs: 2_000,
    keptMs: 5 * minuteMs,
  });
};
