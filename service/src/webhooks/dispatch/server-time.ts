import type { Clock } from '../../base/clock.js';

/** The database's clock as this process knows it: leases are compared on one clock, whoever holds them. */
export interface ServerTime {
  /** Epoch ms. */
  readonly now: () => number;
  /** False until measured, and after a measurement that failed or took too long to be exact. */
  readonly isKnown: () => boolean;
  /** Measures again when it is time to. */
  readonly refresh: () => Promise<void>;
}

export interface ServerTimeOptions {
  /** The database's time, with the sandbox's offset on top where there is one. */
  readonly serverNow: () => Promise<number>;
  readonly clock: Pick<Clock, 'now'>;
  readonly everyMs: number;
  /** The error that the leases allow for. */
  readonly maxErrorMs: number;
}

export const createServerTime = ({
  serverNow,
  clock,
  everyMs,
  maxErrorMs,
}: ServerTimeOptions): ServerTime => {
  let offsetMs = 0;
  let measuredAt: number | undefined;

  const isFresh = (): boolean => measuredAt !== undefined && Math.abs(clock.now() - measuredAt) < everyMs;

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
    isKnown: () => measuredAt !== undefined,
    refresh: async () => {
      if (!isFresh()) await measure();
    },
  };
};
