import type { Clock } from '../base/clock.js';

/** What was read last, as far as it may still be shown. */
export interface Reading<T> {
  readonly value: T | undefined;
  /** The last attempt to read succeeded, and not long ago. */
  readonly isUp: boolean;
  /** Since the value was read; `undefined` with it. */
  readonly ageMs: number | undefined;
}

interface SharedReadingOptions<T> {
  readonly read: () => Promise<T>;
  readonly clock: Pick<Clock, 'now' | 'timer'>;
  /** At least so long between two readings. */
  readonly restMs: number;
  /** Longest wait for one that is under way; then the one before is shown. */
  readonly patienceMs: number;
  /** So long the last one may stand for the next, which is late or failed. */
  readonly keptMs: number;
}

/** A long reading rests for ten times as long: whoever asks, it takes a tenth of the time at most. */
const restPerRead = 10;

/** One reading that all who ask share: one at a time, not too often, and nobody waits for it for long. */
export const createSharedReading = <T>(options: SharedReadingOptions<T>): (() => Promise<Reading<T>>) => {
  const { read, clock, restMs, patienceMs, keptMs } = options;
  let last: { readonly value: T; readonly at: number } | undefined;
  let underWay: Promise<void> | undefined;
  let hasFailed = false;
  let rests = { at: 0, forMs: 0 };

  const run = async (): Promise<void> => {
    const startedAt = clock.now();
    try {
      const value = await read();
      last = { value, at: clock.now() };
      hasFailed = false;
    } catch {
      hasFailed = true;
    }
    const at = clock.now();
    rests = { at, forMs: Math.max(restMs, restPerRead * (at - startedAt)) };
    underWay = undefined;
  };

  const patiently = (reading: Promise<void>): Promise<void> =>
    new Promise((resolve) => {
      const cancel = clock.timer(patienceMs, resolve);
      void reading.then(() => {
        cancel();
        resolve();
      });
    });

  // A clock that was set back is no reason to rest until it has caught up.
  const sinceMs = (at: number): number => Math.abs(clock.now() - at);

  return async () => {
    if (underWay === undefined && sinceMs(rests.at) >= rests.forMs) underWay = run();
    if (underWay !== undefined) await patiently(underWay);
    const ageMs = last === undefined ? undefined : sinceMs(last.at);
    if (last === undefined || ageMs === undefined || ageMs > keptMs) {
      return { value: undefined, isUp: false, ageMs: undefined };
    }
    return { value: last.value, isUp: !hasFailed, ageMs };
  };
};
