import type { Dice } from './dice.js';

const hourMs = 3_600_000;

/** Most clocks are a little wrong, some by up to an hour. */
export const wrongBy = (dice: Dice, probability: number, usuallyMs: number): number => {
  const mostMs = dice.chance(probability) ? hourMs : usuallyMs;
  return dice.between(-mostMs, mostMs);
};
