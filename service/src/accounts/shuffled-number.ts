import { createHmac } from 'node:crypto';
import type { NextNumber } from '../base/counters.js';

const halfBits = 20;
const half = 2 ** halfBits;
const rounds = 4;
/** Above all numbers that were given out before they were shuffled. */
const floor = half * half;

/** A Feistel network over 40 bits: other numbers for other numbers, in an order that nobody without the key can tell. */
const shuffle = (number: number, key: Uint8Array): number => {
  let [left, right] = [Math.floor(number / half) % half, number % half];
  for (let round = 0; round < rounds; round += 1) {
    const mac = createHmac('sha256', key).update(`${round} ${right}`).digest();
    [left, right] = [right, (left ^ mac.readUInt32BE(0)) & (half - 1)];
  }
  return left * half + right;
};

/**
 * Each number once, like the counter it rests on. Whoever books for an address sees the customer's id: one that counts would
 * tell whether the address was known before.
 */
export const createShuffledNumber =
  (next: NextNumber, key: Uint8Array): NextNumber =>
  async () =>
    floor + shuffle(await next(), key);
