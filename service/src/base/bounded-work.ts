import { Problem } from './problem.js';

export interface BoundedWork {
  /** Throws `service_unavailable` where work would be refused now: to be asked before anything is counted. */
  readonly requireRoom: () => void;
  /** Runs the work when its turn comes; throws `service_unavailable` at once where too many wait already. */
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

  const requireRoom = (): void => {
    if (running < atOnce || queue.length < waiting) return;
    // Not 429: whoever asks has not asked too often, and what they tried does not count against them.
    throw new Problem('service_unavailable', { details: 'too many at once', retryAfterSeconds });
  };

  const turn = async (): Promise<void> => {
    requireRoom();
    if (running < atOnce) {
      running += 1;
      return;
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
    requireRoom,
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
