/** How often things go wrong by themselves, 0 to 1 each. */
export interface Weather {
  /** A store call that never happens. */
  readonly storeLost: number;
  /** A store call that happens and whose answer gets lost. */
  readonly storeAnswerLost: number;
  /** A store call that takes seconds. */
  readonly storeSlow: number;
  /** A request that never reaches the partner. */
  readonly requestLost: number;
  /** A request that reaches the partner when nobody waits for its answer any more. */
  readonly requestLate: number;
  /** An answer that gets lost, or is cut off. */
  readonly answerLost: number;
  /** A partner's handler that throws, or takes longer than the sender waits. */
  readonly handlerTrouble: number;
}

export const calm: Weather = {
  storeLost: 0,
  storeAnswerLost: 0,
  storeSlow: 0,
  requestLost: 0,
  requestLate: 0,
  answerLost: 0,
  handlerTrouble: 0,
};

/** The weather of a simulation at this moment; calm at first. */
export interface Sky {
  readonly now: () => Weather;
  readonly turn: (weather: Weather) => void;
}

export const createSky = (): Sky => {
  let current = calm;
  return {
    now: () => current,
    turn: (weather) => {
      current = weather;
    },
  };
};
