import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createWakeUps } from '../../../src/webhooks/dispatch/wake-ups.js';
import { createFakeClock } from '../../support/fake-clock.js';

const begin = () => {
  const clock = createFakeClock();
  const start = clock.now();
  const woken: number[] = [];
  const wakeUps = createWakeUps({ clock, now: clock.now, wake: () => woken.push(clock.now() - start) });
  return { clock, woken, wakeUps, after: (ms: number) => wakeUps.at(start + ms) };
};

describe('wake-ups', () => {
  it('happen at every instant asked for, whatever the order of asking', async () => {
    const { clock, woken, after } = begin();
    for (const ms of [9_000, 2_000, 5_000, 2_000]) after(ms);
    await clock.advance(20_000);
    assert.deepEqual(woken, [2_000, 5_000, 9_000]);
  });

  it('are one for instants close together, never before any of them', async () => {
    const { clock, woken, after } = begin();
    for (const ms of [2_001, 2_002, 2_009]) after(ms);
    await clock.advance(20_000);
    assert.deepEqual(woken, [2_010]);
  });

  it('happen at once for what is past, and not after the end', async () => {
    const { clock, woken, after, wakeUps } = begin();
    after(-5_000);
    await clock.advance(1);
    assert.deepEqual(woken, [0]);
    after(5_000);
    wakeUps.cancel();
    after(6_000);
    await clock.advance(20_000);
    assert.deepEqual(woken, [0]);
  });

  it('wait on when the timer was early', async () => {
    const clock = createFakeClock();
    const start = clock.now();
    const woken: number[] = [];
    let earlyMs = 3;
    const early: typeof clock.timer = (ms, fire) => {
      const timer = clock.timer(ms - earlyMs, fire);
      earlyMs = 0;
      return timer;
    };
    const wakeUps = createWakeUps({
      clock: { timer: early },
      now: clock.now,
      wake: () => woken.push(clock.now() - start),
    });
    wakeUps.at(start + 50);
    await clock.advance(100);
    assert.deepEqual(woken, [50]);
  });

  it('forget the latest of a great many', async () => {
    const { clock, woken, after } = begin();
    for (let count = 1_000; count > 0; count -= 1) after(count * 100);
    await clock.advance(200_000);
    assert.equal(woken.length, 256);
    assert.deepEqual([woken[0], woken.at(-1)], [100, 25_600]);
  });
});
