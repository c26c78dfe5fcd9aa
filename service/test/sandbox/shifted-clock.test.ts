import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/base/clock.js';
import { createShiftedClock } from '../../src/sandbox/shifted-clock.js';

const dayMs = 86_400_000;

describe('the sandbox clock', () => {
  it('wakes who waits for days when it is moved', async () => {
    const clock = createShiftedClock(systemClock, 0);
    const fired: string[] = [];
    const slept = clock.sleep(3 * dayMs).then(() => fired.push('three days'));
    const cancel = clock.timer(3 * dayMs, () => fired.push('cancelled'));
    clock.timer(dayMs, () => fired.push('one day'));
    cancel();
    clock.advance(dayMs);
    assert.deepEqual(fired, ['one day']);
    clock.advance(2 * dayMs);
    await slept;
    assert.deepEqual(fired, ['one day', 'three days']);
    assert.ok(Math.abs(clock.now() - systemClock.now() - 3 * dayMs) < 1_000);
  });

  it('holds nobody up when the wall clock is set back', () => {
    let wall = 1_000_000;
    const timers: (() => void)[] = [];
    const real = {
      ...systemClock,
      now: () => wall,
      timer: (_ms: number, fire: () => void) => {
        timers.push(fire);
        return () => undefined;
      },
    };
    const fired: string[] = [];
    createShiftedClock(real, 0).timer(50, () => fired.push('flush'));
    wall -= dayMs;
    for (const fire of [...timers]) fire();
    assert.deepEqual([fired, timers.length], [['flush'], 1]);
  });

  it('waits no longer than asked after it was moved on a clock set back', () => {
    let wall = 1_000_000;
    const asked: number[] = [];
    const timer = (ms: number) => {
      asked.push(ms);
      return () => undefined;
    };
    const clock = createShiftedClock({ ...systemClock, now: () => wall, timer }, 0);
    clock.timer(2_000, () => undefined);
    wall -= dayMs;
    clock.advance(500);
    assert.deepEqual(asked, [2_000, 2_000]);
  });

  it('starts where it was left, and never goes back', () => {
    const clock = createShiftedClock(systemClock, dayMs);
    assert.equal(clock.offsetMs(), dayMs);
    assert.throws(() => clock.advance(-1));
  });

  it('lets an aborted sleeper go', async () => {
    const clock = createShiftedClock(systemClock, 0);
    const stop = new AbortController();
    const slept = clock.sleep(dayMs, stop.signal);
    stop.abort();
    await slept;
  });
});
