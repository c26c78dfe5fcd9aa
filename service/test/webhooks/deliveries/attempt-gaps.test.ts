import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type AttemptGap, attemptGaps } from '../../../src/webhooks/deliveries/attempt-gaps.js';
import { noon } from './delivery-builder.js';

const dayMs = 86_400_000;

interface Case {
  readonly what: string;
  readonly n: number;
  readonly tok?: string;
  readonly kept: readonly number[];
  readonly shownFrom?: number;
  readonly ageMs?: number;
  readonly gaps: readonly AttemptGap[];
}

const cases: readonly Case[] = [
  { what: 'all are there', n: 2, kept: [1, 2], gaps: [] },
  { what: 'none was made', n: 0, kept: [], gaps: [] },
  { what: 'the first is on its way', n: 1, tok: 't', kept: [], gaps: [] },
  { what: 'the one on its way was answered just now', n: 1, tok: 't', kept: [1], gaps: [] },
  {
    what: 'a worker died',
    n: 4,
    kept: [1, 4],
    gaps: [{ from: 2, to: 3, why: 'unrecorded' }],
  },
  { what: 'the last worker died', n: 2, kept: [1], gaps: [{ from: 2, to: 2, why: 'unrecorded' }] },
  {
    what: 'a worker died at the first, and another is at it',
    n: 2,
    tok: 't',
    kept: [],
    gaps: [{ from: 1, to: 1, why: 'unrecorded' }],
  },
  {
    what: 'the older ones were trimmed',
    n: 9,
    kept: [8, 9],
    ageMs: 90 * dayMs,
    gaps: [{ from: 1, to: 7, why: 'trimmed' }],
  },
  {
    what: 'all were trimmed',
    n: 2,
    kept: [],
    ageMs: 200 * dayMs,
    gaps: [{ from: 1, to: 2, why: 'trimmed' }],
  },
  {
    what: 'there are more than are shown',
    n: 120,
    kept: [22, 23],
    shownFrom: 21,
    ageMs: 200 * dayMs,
    gaps: [
      { from: 1, to: 20, why: 'not_shown' },
      { from: 21, to: 21, why: 'trimmed' },
      { from: 24, to: 120, why: 'unrecorded' },
    ],
  },
];

describe('what is missing among the attempts of a delivery', () => {
  for (const { what, n, tok = null, kept, shownFrom = 1, ageMs = 0, gaps } of cases) {
    it(`where ${what}`, () => {
      const delivery = { n, tok, createdAt: noon - ageMs };
      const attempts = kept.map((number) => ({ n: number }));
      assert.deepEqual(
        attemptGaps({ delivery, attempts, shownFrom, now: noon, keptMs: 90 * 86_400_000 }),
        gaps,
      );
    });
  }
});
