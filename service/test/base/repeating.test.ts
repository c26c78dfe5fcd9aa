import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRepeating } from '../../src/base/repeating.js';
import { createFakeClock } from '../support/fake-clock.js';

describe('something done over and over', () => {
  const begin = (run: () => Promise<void>) => {
    const clock = createFakeClock();
    const warnings: unknown[] = [];
    const logger = { warn: (fields: Readonly<Record<string, unknown>>) => void warnings.push(fields['err']) };
    return {
      clock,
      warnings,
      repeating: createRepeating({ name: 'task', everyMs: 100, run, clock, logger }),
    };
  };

  it('runs at once and then after each pause, until it is stopped', async () => {
    let runs = 0;
    const { clock, repeating } = begin(async () => {
      runs += 1;
    });
    repeating.start();
    repeating.start();
    await clock.settle();
    assert.equal(runs, 1);
    await clock.advance(250);
    assert.equal(runs, 3);
    await repeating.stop();
    await clock.advance(1_000);
    assert.equal(runs, 3);
  });

  it('says once that it fails, and again after it has worked', async () => {
    const faults = [new Error('first'), new Error('second'), undefined, new Error('third')];
    const { clock, warnings, repeating } = begin(async () => {
      const fault = faults.shift();
      if (fault !== undefined) throw fault;
    });
    const [first, , , third] = faults;
    repeating.start();
    await clock.advance(350);
    await repeating.stop();
    assert.deepEqual(warnings, [first, third]);
  });

  it('lets the run under way finish before it counts as stopped', async () => {
    let finish = (): void => undefined;
    const { clock, repeating } = begin(() => new Promise((resolve) => (finish = resolve)));
    repeating.start();
    await clock.settle();
    let isStopped = false;
    const stopped = repeating.stop().then(() => {
      isStopped = true;
    });
    await clock.settle();
    assert.equal(isStopped, false);
    finish();
    await stopped;
  });
});
