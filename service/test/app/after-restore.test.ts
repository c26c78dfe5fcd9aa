import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { skipRestoredIds } from '../../src/app/after-restore.js';
import { counterCollection, createCounter } from '../../src/base/counters.js';
import { bookingIdFloor } from '../../src/bookings/booking-id.js';
import { presenceCollection } from '../../src/jobs/presence.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock } from '../support/fake-clock.js';

const begin = async () => {
  const clock = createFakeClock();
  const database = { ...(await openTestDatabase()), serverNow: async () => clock.now() };
  const documents = database.collection(counterCollection);
  /** As `app/desk.ts` makes it: one for each process. */
  const bookingIds = () =>
    createCounter({ documents, clock, name: 'bookings', blockSize: 100, floor: bookingIdFloor });
  return { clock, database, documents, bookingIds };
};

const take = async (next: () => Promise<number>, count: number): Promise<readonly number[]> => {
  const taken: number[] = [];
  for (let index = 0; index < count; index += 1) taken.push(await next());
  return taken;
};

describe('ids after a restore', () => {
  it('never repeat one from before, however many were handed out since the backup', async () => {
    const { clock, database, documents, bookingIds } = await begin();
    const before = [...(await take(bookingIds(), 250))];
    const backup = await documents.findOne({ _id: 'bookings' });
    assert.ok(backup !== null);
    // Far more a second than the clock's own floor allows for: the restored counter would hand the same out again.
    before.push(...(await take(bookingIds(), 3_000)));
    await documents.updateOne({ _id: 'bookings' }, { $set: { next: backup.next } });
    clock.jump(1_000);

    const outcome = await skipRestoredIds({ database, clock });
    assert.equal(outcome.kind, 'skipped');
    const after = await take(bookingIds(), 250);
    const known = new Set(before);
    assert.deepEqual(
      after.filter((id) => known.has(id)),
      [],
    );
    assert.ok(outcome.kind === 'skipped' && Math.min(...after) >= outcome.nextBookingId);
    await database.close();
  });

  it('without it they do: the test above can fail', async () => {
    const { clock, database, documents, bookingIds } = await begin();
    const first = await take(bookingIds(), 250);
    const backup = await documents.findOne({ _id: 'bookings' });
    const since = await take(bookingIds(), 3_000);
    await documents.updateOne({ _id: 'bookings' }, { $set: { next: backup?.next ?? 0 } });
    clock.jump(1_000);
    const known = new Set([...first, ...since]);
    assert.ok((await take(bookingIds(), 250)).some((id) => known.has(id)));
    await database.close();
  });

  it('is refused while a process runs, which may hold a block of them', async () => {
    const { clock, database, documents } = await begin();
    const now = clock.now();
    await database.collection(presenceCollection).insertOne({
      ...{ _id: 'p', mode: 'worker', host: 'there', pid: 9 },
      ...{ startedAt: now, seenAt: now, skewMs: 0, sweptAt: null },
    });
    assert.deepEqual(await skipRestoredIds({ database, clock }), {
      kind: 'in_use',
      processes: ['worker 9 on there'],
    });
    assert.equal(await documents.findOne({ _id: 'bookings' }), null);
    await database.close();
  });
});
