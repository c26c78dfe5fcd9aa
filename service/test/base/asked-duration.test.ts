import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readAskedDuration } from '../../src/base/asked-duration.js';

const cases: readonly (readonly [text: string, ms: number | undefined])[] = [
  ['90s', 90_000],
  ['15m', 900_000],
  ['15min', 900_000],
  [' 15 min ', 900_000],
  ['2h', 7_200_000],
  ['3d', 259_200_000],
  ['0s', 0],
  ['12345678s', undefined],
  ['90', undefined],
  ['-1h', undefined],
  ['1.5h', undefined],
  ['1h30m', undefined],
  ['2 weeks', undefined],
  ['1 H', undefined],
  ['', undefined],
];

describe('a duration as an operator writes it', () => {
  for (const [text, ms] of cases)
    it(`"${text}" is ${ms ?? 'none'}`, () => assert.equal(readAskedDuration(text), ms));
});
