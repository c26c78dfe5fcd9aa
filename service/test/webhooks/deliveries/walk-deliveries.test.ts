import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Documents } from '../../../src/base/documents.js';
import { bookingId, partnerId } from '../../../src/base/ids.js';
import { type DeliveryDocument, deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import type { DeliveryFilter } from '../../../src/webhooks/deliveries/delivery-filter.js';
import { cursorOf, positionOf } from '../../../src/webhooks/deliveries/walk-cursor.js';
import { createWalkDeliveries, type WalkPosition } from '../../../src/webhooks/deliveries/walk-deliveries.js';
import { acme, openWorld, type World } from '../world.js';
import { aDelivery, noon } from './delivery-builder.js';

const beta = partnerId('beta');

const worlds: World[] = [];
const begin = async (deliveries: readonly DeliveryDocument[]) => {
  const world = await openWorld();
  worlds.push(world);
  const documents = world.database.collection(deliveryCollection);
  await documents.insertMany(deliveries);
  return { documents, walk: createWalkDeliveries(documents) };
};
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const made = (id: number, changes: Partial<DeliveryDocument> = {}): DeliveryDocument =>
  aDelivery({ booking: bookingId(id), ...changes });

/** All pages of that size, each through a cursor, and how many there were. */
const walkAll = async (documents: Documents<DeliveryDocument>, filter: DeliveryFilter, limit: number) => {
  const walk = createWalkDeliveries(documents);
  const ids: string[] = [];
  let from: WalkPosition | undefined;
  for (let pages = 1; ; pages += 1) {
    const { found, next } = await walk({ filter, from, limit });
    assert.ok(found.length <= limit);
    ids.push(...found.map(({ _id }) => _id));
    if (next === undefined) return { ids, pages };
    from = positionOf(cursorOf(next));
  }
};

const filterOf = (changes: Partial<DeliveryFilter> = {}): DeliveryFilter => ({
  partners: [acme],
  states: ['open'],
  ...changes,
});

describe('a walk over deliveries', () => {
  it('goes partner by partner, state by state, and by when each came to its state', async () => {
    const { documents } = await begin([
      made(1, { partner: beta }),
      made(2, { openedAt: noon - 5, due: noon + 99 }),
      made(3, { openedAt: noon - 9, due: noon + 100 }),
      made(4, { st: 'refused', due: noon - 1 }),
      made(5, { st: 'refused', due: noon - 2, openedAt: noon }),
      made(6, { st: 'delivered' }),
    ]);
    const filter = filterOf({ partners: [beta, acme], states: ['refused', 'open'] });
    const expected = ['3:create', '2:create', '5:create', '4:create', '1:create'];
    for (const limit of [1, 2, 3, 100])
      assert.deepEqual((await walkAll(documents, filter, limit)).ids, expected, `pages of ${limit}`);
  });

  it('loses and repeats none of those that came to their state at one instant', async () => {
    const { documents } = await begin([
      ...Array.from({ length: 7 }, (_, index) => made(index + 10)),
      ...Array.from({ length: 7 }, (_, index) => made(index + 30, { st: 'delivered' })),
    ]);
    const filter = filterOf({ states: ['open', 'delivered'] });
    const { ids } = await walkAll(documents, filter, 3);
    assert.deepEqual([ids.length, new Set(ids).size], [14, 14]);
  });

  it('keeps to the time asked for: from the first instant on, before the last', async () => {
    const { documents } = await begin([
      ...[1, 2, 3, 4].map((id) => made(id, { openedAt: noon + id, due: noon })),
      ...[11, 12, 13, 14].map((id) => made(id, { st: 'abandoned', openedAt: 0, due: noon + id - 10 })),
    ]);
    const window = { since: noon + 2, until: noon + 4 };
    for (const limit of [1, 10]) {
      const { ids } = await walkAll(documents, filterOf({ states: ['open', 'abandoned'], ...window }), limit);
      assert.deepEqual(ids, ['2:create', '3:create', '12:create', '13:create']);
    }
  });

  it('passes over the other kind', async () => {
    const { documents } = await begin([
      ...[1, 2, 3, 4, 5].map((id) => made(id)),
      made(4, { kind: 'cancel', openedAt: noon + 1 }),
    ]);
    const { ids } = await walkAll(documents, filterOf({ kind: 'cancel' }), 1);
    assert.deepEqual(ids, ['4:cancel']);
  });

  it('goes on where it was, whatever came and went before', async () => {
    const { documents, walk } = await begin([1, 2, 3, 4].map((id) => made(id, { openedAt: noon + id })));
    const { next } = await walk({ filter: filterOf(), limit: 2 });
    await documents.deleteMany({ _id: { $in: ['1:create', '2:create', '3:create'] } });
    await documents.insertOne(made(5, { openedAt: noon }));
    const { found } = await walk({ filter: filterOf(), from: next, limit: 2 });
    assert.deepEqual(
      found.map(({ _id }) => _id),
      ['4:create'],
    );
  });

  it('looks at so many in one call and no more, found or not', async () => {
    const { documents } = await begin(Array.from({ length: 10_500 }, (_, index) => made(index + 1)));
    const { ids, pages } = await walkAll(documents, filterOf({ kind: 'cancel' }), 1_000);
    assert.deepEqual([ids, pages], [[], 2]);
  });

  it('is not held up by many partners that have nothing', async () => {
    const partners = Array.from({ length: 1_200 }, (_, index) => partnerId(`p${index}`));
    const { documents } = await begin([made(1, { partner: partnerId('p999') })]);
    const { ids, pages } = await walkAll(documents, filterOf({ partners }), 10);
    assert.deepEqual([ids, pages], [['1:create'], 3]);
  });
});

describe('the cursor of a walk', () => {
  const odd = [
    '',
    'x',
    Buffer.from('[').toString('base64url'),
    ...[
      ['acme'],
      ['acme', 'lost'],
      ['acme', 'open', 1],
      ['acme', 'open', 1.5, '1'],
      [1, 'open'],
      { 0: 'acme' },
    ].map((parts) => Buffer.from(JSON.stringify(parts)).toString('base64url')),
  ];
  for (const cursor of odd) {
    it(`is refused where it says ${JSON.stringify(cursor)}`, () => {
      assert.throws(() => positionOf(cursor), { code: 'request_parameter_invalid' });
    });
  }
});
