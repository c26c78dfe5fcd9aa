/** Time as the kit sees it; injected, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Resolves after `ms`, or at once when the signal aborts; never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `fire` once after `ms`; returns the cancel function. */
  readonly timer: (ms: number, fire: () => void) => () => void;
}

const systemTimer: Clock['timer'] = (ms, fire) => {
  const handle = setTimeout(fire, ms);
  return () => clearTimeout(handle);
};

const systemSleep: Clock['sleep'] = (ms, signal) =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const finish = (): void => {
      cancel();
      signal?.removeEventListener('abort', finish);
      resolve();
    };
    const cancel = systemTimer(ms, finish);
    signal?.addEventListener('abort', finish, { once: true });
  });

export const systemClock: Clock = { now: () => Date.now(), sleep: systemSleep, timer: systemTimer };
