import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/base/problem.js';
import { readIds, readPage, readText } from '../../src/pages/visit/query-values.js';
import { readStay, type StayRule } from '../../src/pages/visit/stay.js';

const query = (text: string): URLSearchParams => new URLSearchParams(text);
const faultOf = (read: () => unknown): readonly string[] | undefined => {
  try {
    read();
  } catch (thrown) {
    if (thrown instanceof Problem) return thrown.detail.fields;
    throw thrown;
  }
  return undefined;
};

describe('readIds', () => {
  for (const text of ['a=1,2', 'a=1&a=2', 'a[]=1&a[]=2', 'a=[1,2]', 'a=1,,2,', 'a=%201%20,2']) {
    it(`reads ${text}`, () => assert.deepEqual([...readIds(query(text), 'a')], [1, 2]));
  }
  it('is empty where nothing is given', () => assert.equal(readIds(query('a='), 'a').size, 0));
  for (const text of ['a=x', 'a=1.5', 'a=-1', 'a=1;2', `a=${'9'.repeat(16)}`, `a=${'1,'.repeat(101)}`]) {
    it(`refuses ${text.slice(0, 20)}`, () =>
      assert.deepEqual(
        faultOf(() => readIds(query(text), 'a')),
        ['a'],
      ));
  }
});

describe('readText and readPage', () => {
  it('refuse what is given twice, what is too long, and what is no number', () => {
    assert.deepEqual(
      faultOf(() => readText(query('a=1&a=2'), 'a')),
      ['a'],
    );
    assert.deepEqual(
      faultOf(() => readText(query(`a=${'x'.repeat(201)}`), 'a')),
      ['a'],
    );
    for (const page of ['0', '-1', 'x', '1e3', '1000000'])
      assert.deepEqual(
        faultOf(() => readPage(query(`page=${page}`))),
        ['page'],
      );
    assert.equal(readPage(query('')), 1);
  });
});

describe('readStay', () => {
  const rule: StayRule = {
    names: { start: 'start', end: 'end' },
    zone: 'America/Chicago',
    respectsOffset: true,
    defaultStart: Date.UTC(2026, 10, 21, 12),
    defaultLengthMs: 3_600_000,
  };
  const stay = (text: string, overrides: Partial<StayRule> = {}) =>
    readStay({ query: query(text) }, { ...rule, ...overrides });

  it('fills in what is left out', () => {
    assert.deepEqual(stay(''), { start: rule.defaultStart, end: rule.defaultStart + 3_600_000 });
    const start = Date.UTC(2026, 11, 1, 16);
    assert.deepEqual(stay('start=2026-12-01T10:00'), { start, end: start + 3_600_000 });
  });
  it('reads an offset where it counts, encoded or not, and the destination clock where it does not', () => {
    const at = Date.UTC(2026, 11, 1, 9);
    for (const start of ['2026-12-01T10:00%2B01:00', '2026-12-01T10:00+01:00', '2026-12-01T09:00:00.000Z'])
      assert.equal(stay(`start=${start}`).start, at);
    assert.equal(stay('start=2026-12-01T10:00Z', { respectsOffset: false }).start, Date.UTC(2026, 11, 1, 16));
  });
  for (const [text, field] of [
    ['start=tomorrow', 'start'],
    ['end=2026-02-30T10:00', 'end'],
    ['end=2026-11-21T05:00', 'end'],
    ['start=2026-12-01&end=2028-12-01', 'end'],
    ['start=2300-01-01T00:00', 'start'],
    [`start=${'1'.repeat(100)}`, 'start'],
  ] as const) {
    it(`names ${field} for ${text.slice(0, 40)}`, () =>
      assert.deepEqual(
        faultOf(() => stay(text)),
        [field],
      ));
  }
});
