import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { stopInStages } from '../../src/app/stop-in-stages.js';
import { createFakeClock } from '../support/fake-clock.js';

const begin = () => {
  const clock = createFakeClock();
  const done: string[] = [];
  const warnings: unknown[] = [];
  const logger = { warn: (fields: Readonly<Record<string, unknown>>) => void warnings.push(fields) };
  const part =
    (name: string, forMs: number, fault?: Error): (() => Promise<void>) =>
    async () => {
      done.push(`${name} asked`);
      await clock.sleep(forMs);
      if (fault !== undefined) throw fault;
      done.push(`${name} stopped`);
    };
  return { clock, done, warnings, logger, part };
};

describe('stopping in stages', () => {
  it('asks all parts of a stage at once, and the next stage when they have stopped', async () => {
    const { clock, done, warnings, logger, part } = begin();
    const stages = [
      { name: 'work', stops: [part('pump', 20), part('dispatcher', 10)], withinMs: 1_000 },
      { name: 'ground', stops: [part('database', 0)], withinMs: 1_000 },
    ];
    const stopped = stopInStages(stages, { clock, logger });
    await clock.advance(100);
    await stopped;
    assert.deepEqual(done, [
      'pump asked',
      'dispatcher asked',
      'dispatcher stopped',
      'pump stopped',
      'database asked',
      'database stopped',
    ]);
    assert.deepEqual(warnings, []);
  });

  it('leaves a part that hangs when its time is over, and says so', async () => {
    const { clock, done, warnings, logger, part } = begin();
    const stages = [
      { name: 'work', stops: [part('pump', 3_600_000), part('dispatcher', 10)], withinMs: 1_000 },
      { name: 'ground', stops: [part('database', 0)], withinMs: 1_000 },
    ];
    const stopped = stopInStages(stages, { clock, logger });
    await clock.advance(1_100);
    await stopped;
    assert.deepEqual(done.slice(-2), ['database asked', 'database stopped']);
    assert.deepEqual(warnings, [{ stage: 'work', afterMs: 1_000 }]);
  });

  it('goes on after a fault, and reports the first', async () => {
    const { clock, done, logger, part } = begin();
    const first = new Error('the alarm clock cannot reach its database');
    const stages = [
      {
        name: 'work',
        stops: [part('jobs', 10, first), part('feeds', 20, new Error('another'))],
        withinMs: 1_000,
      },
      { name: 'ground', stops: [part('database', 0)], withinMs: 1_000 },
    ];
    const stopped = assert.rejects(stopInStages(stages, { clock, logger }), first);
    await clock.advance(100);
    await stopped;
    assert.equal(done.at(-1), 'database stopped');
  });
});
