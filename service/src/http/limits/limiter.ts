/** What is left of an allowance after one more was asked for. */
export interface Standing {
  /** Which allowance, as the RateLimit headers name it. */
  readonly name: string;
  readonly isAllowed: boolean;
  /** How many there are in a window of so many seconds. */
  readonly limit: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until the allowance is whole again. */
  readonly resetSeconds: number;
  /** Seconds until the next one is allowed; 0 where it is now. */
  readonly retryAfterSeconds: number;
}

export interface Limiter {
  /** Counts one for the key, unless nothing is left. */
  readonly take: (key: string) => Standing;
  /** Counts so many more, as far as there are any left: what was allowed cost more than one. */
  readonly charge: (key: string, units: number) => Standing;
  /** One that was counted does not count after all. */
  readonly giveBack: (key: string) => void;
}

/** Whose allowance a request is counted against. */
export interface Counted {
  readonly limiter: Limiter;
  readonly key: string;
}

interface LimiterOptions {
  readonly name: string;
  readonly limit: number;
  readonly windowSeconds: number;
  /** Epoch ms. */
  readonly now: () => number;
  /** Keys remembered; beyond it the one unused for longest starts afresh. */
  readonly maxKeys?: number;
}

/** Some 10 MB at the most. */
const usualMaxKeys = 50_000;

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/**
 * A whole window's allowance at once, then one at a time as it comes back (the generic cell rate algorithm): one number
 * per key, the instant at which its allowance is whole again, and no step at the edges of windows.
 */
export const createLimiter = (options: LimiterOptions): Limiter => {
  const { name, limit, windowSeconds, now, maxKeys = usualMaxKeys } = options;
  const windowMs = windowSeconds * 1000;
  const eachMs = windowMs / limit;
  const wholeAt = new Map<string, number>();

  const wholeAtOf = (key: string, at: number): number => {
    const known = wholeAt.get(key) ?? at;
    // Further away than a window only after the clock was set back.
    return known < at || known > at + windowMs ? at : known;
  };

  /** The key used last stands last, so that the first is the one to forget. */
  const keep = (key: string, instant: number): void => {
    wholeAt.delete(key);
    wholeAt.set(key, instant);
    const [oldest] = wholeAt.keys();
    if (wholeAt.size > maxKeys && oldest !== undefined) wholeAt.delete(oldest);
  };

  const standing = (isAllowed: boolean, untilWholeMs: number): Standing => ({
    name,
    isAllowed,
    limit,
    windowSeconds,
    // A hair is added: eachMs is often no whole number.
    remaining: Math.floor((windowMs - untilWholeMs) / eachMs + 1e-6),
    resetSeconds: seconds(untilWholeMs),
    retryAfterSeconds: isAllowed ? 0 : Math.max(1, seconds(untilWholeMs + eachMs - windowMs)),
  });

  return {
    take: (key) => {
      const at = now();
      const before = wholeAtOf(key, at);
      const after = before + eachMs;
      const isAllowed = after - at <= windowMs + 1e-6;
      keep(key, isAllowed ? after : before);
      return standing(isAllowed, (isAllowed ? after : before) - at);
    },
    charge: (key, units) => {
      const at = now();
      // Nobody owes more than a window, which is as far away as an instant can be.
      const after = Math.min(wholeAtOf(key, at) + units * eachMs, at + windowMs);
      keep(key, after);
      return standing(true, after - at);
    },
    giveBack: (key) => {
      const known = wholeAt.get(key);
      if (known !== undefined) wholeAt.set(key, known - eachMs);
    },
  };
};
