import type { PoolEntry } from './pool.js';

/** How many spaces are taken when: `taken[i]` from `from[i]` until `from[i + 1]`, epoch ms ascending. */
export interface Occupancy {
  readonly from: Float64Array;
  readonly taken: Int32Array;
  /** The most at any instant. */
  readonly most: number;
}

/** Ends sort before starts of the same instant: one may leave as the next arrives. */
const changesOf = (entries: readonly PoolEntry[]): readonly (readonly [number, number])[] => {
  const changes: (readonly [number, number])[] = [];
  for (const { s, e } of entries) changes.push([s, 1], [e, -1]);
  return changes.sort((left, right) => left[0] - right[0] || left[1] - right[1]);
};

export const occupancyOf = (entries: readonly PoolEntry[]): Occupancy => {
  const changes = changesOf(entries);
  const from = new Float64Array(changes.length);
  const taken = new Int32Array(changes.length);
  let current = 0;
  let most = 0;
  changes.forEach(([instant, change], index) => {
    current += change;
    most = Math.max(most, current);
    from[index] = instant;
    taken[index] = current;
  });
  return { from, taken, most };
};

/** The last index whose instant is not after `instant`; -1 when there is none. */
const indexAt = (from: Float64Array, instant: number): number => {
  let low = 0;
  let high = from.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((from[middle] ?? Number.POSITIVE_INFINITY) <= instant) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** The most spaces taken at one instant from `start` until before `end`. Allocates nothing: a search asks it thousands of times. */
export const peakWithin = ({ from, taken, most }: Occupancy, start: number, end: number): number => {
  if (most === 0) return 0;
  const first = indexAt(from, start);
  let peak = first < 0 ? 0 : (taken[first] ?? 0);
  for (let index = first + 1; index < from.length; index += 1) {
    if ((from[index] ?? end) >= end) break;
    peak = Math.max(peak, taken[index] ?? 0);
  }
  return peak;
};
