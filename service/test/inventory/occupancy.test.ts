import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { bookingId } from '../../src/base/ids.js';
import { occupancyOf, peakWithin } from '../../src/inventory/occupancy.js';
import type { PoolEntry } from '../../src/inventory/pool.js';

/** The slow truth: how many hold a space at one instant. */
const takenAt = (entries: readonly PoolEntry[], instant: number): number =>
  entries.filter(({ s, e }) => s <= instant && instant < e).length;

const slowPeak = (entries: readonly PoolEntry[], start: number, end: number): number => {
  let peak = 0;
  for (let instant = start; instant < end; instant += 1) peak = Math.max(peak, takenAt(entries, instant));
  return peak;
};

const span = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 12 }));
const someEntries = fc
  .array(span, { maxLength: 20 })
  .map((spans) => spans.map(([s, length], index): PoolEntry => ({ b: bookingId(index), s, e: s + length })));

describe('the peak of a pool within a window', () => {
  it('is what counting at every instant gives', () => {
    fc.assert(
      fc.property(someEntries, span, (entries, [start, length]) => {
        const peak = peakWithin(occupancyOf(entries), start, start + length);
        assert.equal(peak, slowPeak(entries, start, start + length));
      }),
      { numRuns: 500 },
    );
  });

  it('lets one arrive at the instant another leaves', () => {
    const entries = [
      { b: bookingId(1), s: 0, e: 10 },
      { b: bookingId(2), s: 10, e: 20 },
    ];
    assert.equal(peakWithin(occupancyOf(entries), 0, 20), 1);
  });
});
