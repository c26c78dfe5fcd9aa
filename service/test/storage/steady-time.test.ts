import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createSteadyTime } from '../../src/storage/embedded/steady-time.js';
import { createFakeClock } from '../support/fake-clock.js';

describe('the embedded engine’s time', () => {
  it('goes on where the clock is set back, and follows where it is set forward', () => {
    const clock = createFakeClock();
    const start = clock.now();
    const time = createSteadyTime(clock);
    const since = (): number => time() - start;
    clock.jump(1_000);
    assert.equal(since(), 1_000);
    clock.set(-3_600_000);
    assert.equal(since(), 1_000);
    clock.jump(500);
    assert.equal(since(), 1_500);
    clock.set(3_600_000);
    assert.equal(since(), 1_500);
    clock.set(10_000);
    assert.equal(since(), 11_500);
  });
});
