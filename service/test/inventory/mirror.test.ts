import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { dayMs } from '../../src/base/durations.js';
import { bookingId, locationId } from '../../src/base/ids.js';
import { createMirror } from '../../src/inventory/mirror.js';
import type { PoolDocument } from '../../src/inventory/pool.js';

const aPool = (v: number, holders: number): PoolDocument => ({
  _id: '101:standard:0',
  location: locationId(101),
  pool: 'standard',
  day: 0,
  v,
  r: Array.from({ length: holders }, (_, index) => ({ b: bookingId(index), s: 0, e: dayMs })),
  u0: null,
  at: 0,
});

const stay = { location: locationId(101), pool: 'standard', start: 0, end: dayMs };

describe('the mirror of a pool', () => {
  it('keeps the latest state, whichever is read last', () => {
    const mirror = createMirror();
    mirror.put(aPool(3, 2));
    mirror.put(aPool(2, 1));
    assert.equal(mirror.peak(stay), 2);
    mirror.put(aPool(4, 5));
    assert.equal(mirror.peak(stay), 5);
  });

  it('is empty where nothing is known', () => {
    const mirror = createMirror();
    mirror.put(aPool(1, 1));
    assert.equal(mirror.peak({ ...stay, pool: 'other' }), 0);
    assert.equal(mirror.peak({ ...stay, location: locationId(1) }), 0);
    assert.equal(mirror.peak({ ...stay, start: dayMs, end: 2 * dayMs }), 0);
  });

  it('takes the worst of the days of a stay', () => {
    const mirror = createMirror();
    mirror.put(aPool(1, 1));
    mirror.put({ ...aPool(1, 0), _id: '101:standard:1', day: 1 });
    assert.equal(mirror.peak({ ...stay, end: 2 * dayMs }), 1);
  });
});
