import type { Clock } from './clock.js';

interface Patience {
  readonly ms: number;
  readonly timer: Clock['timer'];
}

/** Waits for the work, but no longer than that; false where it was not over by then. Rejects as the work does. */
export const within = ({ ms, timer }: Patience, work: Promise<unknown>): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const cancel = timer(ms, () => resolve(false));
    work.then(() => resolve(true), reject).finally(cancel);
  });
