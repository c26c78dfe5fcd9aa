import type { Clock } from '../../base/clock.js';
import { createFaultLog, type FaultLog } from '../../base/fault-log.js';
import type { PartnerId, RandomHex } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { within } from '../../base/within.js';
import type { Post } from '../../outbound/outbound.js';
import type { AttemptStore } from '../deliveries/attempt-store.js';
import type { DeliveryStore } from '../deliveries/delivery-store.js';
import type { Partners } from '../partners/partners.js';
import { createBringForward } from './bring-forward.js';
import { createClaimBatch } from './claim.js';
import { createClaimTurns } from './claim-turns.js';
import { type DispatchEvents, unwatched } from './dispatch-events.js';
import {
  breakerSettings,
  checkSettings,
  type DispatchSettings,
  defaultDispatchSettings,
  longestWaitMs,
  neededLeaseMs,
} from './dispatch-settings.js';
import { isRunnable } from './is-runnable.js';
import { createLane, type Lane, type LaneOptions } from './lane.js';
import { createLaneBreaker } from './lane-breaker.js';
import { createOutcomeWriter } from './outcome-writer.js';
import { createSendNotice, type SendNoticeOptions } from './send-notice.js';
import { createServerTime } from './server-time.js';

/** A worker's loop over its partners. */
export interface Dispatcher {
  readonly start: () => void;
  /** What is on its way finishes, what is not is let go at once; over after an exchange, a write and a lease at the latest. */
  readonly stop: () => Promise<void>;
  /** Something may be due: for this partner, or for anybody. */
  readonly nudge: (partner?: PartnerId) => void;
  /** Outcomes not yet written. */
  readonly outcomesWaiting: () => number;
}

export interface DispatcherOptions {
  readonly partners: Pick<Partners, 'refresh' | 'moveBreaker' | keyof SendNoticeOptions['partners']>;
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'findMany' | 'settle' | 'bringForward'>;
  readonly attempts: Pick<AttemptStore, 'add'>;
  readonly post: Post;
  readonly clock: Clock;
  /** The database's time, with the sandbox's offset on top where there is one. */
  readonly serverNow: () => Promise<number>;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly random: () => number;
  readonly randomHex: RandomHex;
  readonly logger: Logger;
  readonly settings?: Partial<DispatchSettings>;
  readonly events?: DispatchEvents;
}

const claimsAtOnce = 4;
/** Far longer than a claim takes where the store is well. */
const claimPatienceMs = 250;
const maxBacklog = 2_000;
const skewCheckMs = 60_000;

/** Claims due deliveries partner by partner and sends them; several workers may share a database (DATA.md, "Dispatch"). */
export const createDispatcher = (options: DispatcherOptions): Dispatcher => {
  const { partners, clock, logger, events = unwatched } = options;
  const settings = checkSettings({ ...defaultDispatchSettings, ...options.settings });
  const time = createServerTime({
    serverNow: options.serverNow,
    clock,
    everyMs: skewCheckMs,
    staleMs: 2 * skewCheckMs + settings.fullPassMs,
    maxErrorMs: settings.skewMs,
    settleMs: neededLeaseMs(settings),
  });
  const faultLog = (message: string): FaultLog => createFaultLog({ log: logger.warn, message, clock });
  const readFaults = faultLog('the partners could not be read');
  const lanes = new Map<PartnerId, Lane>();
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let pass: Promise<void> | undefined;

  const writer = createOutcomeWriter({
    deliveries: options.deliveries,
    attempts: options.attempts,
    clock,
    logger,
    flushMs: settings.flushMs,
    flushSize: settings.flushSize,
    writeMs: settings.writeMs,
    drainMs: settings.leaseMs - settings.writeMs,
    onLeaseLost: events.onLeaseLost,
    onFlushed: () => {
      for (const lane of lanes.values()) lane.advance();
    },
  });

  const breakerOptions = { ...options, settings: breakerSettings(settings), events, now: time.now };

  const bringForward = createBringForward({ ...options, now: time.now, longestMs: longestWaitMs(settings) });

  const shared: Omit<LaneOptions, 'partner' | 'breaker'> = {
    partners,
    bringForward,
    claimBatch: createClaimBatch({ ...options, settings, events, now: time.now }),
    sendNotice: createSendNotice({
      ...options,
      settings,
      events,
      now: time.now,
      isTimeSteady: time.isSteady,
      isStopping: () => stopping.signal.aborted,
    }),
    turns: createClaimTurns({ atOnce: claimsAtOnce, patienceMs: claimPatienceMs, clock }),
    clock,
    now: time.now,
    logger,
    claimFaults: faultLog('claiming failed'),
    write: writer.add,
    mayClaim: () => isTimeKnown() && writer.backlog() < maxBacklog && !writer.isLate(),
  };

  const isTimeKnown = (): boolean => {
    // A clock that was set is measured at once, not at the next look.
    if (!time.isSteady() && !stopping.signal.aborted) void fullPass();
    return time.isKnown();
  };

  const laneOf = (partner: PartnerId): Lane => {
    const known = lanes.get(partner);
    if (known !== undefined) return known;
    const lane = createLane({ ...shared, partner, breaker: createLaneBreaker(breakerOptions) });
    lanes.set(partner, lane);
    return lane;
  };

  const lookAtAll = async (): Promise<void> => {
    try {
      await time.refresh();
      const runnable = (await partners.refresh()).filter(isRunnable);
      readFaults.worked();
      if (!stopping.signal.aborted) for (const { _id } of runnable) laneOf(_id).nudge(false);
      events.onPass();
    } catch (error) {
      readFaults.failed(error);
    }
  };

  const fullPass = (): Promise<void> => {
    pass ??= lookAtAll().finally(() => {
      pass = undefined;
    });
    return pass;
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await fullPass();
      await clock.sleep(settings.fullPassMs, stopping.signal);
    }
  };

  return {
    outcomesWaiting: writer.backlog,
    start: () => {
      loop ??= run();
    },
    stop: async () => {
      stopping.abort();
      // All at once: nobody claims on because somebody else's read hangs. A nudge's pass may still be reading.
      const atRest = Promise.all([loop, pass, ...[...lanes.values()].map((lane) => lane.stop())]);
      await within({ ms: settings.exchangeMs + settings.writeMs, timer: clock.timer }, atRest);
      await writer.drain();
    },
    nudge: (partner) => {
      if (loop === undefined || stopping.signal.aborted) return;
      if (partner === undefined) void fullPass();
      else laneOf(partner).nudge(true);
    },
  };
};
