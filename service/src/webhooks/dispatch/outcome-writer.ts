import type { Clock } from '../../base/clock.js';
import { createFaultLog } from '../../base/fault-log.js';
import type { Logger } from '../../base/logger.js';
import { within } from '../../base/within.js';
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
  /** An outcome has waited so long that its lease may end: a claim now could take the same notice again. */
  readonly isLate: () => boolean;
  /** Writes what is there; resolves when it is written, and after `drainMs` and `writeMs` at the latest, whatever the store does. */
  readonly drain: () => Promise<void>;
}

export interface OutcomeWriterOptions {
  readonly deliveries: Pick<DeliveryStore, 'settle'>;
  readonly attempts: Pick<AttemptStore, 'add'>;
  readonly clock: Pick<Clock, 'now' | 'elapsed' | 'timer' | 'sleep'>;
  readonly logger: Logger;
  readonly flushMs: number;
  readonly flushSize: number;
  /** An outcome should be written within this. */
  readonly writeMs: number;
  /** How long `drain` tries: the leases have run out by then, and the notices come again, as after a crash. */
  readonly drainMs: number;
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
  /** Since when the oldest outcome has waited, of those gathered and of those being written. */
  let waitingSince: number | undefined;
  let writingSince: number | undefined;
  const givingUp = new AbortController();
  const faults = createFaultLog({ log: logger.warn, message: 'outcomes are written again', clock });

  const write = async (batch: readonly Outcome[]): Promise<void> => {
    // Attempts first: a crash in between costs a repeated notice, never a record of one that was sent.
    await attempts.add(batch.flatMap(({ attempt }) => (attempt === undefined ? [] : [attempt])));
    const mine = await deliveries.settle(batch.map(({ settlement }) => settlement));
    const lost = batch.length - mine;
    if (lost === 0) return;
    logger.warn({ lost }, 'outcomes came after their lease');
    options.onLeaseLost(lost);
  };

  /** The token guards it, however late: while the store is away for everybody nobody takes the notices over. */
  const writeStubbornly = async (batch: readonly Outcome[]): Promise<void> => {
    for (;;) {
      try {
        await write(batch);
        faults.worked();
        return;
      } catch (error) {
        faults.failed(error, { outcomes: batch.length });
        if (givingUp.signal.aborted) {
          logger.error({ err: error, outcomes: batch.length }, 'outcomes could not be written');
          return;
        }
        await clock.sleep(retryMs, givingUp.signal);
      }
    }
  };

  const writeWaiting = async (): Promise<void> => {
    const batch = waiting;
    waiting = [];
    writing = batch.length;
    writingSince = waitingSince;
    waitingSince = undefined;
    await writeStubbornly(batch);
    writing = 0;
    writingSince = undefined;
    options.onFlushed();
  };

  const flush = (): Promise<void> => {
    cancelTimer?.();
    cancelTimer = undefined;
    running ??= writeWaiting().finally(() => {
      running = undefined;
      flushSoon();
    });
    return running;
  };

  /** Not at once after the bulk before: two waits for the disk for every few outcomes cost more than all the rest. */
  const flushSoon = (): void => {
    if (waiting.length >= flushSize) void flush();
    else if (waiting.length > 0) cancelTimer ??= clock.timer(flushMs, () => void flush());
  };

  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0 || running !== undefined) await flush();
  };

  return {
    add: (outcome) => {
      waitingSince ??= clock.elapsed();
      waiting.push(outcome);
      if (running === undefined) flushSoon();
    },
    backlog: () => waiting.length + writing,
    isLate: () => clock.elapsed() - (writingSince ?? waitingSince ?? clock.elapsed()) >= options.writeMs,
    drain: async () => {
      const cancel = clock.timer(options.drainMs, () => givingUp.abort());
      // A write that hangs is not waited for: the notices come again, as after a crash.
      await within({ ms: options.drainMs + options.writeMs, timer: clock.timer }, writeAll());
      cancel();
      givingUp.abort();
    },
  };
};
