import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSharedReading } from '../../src/metrics/shared-reading.js';
import { createFakeClock } from '../support/fake-clock.js';

/** A reading that takes as long as it is told, and fails or hangs when it is told to. */
const openReading = () => {
  const clock = createFakeClock();
  let reads = 0;
  let behaviour: 'answers' | 'fails' | 'hangs' = 'answers';
  let takesMs = 0;
  const ask = createSharedReading({
    clock,
    restMs: 5_000,
    patienceMs: 2_000,
    keptMs: 60_000,
    read: async () => {
      reads += 1;
      const number = reads;
      if (takesMs > 0) await clock.sleep(takesMs);
      if (behaviour === 'hangs') await new Promise(() => undefined);
      if (behaviour === 'fails') throw new Error('the database is away');
      return number;
    },
  });
  return {
    clock,
    ask,
    reads: () => reads,
    become: (next: typeof behaviour, ms = 0) => {
      behaviour = next;
      takesMs = ms;
    },
  };
};

describe('a reading that all who ask share', () => {
  it('is made once for many, and again only after its rest', async () => {
    const { clock, ask } = openReading();
    const first = { value: 1, isUp: true, ageMs: 0 };
    assert.deepEqual(await Promise.all([ask(), ask(), ask()]), [first, first, first]);
    clock.jump(4_999);
    assert.deepEqual(await ask(), { value: 1, isUp: true, ageMs: 4_999 });
    clock.jump(1);
    assert.deepEqual(await ask(), { value: 2, isUp: true, ageMs: 0 });
  });

  it('rests ten times as long as it took', async () => {
    const { clock, ask, become, reads } = openReading();
    become('answers', 1_500);
    const asked = ask();
    await clock.advance(1_500);
    assert.equal((await asked).value, 1);
    clock.jump(14_999);
    await ask();
    assert.equal(reads(), 1);
    clock.jump(1);
    const again = ask();
    await clock.advance(1_500);
    assert.equal((await again).value, 2);
  });

  it('goes on after a failure with what it knows, for a while, and says that it failed', async () => {
    const { clock, ask, become } = openReading();
    await ask();
    become('fails');
    clock.jump(5_000);
    assert.deepEqual(await ask(), { value: 1, isUp: false, ageMs: 5_000 });
    clock.jump(55_001);
    assert.deepEqual(await ask(), { value: undefined, isUp: false, ageMs: undefined });
    become('answers');
    clock.jump(5_000);
    assert.deepEqual(await ask(), { value: 4, isUp: true, ageMs: 0 });
  });

  it('keeps nobody waiting for one that hangs', async () => {
    const { clock, ask, become, reads } = openReading();
    become('hangs');
    const asked = [ask(), ask()];
    await clock.advance(2_000);
    const nothing = { value: undefined, isUp: false, ageMs: undefined };
    assert.deepEqual(await Promise.all(asked), [nothing, nothing]);
    assert.equal(reads(), 1);
  });

  it('is not held up by a clock that was set back', async () => {
    const { clock, ask } = openReading();
    await ask();
    clock.jump(-3_600_000);
    assert.equal((await ask()).value, 2);
  });
});
