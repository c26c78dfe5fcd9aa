import type { Clock } from '../../base/clock.js';

export type Turn = () => Promise<void>;

/** Lets a few claims run at a time, those that somebody waits for first, each kind in the order of asking. */
export interface ClaimTurns {
  readonly ask: (turn: Turn, isUrgent: boolean) => void;
}

interface ClaimTurnsOptions {
  readonly atOnce: number;
  /** A turn that takes longer goes on, but no longer keeps others waiting. */
  readonly patienceMs: number;
  readonly clock: Pick<Clock, 'timer'>;
}

export const createClaimTurns = ({ atOnce, patienceMs, clock }: ClaimTurnsOptions): ClaimTurns => {
  const urgent: Turn[] = [];
  const ordinary: Turn[] = [];
  let running = 0;

  const begin = (turn: Turn): void => {
    let isCounted = true;
    running += 1;
    const leave = (): void => {
      if (!isCounted) return;
      isCounted = false;
      running -= 1;
      next();
    };
    const cancel = clock.timer(patienceMs, leave);
    void turn().finally(() => {
      cancel();
      leave();
    });
  };

  const next = (): void => {
    while (running < atOnce) {
      const turn = urgent.shift() ?? ordinary.shift();
      if (turn === undefined) return;
      begin(turn);
    }
  };

  return {
    ask: (turn, isUrgent) => {
      (isUrgent ? urgent : ordinary).push(turn);
      next();
    },
  };
};
