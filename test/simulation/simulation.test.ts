import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { isElsewhere } from './is-elsewhere.js';
import { rarities } from './rarities.js';
import { simulate } from './simulate.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const schedules = isLong ? 10_000 : 500;
const perCase = schedules / 10;
const replayLine = (seed: number): string => `node test/dist/simulation/main.js --seed ${seed} --trace`;
const main = fileURLToPath(new URL('main.js', import.meta.url));

describe('one seed, one schedule of deaths, pauses, lost answers and wrong clocks', {
  skip: isElsewhere,
}, () => {
  const met = new Set<string>();
  for (let from = 1; from <= schedules; from += perCase) {
    const to = from + perCase - 1;
    it(`loses no notice and repeats no effect, seeds ${from} to ${to}`, async () => {
      for (let seed = from; seed <= to; seed += 1) {
        const result = await simulate(seed);
        assert.deepEqual(result.faults, [], `replay it: ${replayLine(seed)}`);
        for (const what of result.met.keys()) met.add(what);
      }
    });
  }

  it('meets what is rare', () => {
    assert.deepEqual(
      rarities.filter((what) => !met.has(what)),
      [],
    );
  });

  it('runs alike however often and wherever it is run', async () => {
    const seeds = [3, 17, 23];
    for (const seed of seeds) {
      const { trace } = await simulate(seed, { isTraced: true });
      assert.ok(trace.length > 20);
      assert.deepEqual((await simulate(seed, { isTraced: true })).trace, trace);
      const { stdout } = await promisify(execFile)(process.execPath, [
        main,
        '--seed',
        String(seed),
        '--trace',
      ]);
      assert.ok(stdout.startsWith(trace.join('\n')), `seed ${seed} runs otherwise in another process`);
    }
  });
});
