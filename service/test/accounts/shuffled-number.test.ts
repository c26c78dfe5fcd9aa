import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createShuffledNumber } from '../../src/accounts/shuffled-number.js';

const first = 1001;
const many = 5_000;

const numbers = async (fill: number): Promise<readonly number[]> => {
  let next = first;
  const draw = createShuffledNumber(
    async () => {
      next += 1;
      return next - 1;
    },
    Buffer.alloc(32, fill),
  );
  const drawn: number[] = [];
  for (let index = 0; index < many; index += 1) drawn.push(await draw());
  return drawn;
};

describe('ids of customers', () => {
  it('are each given once, and above those that were once counted', async () => {
    const drawn = await numbers(1);
    assert.equal(new Set(drawn).size, many);
    assert.ok(drawn.every((id) => Number.isSafeInteger(id) && id >= 2 ** 40 && id < 2 ** 41));
  });

  it('say nothing of which came first', async () => {
    const drawn = await numbers(1);
    const rising = drawn.filter((id, index) => id > (drawn[index - 1] ?? 0)).length;
    assert.ok(rising > many * 0.45 && rising < many * 0.55, String(rising));
  });

  it('are others under another key', async () => {
    const [one, other] = await Promise.all([numbers(1), numbers(2)]);
    assert.equal(one.filter((id) => other.includes(id)).length, 0);
  });
});
