import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { rememberSearches } from '../../src/http/lists/search-memory.js';

const setUp = (most: number) => {
  const searched: string[] = [];
  const find = rememberSearches((snapshot: { readonly size: number }, { q }: { readonly q: string }) => {
    searched.push(q);
    return Array.from({ length: snapshot.size }, () => q);
  }, most);
  return { find, searched };
};

describe('memory of searches', () => {
  it('finds the same again without searching, until the snapshot is another', () => {
    const { find, searched } = setUp(100);
    const snapshot = { size: 3 };
    assert.deepEqual(find(snapshot, { q: 'a' }), ['a', 'a', 'a']);
    assert.equal(find(snapshot, { q: 'a' }), find(snapshot, { q: 'a' }));
    find(snapshot, { q: 'b' });
    assert.deepEqual(searched, ['a', 'b']);
    assert.deepEqual(find({ size: 1 }, { q: 'a' }), ['a']);
    assert.deepEqual(searched, ['a', 'b', 'a']);
  });

  it('forgets the oldest where together they are too many, and never keeps one that is too large', () => {
    const { find, searched } = setUp(12);
    const snapshot = { size: 3 };
    for (const q of ['a', 'b', 'c', 'c', 'b', 'a']) find(snapshot, { q });
    assert.deepEqual(searched, ['a', 'b', 'c', 'a']);
    const large = { size: 13 };
    find(large, { q: 'x' });
    find(large, { q: 'x' });
    assert.deepEqual(searched.slice(-2), ['x', 'x']);
  });

  it('holds no end of searches that find nothing', () => {
    const { find, searched } = setUp(12);
    const empty = { size: 0 };
    for (const q of ['1', '2', '3', '4', '5', '1']) find(empty, { q });
    assert.deepEqual(searched, ['1', '2', '3', '4', '5', '1']);
  });

  it('holds no end of long ones either', () => {
    const { find, searched } = setUp(100);
    const empty = { size: 0 };
    const [one, other] = ['a', 'b'].map((letter) => letter.repeat(600));
    for (const q of [one, other, one]) find(empty, { q: q ?? '' });
    assert.deepEqual(searched, [one, other, one]);
  });
});
