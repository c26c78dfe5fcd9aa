import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createLimiter } from '../../../src/http/limits/limiter.js';

const limiterAt = (time: { now: number }, limit = 3, maxKeys?: number) =>
  createLimiter({
    name: 'some',
    limit,
    windowSeconds: 60,
    now: () => time.now,
    ...(maxKeys === undefined ? {} : { maxKeys }),
  });

describe('a limiter', () => {
  it('gives a whole allowance at once, then one at a time as it comes back', () => {
    const time = { now: 1_000_000 };
    const { take } = limiterAt(time);
    const named = { name: 'some', limit: 3, windowSeconds: 60 };
    const allowed = { ...named, isAllowed: true, retryAfterSeconds: 0 };
    assert.deepEqual(take('a'), { ...allowed, remaining: 2, resetSeconds: 20 });
    assert.deepEqual(take('a'), { ...allowed, remaining: 1, resetSeconds: 40 });
    assert.deepEqual(take('a'), { ...allowed, remaining: 0, resetSeconds: 60 });
    const refused = { ...named, isAllowed: false, remaining: 0, resetSeconds: 60, retryAfterSeconds: 20 };
    assert.deepEqual(take('a'), refused);
    time.now += 19_999;
    assert.deepEqual(take('a'), { ...refused, resetSeconds: 41, retryAfterSeconds: 1 });
    time.now += 1;
    assert.deepEqual(take('a'), { ...allowed, remaining: 0, resetSeconds: 60 });
    time.now += 60_000;
    assert.deepEqual(take('a'), { ...allowed, remaining: 2, resetSeconds: 20 });
  });

  it('counts each key by itself', () => {
    const { take } = limiterAt({ now: 0 }, 1);
    assert.deepEqual(
      ['a', 'b', 'a', 'b'].map((key) => take(key).isAllowed),
      [true, true, false, false],
    );
  });

  it('takes back what does not count', () => {
    const { take, giveBack } = limiterAt({ now: 0 }, 1);
    take('a');
    giveBack('a');
    giveBack('never seen');
    assert.equal(take('a').isAllowed, true);
    assert.equal(take('a').isAllowed, false);
  });

  it('never gives more than the allowance, however often one is given back', () => {
    const { take, giveBack } = limiterAt({ now: 0 }, 2);
    take('a');
    for (let round = 0; round < 5; round += 1) giveBack('a');
    assert.deepEqual(
      [1, 2, 3].map(() => take('a').isAllowed),
      [true, true, false],
    );
  });

  it('refuses nobody for long when the clock is set back', () => {
    const time = { now: 10_000_000 };
    const { take } = limiterAt(time, 1);
    take('a');
    time.now = 0;
    assert.equal(take('a').isAllowed, true);
  });

  it('forgets the key unused for longest rather than grow', () => {
    const { take } = limiterAt({ now: 0 }, 1, 2);
    take('a');
    take('b');
    take('a');
    take('c');
    assert.deepEqual(
      ['a', 'b'].map((key) => take(key).isAllowed),
      [false, true],
    );
  });

  it('allows in no window more than twice its limit, and in the long run its rate', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.array(fc.integer({ min: 0, max: 5_000 }), { minLength: 1, maxLength: 300 }),
        (limit, gaps) => {
          const time = { now: 0 };
          const { take } = limiterAt(time, limit);
          let allowed = 0;
          for (const gap of gaps) {
            time.now += gap;
            const standing = take('a');
            if (standing.isAllowed) allowed += 1;
            else assert.ok(standing.retryAfterSeconds >= 1 && standing.retryAfterSeconds <= 60);
            assert.ok(standing.remaining >= 0 && standing.remaining < limit);
          }
          assert.ok(allowed <= limit * (1 + time.now / 60_000) + 1);
        },
      ),
    );
  });
});
