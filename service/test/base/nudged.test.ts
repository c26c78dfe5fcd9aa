import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { silentLogger } from '../../src/base/logger.js';
import { createNudged } from '../../src/base/nudged.js';
import { createFakeClock } from '../support/fake-clock.js';

const bellMs = 1_000;

const open = (run: () => Promise<unknown>, logged: unknown[] = []) => {
  const clock = createFakeClock();
  const logger = { ...silentLogger, error: (_fields: unknown, text: string) => void logged.push(text) };
  return { clock, nudged: createNudged({ run, bellMs, clock, logger, fault: 'it failed' }) };
};

const microtasks = async (count: number): Promise<void> => {
  for (let passed = 0; passed < count; passed += 1) await Promise.resolve();
};

describe('work that is nudged', () => {
  it('does not run before the start, and not after the stop', async () => {
    let runs = 0;
    const { nudged } = open(async () => {
      runs += 1;
    });
    nudged.nudge();
    await microtasks(20);
    assert.equal(runs, 0);
    nudged.start();
    await nudged.stop();
    nudged.nudge();
    await microtasks(20);
    assert.equal(runs, 1);
  });

  it('runs at each bell', async () => {
    let runs = 0;
    const { clock, nudged } = open(async () => {
      runs += 1;
    });
    nudged.start();
    await microtasks(20);
    await clock.advance(bellMs);
    await microtasks(20);
    await nudged.stop();
    assert.equal(runs, 2);
  });

  it('runs once more after nudges during a run, never twice at once', async () => {
    let [runs, now, most] = [0, 0, 0];
    const { nudged } = open(async () => {
      runs += 1;
      now += 1;
      most = Math.max(most, now);
      await microtasks(10);
      now -= 1;
    });
    nudged.start();
    await microtasks(5);
    nudged.nudge();
    nudged.nudge();
    await microtasks(60);
    await nudged.stop();
    assert.deepEqual([runs, most], [2, 1]);
  });

  it('loses no nudge, however short after the end of a run it comes', async () => {
    for (let after = 0; after < 16; after += 1) {
      let runs = 0;
      const { nudged } = open(async () => {
        runs += 1;
      });
      nudged.start();
      await microtasks(after);
      const before = runs;
      nudged.nudge();
      await microtasks(60);
      await nudged.stop();
      assert.ok(runs > before, `a nudge ${after} steps after the start`);
    }
  });

  it('goes on after a run that failed, and says so', async () => {
    const logged: unknown[] = [];
    let runs = 0;
    const { nudged } = open(async () => {
      runs += 1;
      if (runs === 1) throw new Error('broken');
    }, logged);
    nudged.start();
    await microtasks(20);
    nudged.nudge();
    await microtasks(20);
    await nudged.stop();
    assert.deepEqual([runs, logged], [2, ['it failed']]);
  });
});
