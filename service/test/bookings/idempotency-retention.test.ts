import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Database } from '../../src/base/documents.js';
import { bookingId } from '../../src/base/ids.js';
import { createIdempotency, idempotencyCollection } from '../../src/bookings/idempotency.js';
import { trimIdempotencyKeys } from '../../src/bookings/idempotency-retention.js';
import { bookingCollection, createBookingStore } from '../../src/bookings/store.js';
import { openDatabase } from '../../src/storage/open.js';
import { createFakeClock } from '../support/fake-clock.js';
import { booking } from '../webhooks/booking-builder.js';

const dayMs = 86_400_000;

describe('trimming the idempotency keys', () => {
  const clock = createFakeClock();
  let database: Database;
  before(async () => {
    database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes: true });
  });
  after(() => database.close());

  it('forgets the keys that nobody has repeated for a month', async () => {
    const keys = database.collection(idempotencyCollection);
    await database.ensureIndexes();
    const now = clock.now();
    const key = (_id: string, days: number) => ({
      _id,
      b: bookingId(1),
      bodyHash: '',
      at: now - days * dayMs,
    });
    await keys.insertMany([key('today', 0), key('a month ago', 30), key('older', 31)], { ordered: false });
    assert.equal(await trimIdempotencyKeys(keys, now), 1);
    const left = await keys.find({}, { sort: { at: 1 } }).toArray();
    assert.deepEqual(
      left.map(({ _id }) => _id),
      ['a month ago', 'today'],
    );
    assert.equal(await trimIdempotencyKeys(keys, now), 0);
  });

  it('counts from the last time that a request took its key', async () => {
    const keys = database.collection(idempotencyCollection);
    const store = createBookingStore(database.collection(bookingCollection), clock);
    const idempotency = createIdempotency({ documents: keys, store, clock, pausesMs: [] });
    const claim = { id: 'a key', bodyHash: '' };
    await idempotency.take(claim, booking(1));
    await clock.advance(20 * dayMs);
    await idempotency.take(claim, booking(2));
    await clock.advance(20 * dayMs);
    assert.equal(await trimIdempotencyKeys(keys, clock.now()), 2);
    assert.deepEqual(await keys.findOne({ _id: claim.id }), {
      _id: claim.id,
      b: 2,
      bodyHash: '',
      at: clock.now() - 20 * dayMs,
    });
  });
});
