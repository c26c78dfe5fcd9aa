import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readWeighted } from '../../src/base/weighted-list.js';

const weights = (header: string): readonly (readonly [string, number])[] =>
  readWeighted(header).map(({ name, weight }) => [name, weight]);

describe('a weighted list', () => {
  it('names what is wished in lower case, 1 where nothing is said', () => {
    assert.deepEqual(weights('fr-CA, EN;q=0.5,*;q=0'), [
      ['fr-ca', 1],
      ['en', 0.5],
      ['*', 0],
    ]);
  });

  it('takes blanks around the weight, and other parameters before it', () => {
    assert.deepEqual(weights('gzip ; level=9 ; q = 0.3'), [['gzip', 0.3]]);
  });

  for (const weight of ['x', '-1', '1.1', '1.2.3', 'Infinity', 'NaN']) {
    it(`counts q=${weight} as 0`, () => {
      assert.deepEqual(weights(`br;q=${weight}`), [['br', 0]]);
    });
  }

  it('reads no more than 20 wishes', () => {
    assert.equal(readWeighted('a,'.repeat(5_000)).length, 20);
  });
});
