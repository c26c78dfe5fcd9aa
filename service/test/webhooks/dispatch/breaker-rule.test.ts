import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  type BreakerMove,
  type BreakerSettings,
  failuresInRow,
  gateOf,
  moveAfterProbe,
  movedBreaker,
  moveWhileClosed,
} from '../../../src/webhooks/dispatch/breaker-rule.js';
import type { SignOfLife } from '../../../src/webhooks/dispatch/sign-of-life.js';
import { type Breaker, closedBreaker } from '../../../src/webhooks/partners/breaker-state.js';

const settings: BreakerSettings = {
  failuresToOpen: 10,
  open: { baseMs: 5_000, capMs: 300_000, jitter: 0.2 },
  maxAskedMs: 3_600_000,
  probeMs: 30_000,
};
const now = 1_000_000;
const moved = (breaker: Breaker, move: BreakerMove, chance = 0): Breaker =>
  movedBreaker(breaker, move, { now, chance, settings });

const alive: SignOfLife = { kind: 'alive' };
const failing: BreakerMove & SignOfLife = { kind: 'failing', reason: 'timeout' };
const busy = (forMs?: number): BreakerMove & SignOfLife => ({
  kind: 'busy',
  reason: 'rate_limited',
  ...(forMs === undefined ? {} : { forMs }),
});
const open = (changes: Partial<Breaker> = {}): Breaker => ({
  st: 'open',
  until: now + 5_000,
  rev: 7,
  failures: 1,
  reason: 'timeout',
  ...changes,
});
const halfOpen = (changes: Partial<Breaker> = {}): Breaker => open({ st: 'half_open', ...changes });

describe('the breaker moves', () => {
  const rows: readonly (readonly [string, Breaker, BreakerMove, Partial<Breaker>])[] = [
    [
      'open by failures',
      closedBreaker,
      failing,
      { st: 'open', until: now + 5_000, failures: 1, reason: 'timeout' },
    ],
    [
      'open longer after a failed probe',
      halfOpen(),
      failing,
      { st: 'open', until: now + 10_000, failures: 2 },
    ],
    [
      'open for five minutes at most',
      halfOpen({ failures: 99 }),
      failing,
      { until: now + 300_000, failures: 100 },
    ],
    [
      'open as long as asked',
      closedBreaker,
      busy(90_000),
      { st: 'open', until: now + 90_000, failures: 0, reason: 'rate_limited' },
    ],
    ['open an hour where a day was asked', closedBreaker, busy(86_400_000), { until: now + 3_600_000 }],
    [
      'open as after a failure where no time was named',
      closedBreaker,
      busy(),
      { until: now + 5_000, failures: 1 },
    ],
    [
      'forget failures where a probe is asked to wait',
      halfOpen({ failures: 6 }),
      busy(1_000),
      { until: now + 1_000, failures: 0 },
    ],
    [
      'half open for one prober, for a while',
      open(),
      { kind: 'probe' },
      { st: 'half_open', until: now + 30_000, failures: 1, reason: 'timeout' },
    ],
    [
      'half open for another where the prober died',
      halfOpen({ until: now }),
      { kind: 'probe' },
      { st: 'half_open', until: now + 30_000, failures: 1 },
    ],
    [
      'open for a second where the probe was not sent',
      halfOpen({ failures: 4 }),
      { kind: 'unproven' },
      { st: 'open', until: now + 1_000, failures: 4, reason: 'timeout' },
    ],
    [
      'closed, forgetting all',
      halfOpen({ failures: 4 }),
      { kind: 'close' },
      { st: 'closed', until: null, failures: 0, reason: null },
    ],
  ];
  for (const [name, before, move, expected] of rows) {
    it(name, () => {
      const after = moved(before, move);
      assert.deepEqual(after, { ...after, ...expected, rev: before.rev + 1 });
    });
  }

  it('with jitter that only shortens', () => {
    assert.equal(moved(closedBreaker, failing, 0.999).until, now + 4_001);
  });
});

