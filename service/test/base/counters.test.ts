import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { counterCollection, createCounter, type NextNumber } from '../../src/base/counters.js';
import type { Database } from '../../src/base/documents.js';
import { openDatabase } from '../../src/storage/open.js';
import { createFakeClock } from '../support/fake-clock.js';

describe('a counter', () => {
  const clock = createFakeClock();
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes: true });
  });
  afterEach(() => database.close());

  const counter = (floor: number, blockSize = 3): NextNumber =>
    createCounter({
      documents: database.collection(counterCollection),
      clock,
      name: 'bookings',
      blockSize,
      floor: () => floor,
    });

  const take = (next: NextNumber, count: number): Promise<readonly number[]> =>
    Promise.all(Array.from({ length: count }, next));

  it('starts at its floor and skips none while it lives', async () => {
    assert.deepEqual(await take(counter(1001), 8), [1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008]);
  });

  it('gives no number twice, however many processes count side by side', async () => {
    const taken = await Promise.all([counter(1), counter(1), counter(1)].map((next) => take(next, 20)));
    assert.equal(new Set(taken.flat()).size, 60);
  });

  it('goes on after the unfinished block of a process that died', async () => {
    await take(counter(1), 1);
    assert.deepEqual(await take(counter(1), 2), [4, 5]);
  });

  it('follows a floor that has risen, and never falls back to a lower one', async () => {
    await take(counter(1), 1);
    assert.deepEqual(await take(counter(500), 1), [500]);
    assert.deepEqual(await take(counter(1), 1), [503]);
  });
});
