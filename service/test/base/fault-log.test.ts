import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFaultLog } from '../../src/base/fault-log.js';
import { createFakeClock } from '../support/fake-clock.js';

it('tells a fault that comes again and again once, then once a minute, and anew after it was mended', () => {
  const clock = createFakeClock();
  const lines: unknown[] = [];
  const faults = createFaultLog({
    log: ({ err, ...fields }, message) => lines.push([message, err, fields]),
    message: 'it failed',
    clock,
  });
  for (let second = 0; second < 121; second += 1) {
    faults.failed('away', { second });
    clock.jump(1_000);
  }
  faults.worked();
  faults.failed('full');
  // Set back a day: it must not be silent until then.
  clock.jump(-86_400_000);
  faults.failed('full');
  assert.deepEqual(lines, [
    ['it failed', 'away', { second: 0 }],
    ['it failed', 'away', { second: 60, times: 60 }],
    ['it failed', 'away', { second: 120, times: 60 }],
    ['it failed', 'full', {}],
    ['it failed', 'full', {}],
  ]);
});
