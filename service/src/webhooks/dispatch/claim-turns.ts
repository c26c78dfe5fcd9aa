export type Turn = () => Promise<void>;

/** Lets a few claims run at a time, those that somebody waits for first, each kind in the order of asking. */
export interface ClaimTurns {
  readonly ask: (turn: Turn, isUrgent: boolean) => void;
}

export const createClaimTurns = (atOnce: number): ClaimTurns => {
  const urgent: Turn[] = [];
  const ordinary: Turn[] = [];
  let running = 0;

  const next = (): void => {
    while (running < atOnce) {
      const turn = urgent.shift() ?? ordinary.shift();
      if (turn === undefined) return;
      running += 1;
      void turn().finally(() => {
        running -= 1;
        next();
      });
    }
  };

  return {
    ask: (turn, isUrgent) => {
      (isUrgent ? urgent : ordinary).push(turn);
      next();
    },
  };
};
