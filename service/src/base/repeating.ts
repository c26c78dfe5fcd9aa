import type { Clock } from './clock.js';
import type { Logger } from './logger.js';

export interface Repeating {
  readonly start: () => void;
  /** Resolves when what runs has finished. */
  readonly stop: () => Promise<void>;
}

interface RepeatingOptions {
  readonly name: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Runs something over and over with a pause in between; a failure is logged once until it works again. */
export const createRepeating = ({ name, everyMs, run, clock, logger }: RepeatingOptions): Repeating => {
  const stopping = new AbortController();
  let loop: Promise<void> | undefined;
  let isFailing = false;

  const runOnce = async (): Promise<void> => {
    try {
      await run();
      isFailing = false;
    } catch (error) {
      if (!isFailing) logger.warn({ err: error, task: name }, 'a repeated task failed');
      isFailing = true;
    }
  };

  const repeat = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await runOnce();
      await clock.sleep(everyMs, stopping.signal);
    }
  };

  return {
    start: () => {
      loop ??= repeat();
    },
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
};
