import type { Clock } from './clock.js';

type Log = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** A fault that may come back many times a second, told in a few lines. */
export interface FaultLog {
  /** Written when it is the first, then once a minute with how often it came. */
  readonly failed: (error: unknown, fields?: Readonly<Record<string, unknown>>) => void;
  /** What failed has worked: the next fault is the first again. */
  readonly worked: () => void;
}

interface FaultLogOptions {
  readonly log: Log;
  readonly message: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly everyMs?: number;
}

/** Keeps a database that is away, or a disk that is full, from filling the log with one sentence. */
export const createFaultLog = ({ log, message, clock, everyMs = 60_000 }: FaultLogOptions): FaultLog => {
  let saidAt: number | undefined;
  let unsaid = 0;

  return {
    failed: (error, fields = {}) => {
      const now = clock.now();
      // A clock that was set back must not silence it.
      const isFresh = saidAt !== undefined && Math.abs(now - saidAt) < everyMs;
      unsaid += 1;
      if (isFresh) return;
      log({ ...fields, err: error, ...(unsaid > 1 ? { times: unsaid } : {}) }, message);
      saidAt = now;
      unsaid = 0;
    },
    worked: () => {
      saidAt = undefined;
      unsaid = 0;
    },
  };
};
