import { Problem } from '../base/problem.js';

export interface BoundedWork {
  /** Runs the work when its turn comes; throws `request_rate_limited` at once where too many wait already. */
  readonly run: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

interface BoundedWorkOptions {
  readonly atOnce: number;
  readonly waiting: number;
}

const retryAfterSeconds = 2;

/** So much at once, so much waiting in the order it came, and no more: for work that costs memory. */
export const createBoundedWork = ({ atOnce, waiting }: BoundedWorkOptions): BoundedWork => {
  const queue: (() => void)[] = [];
  let running = 0;

  const turn = async (): Promise<void> => {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (queue.length >= waiting) {
      throw new Problem('request_rate_limited', { details: 'too many at once', retryAfterSeconds });
    }
    // The place is handed on, so that nobody who comes now takes it.
    await new Promise<void>((resolve) => queue.push(resolve));
  };

  const leave = (): void => {
    const next = queue.shift();
    if (next === undefined) running -= 1;
    else next();
  };

  return {
    run: async (work) => {
      await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
};
