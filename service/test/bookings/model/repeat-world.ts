import assert from 'node:assert/strict';
import type { DocumentId } from '../../../src/base/documents.js';
import { type BookingId, bookingId } from '../../../src/base/ids.js';
import type { BookingDocument } from '../../../src/bookings/booking.js';
import {
  createIdempotency,
  type Idempotency,
  type IdempotencyDocument,
} from '../../../src/bookings/idempotency.js';
import { type BookingStore, createBookingStore } from '../../../src/bookings/store.js';
import type { PoolDocument } from '../../../src/inventory/pool.js';
import { aBooking, noon } from '../builders.js';
import { atOnce, type Carry, createMemoryDocuments } from '../memory-documents.js';
import { createActor, type Script } from './actor.js';
import type { World } from './explore.js';
import { nothingPlanted } from './planted.js';
import { createProcess, type Process } from './protocol.js';
import { textOf } from './text-of.js';

/** The store as the keys see it; a planted fault takes its place. */
export type AlterKeys = (store: BookingStore) => BookingStore;

const claim = { id: 'key', bodyHash: 'body' };
const room = 5;

/** The same request sent several times under one key, to processes that may die. */
export const createRepeatWorld = (requests: number, alter: AlterKeys = (store) => store): World => {
  const bookings = new Map<DocumentId, BookingDocument>();
  const pools = new Map<DocumentId, PoolDocument>();
  const keys = new Map<DocumentId, IdempotencyDocument>();
  const answers = new Set<BookingId>();

  const open = (carry: Carry): { readonly process: Process; readonly idempotency: Idempotency } => {
    const documents = {
      bookings: createMemoryDocuments('bookings', bookings, carry),
      pools: createMemoryDocuments('pools', pools, carry),
    };
    const clock = { now: () => noon, sleep: async () => undefined };
    const process = createProcess({ documents, clock, planted: nothingPlanted, pausesMs: [] });
    const idempotency = createIdempotency({
      documents: createMemoryDocuments('idem', keys, carry),
      store: alter(createBookingStore(documents.bookings, clock)),
      clock,
      pausesMs: [],
    });
    return { process, idempotency };
  };

  const request = async (id: number, carry: Carry): Promise<void> => {
    const { process, idempotency } = open(carry);
    const booking = aBooking({ _id: bookingId(id) });
    const earlier = (await idempotency.recall(claim)) ?? (await idempotency.take(claim, booking));
    if (earlier !== undefined) answers.add(earlier._id);
    else if ((await process.attempt({ booking, capacity: room, out: [] })) === 'booked')
      answers.add(booking._id);
  };

  const check = (): void => {
    const booked = [...bookings.values()].filter(({ st }) => st === 'booked');
    assert.ok(booked.length <= 1, `one request made ${booked.length} bookings`);
    assert.ok(answers.size <= 1, `one request was answered with ${answers.size} bookings`);
    for (const id of answers) assert.equal(bookings.get(id)?.st, 'booked', `${id} was answered`);
  };

  return {
    actors: Array.from({ length: requests }, (_, index) => {
      const script: Script = (carry) => request(index + 1, carry);
      return createActor(`request ${index + 1}`, script);
    }),
    state: () =>
      [[...bookings.values()], [...pools.values()], [...keys.values()], [...answers]].map(textOf).join(' '),
    check,
    finish: async () => {
      await request(requests + 1, atOnce);
      check();
      assert.equal(answers.size, 1, 'the last repeat was not answered');
    },
  };
};
