/** Time as every part of the service sees it; injected, so that tests and the sandbox can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `fire` once after `ms`; returns the cancel function. */
  readonly timer: (ms: number, fire: () => void) => () => void;
}

/** Longer waits would be over at once; who waits that long looks at the clock when it wakes. */
const longestWaitMs = 2_147_483_647;

const systemSleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      clearTimeout(handle);
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const handle = setTimeout(finish, Math.min(ms, longestWaitMs));
    signal?.addEventListener('abort', finish, { once: true });
  });

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: systemSleep,
  timer: (ms, fire) => {
    const handle = setTimeout(fire, Math.min(ms, longestWaitMs));
    return () => clearTimeout(handle);
  },
};
