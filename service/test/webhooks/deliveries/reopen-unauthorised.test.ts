import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { bookingId } from '../../../src/base/ids.js';
import type { NoticeKind } from '../../../src/bookings/booking.js';
import { type DeliveryDocument, deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import { begin, endAll } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

const refused = (id: number, kind: NoticeKind, at: number): DeliveryDocument => ({
  _id: `${id}:${kind}`,
  partner: acme,
  booking: bookingId(id),
  kind,
  st: 'unauthorised',
  due: at,
  tok: null,
  n: 1,
  nBefore: 0,
  openedAt: at,
  createdAt: at,
  updatedAt: at,
  last: '401',
});

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('what was refused, opened again', () => {
  it('comes to an end though the partner goes on refusing', async () => {
    const { openAnother, clock, database } = await begin();
    const documents = database.collection(deliveryCollection);
    await documents.insertMany(numbers(1_200).map((id) => refused(id, 'create', clock.now() - 1_000)));
    let bulks = 0;
    const { deliveries } = openAnother({
      hooks: {
        after: async ({ collection, method }) => {
          if (collection !== 'deliveries' || method !== 'bulkWrite') return;
          bulks += 1;
          assert.ok(bulks < 20, 'it never ends');
          clock.jump(10);
          await documents.updateMany(
            { partner: acme, st: 'open' },
            { $set: { st: 'unauthorised', due: clock.now() } },
          );
        },
      },
    });
    assert.equal(await deliveries.reopenUnauthorised(acme), 1_200);
  });

  it('never has a cancel open whose create is not yet, in whatever order they were refused', async () => {
    const { openAnother, clock, database } = await begin();
    const documents = database.collection(deliveryCollection);
    const at = clock.now() - 10_000;
    await documents.insertMany(
      numbers(600).flatMap((id) => [refused(id, 'cancel', at + id), refused(id, 'create', at + 1_000 + id)]),
    );
    const early = new Set<number>();
    const { deliveries } = openAnother({
      hooks: {
        after: async ({ collection, method }) => {
          if (collection !== 'deliveries' || method !== 'bulkWrite') return;
          const open = await documents.find({ partner: acme, st: 'open' }).toArray();
          const creates = new Set(open.filter(({ kind }) => kind === 'create').map(({ booking }) => booking));
          for (const { kind, booking } of open)
            if (kind === 'cancel' && !creates.has(booking)) early.add(booking);
        },
      },
    });
    assert.equal(await deliveries.reopenUnauthorised(acme), 1_200);
    assert.deepEqual([...early], []);
    assert.equal((await deliveries.counts(acme)).open, 1_200);
  });
});
