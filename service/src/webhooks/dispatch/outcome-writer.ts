import type { Clock } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { AttemptStore } from '../deliveries/attempt-store.js';
import type { AttemptDocument } from '../deliveries/delivery.js';
import type { DeliveryStore, Settlement } from '../deliveries/delivery-store.js';

/** One claim's end, and the attempt that was made (none where nothing was sent). */
export interface Outcome {
  readonly settlement: Settlement;
  readonly attempt?: AttemptDocument;
}

export interface OutcomeWriter {
  readonly add: (outcome: Outcome) => void;
  /** Outcomes not yet written. */
  readonly backlog: () => number;
  /** Writes what is there; resolves when it is written or has been given up. */
  readonly drain: () => Promise<void>;
}

export interface OutcomeWriterOptions {
  readonly deliveries: Pick<DeliveryStore, 'settle'>;
  readonly attempts: Pick<AttemptStore, 'add'>;
  readonly clock: Pick<Clock, 'now' | 'timer' | 'sleep'>;
  readonly logger: Logger;
  readonly flushMs: number;
  readonly flushSize: number;
  /** A claim that old is somebody else's by now. */
  readonly leaseMs: number;
  readonly onLeaseLost: (count: number) => void;
  readonly onFlushed: () => void;
}

const retryMs = 500;

/** Gathers outcomes and writes them in bulks, one after the other, so that nobody waits for the slowest partner. */
export const createOutcomeWriter = (options: OutcomeWriterOptions): OutcomeWriter => {
  const { deliveries, attempts, clock, logger, flushMs, flushSize } = options;
  let waiting: Outcome[] = [];
  let writing = 0;
  let cancelTimer: (() => void) | undefined;
  let running: Promise<void> | undefined;

  const write = async (batch: readonly Outcome[]): Promise<void> => {
    // Attempts first: a crash in between costs a repeated notice, never a record of one that was sent.
    await attempts.add(batch.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt])));
    const mine = await deliveries.settle(batch.map(({ settlement }) => settlement));
    const lost = batch.length - mine;
    if (lost === 0) return;
    logger.warn({ lost }, 'outcomes came after their lease');
    options.onLeaseLost(lost);
  };

  const writeStubbornly = async (batch: readonly Outcome[]): Promise<void> => {
    const giveUpAt = clock.now() + options.leaseMs;
    for (;;) {
      try {
        return await write(batch);
      } catch (error) {
        if (clock.now() + retryMs >= giveUpAt) {
          // The leases have run out: the notices come again, as after a crash.
          logger.error({ err: error, outcomes: batch.length }, 'outcomes could not be written');
          return;
        }
        logger.warn({ err: error, outcomes: batch.length }, 'outcomes are written again');
        await clock.sleep(retryMs);
      }
    }
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      writing = batch.length;
      await writeStubbornly(batch);
      writing = 0;
      options.onFlushed();
    }
  };

  const flush = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    running ??= run().finally(() => {
      running = undefined;
      if (waiting.length > 0) void flush();
    });
    return running;
  };

  return {
    add: (outcome) => {
      waiting.push(outcome);
      if (waiting.length >= flushSize) void flush();
      else cancelTimer ??= clock.timer(flushMs, () => void flush());
    },
    backlog: () => waiting.length + writing,
    drain: async () => {
      while (waiting.length > 0 || running !== undefined) await flush();
    },
  };
};
