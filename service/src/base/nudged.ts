import type { Clock } from './clock.js';
import { createFaultLog } from './fault-log.js';
import type { Logger } from './logger.js';

/** Work that is done soon after each nudge. */
export interface Nudged {
  readonly start: () => void;
  /** Resolves when what runs has finished. */
  readonly stop: () => Promise<void>;
  /** There may be something to do. Nothing happens before `start`: another process does it, then. */
  readonly nudge: () => void;
  /** Work that takes long looks at it between its steps. */
  readonly isStopping: () => boolean;
}

interface NudgedOptions {
  readonly run: () => Promise<unknown>;
  /** Between two runs without a nudge. */
  readonly bellMs: number;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Pick<Logger, 'error'>;
  /** What the log says where a run fails: once, and once a minute while runs go on failing. */
  readonly fault: string;
}

/** Runs at the bell and after each nudge, never twice at once; a nudge during a run is another run after it. */
export const createNudged = ({ run, bellMs, clock, logger, fault }: NudgedOptions): Nudged => {
  const stopping = new AbortController();
  const faults = createFaultLog({ log: logger.error, message: fault, clock });
  const isStopping = (): boolean => stopping.signal.aborted;
  let loop: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let isWanted = false;

  const runWanted = async (): Promise<void> => {
    while (isWanted && !isStopping()) {
      isWanted = false;
      await run().then(faults.worked, faults.failed);
    }
  };

  const look = (): void => {
    isWanted = true;
    running ??= runWanted().finally(() => {
      running = undefined;
      if (isWanted && !isStopping()) look();
    });
  };

  const ring = async (): Promise<void> => {
    while (!isStopping()) {
      look();
      await clock.sleep(bellMs, stopping.signal);
    }
  };

  return {
    isStopping,
    nudge: () => {
      if (loop !== undefined) look();
    },
    start: () => {
      loop ??= ring();
    },
    stop: async () => {
      stopping.abort();
      await loop;
      await running;
    },
  };
};