describe('what a breaker lets through', () => {
  const rows: readonly (readonly [string, Breaker, number, ReturnType<typeof gateOf>])[] = [
    ['closed: everything', closedBreaker, now, { kind: 'clear' }],
    ['open: nothing', open(), now, { kind: 'shut', until: now + 5_000 }],
    ['open and over: a probe', open({ until: now }), now, { kind: 'probe' }],
    ['open without an end (never written): a probe', open({ until: null }), now, { kind: 'probe' }],
    ['half open: nothing more', halfOpen(), now, { kind: 'shut', until: now + 5_000 }],
    ['half open and its prober’s time over: a probe', halfOpen({ until: now }), now, { kind: 'probe' }],
    [
      'open by a clock far ahead: no longer than it ever is',
      open({ until: now + 10 ** 9 }),
      now,
      { kind: 'shut', until: now + 300_000 },
    ],
    [
      'asked to wait by a clock far ahead',
      open({ until: now + 10 ** 9, failures: 0 }),
      now,
      { kind: 'shut', until: now + 3_600_000 },
    ],
    [
      'half open by a clock far ahead',
      halfOpen({ until: now + 10 ** 9 }),
      now,
      { kind: 'shut', until: now + 30_000 },
    ],
    [
      'open by a clock far ahead, seen long ago: a probe',
      open({ until: now + 10 ** 9 }),
      now - 300_000,
      { kind: 'probe' },
    ],
  ];
  for (const [name, breaker, seenAt, expected] of rows) {
    it(name, () => assert.deepEqual(gateOf(breaker, { seenAt, now }, settings), expected));
  }
});

describe('the count of failures', () => {
  const sign = fc.constantFrom(alive, failing, busy(), busy(1_000));

  it('opens at the tenth failure in a row, at once where the partner asks for a pause, and never otherwise', () => {
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 60 }), (signs) => {
        let inRow = 0;
        let since = 0;
        for (const each of signs) {
          inRow = failuresInRow(inRow, each);
          since = each.kind === 'failing' ? since + 1 : 0;
          const move = moveWhileClosed(each, inRow, settings);
          assert.equal(move !== undefined, each.kind === 'busy' || since >= 10);
        }
      }),
    );
  });

  it('closes after a probe that was answered, and opens after every other', () => {
    assert.deepEqual(moveAfterProbe(alive), { kind: 'close' });
    assert.deepEqual(moveAfterProbe(failing), failing);
    assert.deepEqual(moveAfterProbe(busy(5)), busy(5));
    assert.deepEqual(moveAfterProbe(undefined), { kind: 'unproven' });
  });
});

describe('whatever moves it', () => {
  const anyMove = fc.oneof(
    fc.constant<BreakerMove>({ kind: 'probe' }),
    fc.constant<BreakerMove>({ kind: 'unproven' }),
    fc.constant<BreakerMove>({ kind: 'close' }),
    fc.constant<BreakerMove>({ kind: 'failing', reason: 'dns' }),
    fc.integer({ min: 1, max: 10 ** 9 }).map((forMs): BreakerMove => ({ kind: 'busy', reason: 'x', forMs })),
  );
  const step = fc.record({ move: anyMove, jumpMs: fc.integer({ min: -(10 ** 9), max: 10 ** 9 }) });
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('it raises its rev, says why it is open, and ends in the longest wait, wherever the clock jumps', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), chance, (steps, luck) => {
        let breaker = closedBreaker;
        let clock = now;
        for (const { move, jumpMs } of steps) {
          const next = movedBreaker(breaker, move, { now: clock, chance: luck, settings });
          assert.equal(next.rev, breaker.rev + 1);
          assert.equal(next.st === 'closed', next.until === null);
          clock += jumpMs;
          const later = clock + settings.maxAskedMs;
          assert.notEqual(gateOf(next, { seenAt: clock, now: later }, settings).kind, 'shut');
          breaker = next;
        }
      }),
    );
  });
});
