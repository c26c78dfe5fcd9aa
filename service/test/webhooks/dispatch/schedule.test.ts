import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  defaultSchedule,
  isOver,
  retryDelayMs,
  scheduleUntil,
} from '../../../src/webhooks/dispatch/schedule.js';

const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const failures = fc.integer({ min: 1, max: 100_000 });
const asked = fc.integer({ min: 0, max: 10 * 86_400_000 });
const { baseMs, capMs, jitter } = defaultSchedule;

describe('the retry schedule', () => {
  it('doubles from five seconds to an hour', () => {
    const delays = Array.from({ length: 12 }, (_, index) =>
      retryDelayMs(defaultSchedule, { failures: index + 1, chance: 0 }),
    );
    const seconds = [5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600];
    assert.deepEqual(
      delays,
      seconds.map((value) => value * 1_000),
    );
  });

  it('stays between the base without its jitter and the cap', () => {
    fc.assert(
      fc.property(failures, chance, (count, luck) => {
        const delay = retryDelayMs(defaultSchedule, { failures: count, chance: luck });
        assert.ok(Number.isSafeInteger(delay) && delay >= baseMs * (1 - jitter) && delay <= capMs);
      }),
    );
  });

  it('never comes sooner after one failure more', () => {
    fc.assert(
      fc.property(failures, chance, (count, luck) => {
        const first = retryDelayMs(defaultSchedule, { failures: count, chance: luck });
        assert.ok(retryDelayMs(defaultSchedule, { failures: count + 1, chance: luck }) >= first);
      }),
    );
  });

  it('never undercuts a Retry-After below the cap, nor its own delay, and never goes far beyond the cap', () => {
    fc.assert(
      fc.property(failures, chance, asked, (count, luck, wanted) => {
        const own = retryDelayMs(defaultSchedule, { failures: count, chance: luck });
        const delay = retryDelayMs(defaultSchedule, { failures: count, chance: luck, retryAfterMs: wanted });
        assert.ok(delay >= own && delay >= Math.min(wanted, capMs) && delay <= capMs * 1.1);
      }),
    );
  });

  it('has no end unless the operator sets one', () => {
    assert.equal(isOver(defaultSchedule, 0, 10 ** 12), false);
    assert.equal(scheduleUntil(undefined), defaultSchedule);
    assert.deepEqual(scheduleUntil(2), { ...defaultSchedule, giveUpAfterMs: 7_200_000 });
    const ending = { ...defaultSchedule, giveUpAfterMs: 1_000 };
    assert.deepEqual([isOver(ending, 0, 1_000), isOver(ending, 0, 1_001)], [false, true]);
  });
});
