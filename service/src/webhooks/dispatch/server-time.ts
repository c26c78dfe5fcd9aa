import type { Clock } from '../../base/clock.js';

/** The database's clock as this process knows it: leases are compared on one clock, whoever holds them. */
export interface ServerTime {
  /** Epoch ms. */
  readonly now: () => number;
  /** False until measured, after a measurement that failed or took too long to be exact, and while one is overdue. */
  readonly isKnown: () => boolean;
  /** Measures again when it is time to. */
  readonly refresh: () => Promise<void>;
}

export interface ServerTimeOptions {
  /** The database's time, with the sandbox's offset on top where there is one. */
  readonly serverNow: () => Promise<number>;
  readonly clock: Pick<Clock, 'now'>;
  readonly everyMs: number;
  /** A measurement that old says nothing any more. */
  readonly staleMs: number;
  /** The error that the leases allow for. */
  readonly maxErrorMs: number;
}

export const createServerTime = ({
  serverNow,
  clock,
  everyMs,
  staleMs,
  maxErrorMs,
}: ServerTimeOptions): ServerTime => {
  let offsetMs = 0;
  let measuredAt: number | undefined;

  const isYounger = (ageMs: number): boolean =>
    measuredAt !== undefined && Math.abs(clock.now() - measuredAt) < ageMs;

  const measure = async (): Promise<void> => {
    const before = clock.now();
    const server = await serverNow().catch(() => undefined);
    const after = clock.now();
    const errorMs = (after - before) / 2;
    const isExact = server !== undefined && errorMs >= 0 && errorMs <= maxErrorMs;
    measuredAt = isExact ? after : undefined;
    if (isExact) offsetMs = Math.round(server - before - errorMs);
  };

  return {
    now: () => clock.now() + offsetMs,
    // A clock that was set by more than that lies about every lease until it is measured again.
    isKnown: () => isYounger(staleMs),
    refresh: async () => {
      if (!isYounger(everyMs)) await measure();
    },
  };
};
