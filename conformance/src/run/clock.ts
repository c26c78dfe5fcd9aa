import { setTimeout as wait } from 'node:timers/promises';

/** Time as the runner sees it; injected so that its tests need not wait. */
export interface Clock {
  readonly now: () => number;
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  },
};
