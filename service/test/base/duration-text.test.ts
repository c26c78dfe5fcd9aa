import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { durationText } from '../../src/base/duration-text.js';

const cases: readonly (readonly [ms: number, text: string])[] = [
  [-5, '0 s'],
  [0, '0 s'],
  [999, '0 s'],
  [1_000, '1 s'],
  [59_999, '59 s'],
  [60_000, '1 min'],
  [119_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [11_520_000, '3 h 12 min'],
  [86_400_000, '1 d'],
  [86_400_000 + 3_599_000, '1 d'],
  [9.5 * 86_400_000, '9 d 12 h'],
];

describe('a duration for people', () => {
  for (const [ms, text] of cases) it(`of ${ms} ms is ${text}`, () => assert.equal(durationText(ms), text));
});
