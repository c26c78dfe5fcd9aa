/** Time as every part of the service sees it; injected, so that tests and the sandbox can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Milliseconds since some instant, by a clock that nobody sets; where the machine sleeps it may stand still. */
  readonly elapsed: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `fire` once after `ms`; returns the cancel function. */
  readonly timer: (ms: number, fire: () => void) => () => void;
}

/** Longer waits would be over at once; who waits that long looks at the clock when it wakes. */
const longestWaitMs = 2_147_483_647;

/** A clock's `sleep` out of its `timer`. */
export const sleepBy =
  (timer: Clock['timer']): Clock['sleep'] =>
  (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const finish = (): void => {
        cancel();
        signal?.removeEventListener('abort', finish);
        resolve();
      };
      const cancel = timer(ms, finish);
      signal?.addEventListener('abort', finish, { once: true });
    });

const systemTimer: Clock['timer'] = (ms, fire) => {
  const handle = setTimeout(fire, Math.min(ms, longestWaitMs));
  return () => clearTimeout(handle);
};

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep: sleepBy(systemTimer),
  timer: systemTimer,
};
