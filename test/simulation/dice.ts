import { seededRandom } from '../support/seeded-random.js';

/** All chance in a simulation: the same for the same seed. */
export interface Dice {
  /** 0 (included) to 1 (excluded). */
  readonly random: () => number;
  /** True with that probability. */
  readonly chance: (probability: number) => boolean;
  /** A whole number, both ends included. */
  readonly between: (low: number, high: number) => number;
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T;
}

export const createDice = (seed: number): Dice => {
  const random = seededRandom(seed);
  return {
    random,
    chance: (probability) => random() < probability,
    between: (low, high) => low + Math.floor(random() * (high - low + 1)),
    pick: (choices) => choices[Math.floor(random() * choices.length)] ?? choices[0],
  };
};
