import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anonymous, type Caller } from '../../src/base/caller.js';
import { bookingId, clientId, customerId, partnerId } from '../../src/base/ids.js';
import type { BookingDocument } from '../../src/bookings/booking.js';
import type { BookingList } from '../../src/bookings/bookings.js';
import { bookingCollection } from '../../src/bookings/store.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { type StoreCall, traceDatabase } from '../support/traced-database.js';
import { aBooking, noon } from './builders.js';
import { acme, createDeskClock, openDesk, partner, user } from './desk.js';
import { internal, otherPartner } from './given.js';

const open = async (context: TestContext, stored: readonly Partial<BookingDocument>[]) => {
  const database = await openTestDatabase();
  context.after(() => database.close());
  const traced = traceDatabase(database);
  const clock = createDeskClock();
  const { bookings } = openDesk({ database: traced, clock });
  await database.ensureIndexes();
  const documents = database.collection(bookingCollection);
  await documents.insertMany(
    stored.map((changes, index) =>
      aBooking({ _id: bookingId(index + 1), st: 'booked', bookedAt: noon, updatedAt: noon, ...changes }),
    ),
  );
  return { bookings, clock, documents, calls: traced.calls };
};

const idsOf = async (list: BookingList, from = 0, to = 100): Promise<readonly number[]> =>
  (await list.page(from, to)).map(({ booking }) => booking._id);

const at = (minutes: number): number => noon + minutes * 60_000;

describe("a user's bookings", () => {
  const stored: readonly Partial<BookingDocument>[] = [
    { purchasedAt: at(1), start: at(30), end: at(90) },
    { purchasedAt: at(2), start: at(20), end: at(90) },
    { purchasedAt: at(2), start: at(10), end: at(60), st: 'cancelled', cancelledAt: at(3) },
    { purchasedAt: at(9), st: 'void' },
    { purchasedAt: at(9), st: 'pending' },
    { purchasedAt: at(9), customer: customerId(99) },
  ];

  const orders = [
    ['the latest purchase first', [], [3, 2, 1]],
    ['by start', [['start', 1]], [3, 2, 1]],
    [
      'by end, then start',
      [
        ['end', 1],
        ['start', 1],
      ],
      [3, 2, 1],
    ],
    [
      'by end down, then id',
      [
        ['end', -1],
        ['_id', 1],
      ],
      [1, 2, 3],
    ],
    ['by id down', [['_id', -1]], [3, 2, 1]],
    ['by purchase', [['purchasedAt', 1]], [1, 2, 3]],
  ] as const;
  for (const [name, keys, expected] of orders) {
    it(`come ${name}`, async (context) => {
      const { bookings } = await open(context, stored);
      const order = keys.map(([key, direction]) => ({ key, direction }));
      const list = await bookings.listOfCustomer(user, order);
      assert.equal(list.total, 3);
      assert.deepEqual(await idsOf(list), expected);
    });
  }

  it('are read a page at a time, never all', async (context) => {
    const many = Array.from({ length: 250 }, (_unused, index) => ({ purchasedAt: at(index) }));
    const { bookings, calls } = await open(context, many);
    const list = await bookings.listOfCustomer(user);
    assert.equal(list.total, 250);
    assert.deepEqual(await idsOf(list, 100, 103), [150, 149, 148]);
    assert.deepEqual(await idsOf(list, 3, 3), []);
    const methods = calls.map(({ method }: StoreCall) => method);
    assert.deepEqual(methods, ['countDocuments', 'find']);
  });
});

describe("a partner's bookings", () => {
  const stored: readonly Partial<BookingDocument>[] = [
    { bookedAt: at(1), updatedAt: at(9), cancelledAt: at(9), st: 'cancelled' },
    { bookedAt: at(2), updatedAt: at(2) },
    { bookedAt: at(3), updatedAt: at(7), cancelledAt: at(7), st: 'cancelled' },
    { partner: partnerId('other'), bookedAt: at(4), updatedAt: at(4) },
    { partner: null, bookedAt: at(4), updatedAt: at(4) },
  ];
  const [pending] = [aBooking({ _id: bookingId(90), st: 'pending' })];

  it('come by their latest change, by when they were made, or cancelled; the oldest first', async (context) => {
    const { bookings, documents } = await open(context, stored);
    const { updatedAt: _, ...never } = pending;
    await documents.insertOne(never);
    assert.deepEqual(await idsOf(await bookings.listOfPartner(partner)), [2, 3, 1]);
    assert.deepEqual(await idsOf(await bookings.listOfPartner(partner, { kind: 'created' })), [1, 2, 3]);
    assert.deepEqual(await idsOf(await bookings.listOfPartner(partner, { kind: 'cancelled' })), [3, 1]);
  });

  it('come from an instant on, itself included', async (context) => {
    const { bookings } = await open(context, stored);
    const since = async (minutes: number): Promise<readonly number[]> =>
      idsOf(await bookings.listOfPartner(partner, { since: at(minutes) }));
    assert.deepEqual(await since(7), [3, 1]);
    assert.deepEqual(await since(9), [1]);
    assert.deepEqual(await since(9.5), []);
  });

  it('made keep their pages while one of them is cancelled in between', async (context) => {
    const many = Array.from({ length: 6 }, (_unused, index) => ({
      bookedAt: at(index),
      updatedAt: at(index),
    }));
    const { bookings, clock } = await open(context, many);
    clock.advance(3_600_000);
    const list = await bookings.listOfPartner(partner, { kind: 'created' });
    const first = await idsOf(list, 0, 3);
    await bookings.cancel(bookingId(1), partner);
    assert.deepEqual([...first, ...(await idsOf(list, 3, 6))], [1, 2, 3, 4, 5, 6]);
  });

  const callers: readonly (readonly [string, Caller, string | undefined, readonly number[] | string])[] = [
    ['another partner its own', otherPartner, undefined, [4]],
    ['an internal client those of the partner it names', internal, acme, [2, 3, 1]],
    ['an internal client none that it does not name', internal, undefined, 'request_parameter_invalid'],
    ['a partner none of another', partner, 'other', 'customer_unauthorized_api_key'],
    [
      'nobody who is no partner',
      { kind: 'client', client: clientId('c'), partner: undefined, scopes: ['partner'] },
      undefined,
      'token_insufficient',
    ],
    ['nobody without a token', anonymous, undefined, 'token_missing'],
  ];
  for (const [name, caller, named, expected] of callers) {
    it(`show ${name}`, async (context) => {
      const { bookings } = await open(context, stored);
      const list = bookings.listOfPartner(caller, named === undefined ? {} : { partner: partnerId(named) });
      if (typeof expected !== 'string') return assert.deepEqual(await idsOf(await list), expected);
      return assert.rejects(list, { code: expected });
    });
  }

  it('name their partner', async (context) => {
    const { bookings } = await open(context, stored);
    const [first] = await (await bookings.listOfPartner(partner)).page(0, 1);
    assert.deepEqual([first?.standing, first?.partnerName], ['owner', 'Acme Parking']);
  });
});
