import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSortKeys } from '../../src/base/sort-keys.js';
import { sortBy } from '../../src/http/lists/sort-by.js';

describe('sort keys', () => {
  it('count each name once, at its first mention', () => {
    const keys = readSortKeys(`b:desc ${'a b '.repeat(400)}`, ['a', 'b']);
    assert.deepEqual(keys, [
      { name: 'b', isDescending: true },
      { name: 'a', isDescending: false },
    ]);
  });

  it('are asked no more often than there are names, however often they are given', () => {
    let asked = 0;
    const same = (): number => {
      asked += 1;
      return 0;
    };
    sortBy([1, 2], readSortKeys('a '.repeat(900), ['a', 'b']), { a: same, b: same });
    assert.equal(asked, 1);
  });
});
