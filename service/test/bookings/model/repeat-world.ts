import assert from 'node:assert/strict';
import type { WalletDocument } from '../../../src/accounts/wallet/wallet.js';
import type { DocumentId } from '../../../src/base/documents.js';
import { type BookingId, bookingId, customerId } from '../../../src/base/ids.js';
import { money, zero } from '../../../src/base/money.js';
import { Problem } from '../../../src/base/problem.js';
import { createBook } from '../../../src/bookings/book.js';
import type { BookingDocument } from '../../../src/bookings/booking.js';
import { createIdempotency, type IdempotencyDocument } from '../../../src/bookings/idempotency.js';
import { type BookingStore, createBookingStore } from '../../../src/bookings/store.js';
import type { PoolDocument } from '../../../src/inventory/pool.js';
import { anOption } from '../../catalogue/builders.js';
import { aWallet, noon } from '../builders.js';
import { anOpenedQuote, aRequest, owner, user } from '../desk.js';
import { atOnce, type Carry, createMemoryDocuments } from '../memory-documents.js';
import { createActor, type Script } from './actor.js';
import type { World } from './explore.js';
import { nothingPlanted } from './planted.js';
import { createProcess, type Planted } from './protocol.js';
import { textOf } from './text-of.js';

/** The store as the keys see it; a planted fault takes its place. */
export type AlterKeys = (store: BookingStore) => BookingStore;

export interface RepeatOptions {
  readonly requests: number;
  readonly alter?: AlterKeys;
  readonly planted?: Planted;
  /** The price is paid out of all of the user's credit and their coupon. */
  readonly hasWallet?: boolean;
  /** Spaces there are; one where absent, so that a request stands in its own way. */
  readonly capacity?: number;
}

/** The same request sent several times under one key, to processes that may die. */
export const createRepeatWorld = (options: RepeatOptions): World => {
  const {
    requests,
    alter = (store) => store,
    planted = nothingPlanted,
    hasWallet = false,
    capacity = 1,
  } = options;
  const bookings = new Map<DocumentId, BookingDocument>();
  const pools = new Map<DocumentId, PoolDocument>();
  const keys = new Map<DocumentId, IdempotencyDocument>();
  const wallets = new Map<DocumentId, WalletDocument>(hasWallet ? [[aWallet._id, aWallet]] : []);
  const answers = new Set<BookingId>();
  const price = hasWallet ? money('USD', 800) : zero('USD');
  const quote = anOpenedQuote({
    option: anOption({ capacity }),
    price: { ...anOpenedQuote().price, total: price },
    subtotal: price,
  });
  const request = aRequest({ idempotencyKey: 'key', finalPrice: '0', isInvoice: false });

  const bookOn = (id: number, carry: Carry): ReturnType<typeof createBook> => {
    const documents = {
      bookings: createMemoryDocuments('bookings', bookings, carry),
      pools: createMemoryDocuments('pools', pools, carry),
      wallets: createMemoryDocuments('wallets', wallets, carry),
    };
    const clock = { now: () => noon, sleep: async () => undefined };
    const confirm = async () => undefined;
    const process = createProcess({ documents, clock, planted, confirm, pausesMs: [] });
    let next = id;
    return createBook({
      quotes: { open: () => quote },
      wallets: process.wallets,
      accounts: {
        find: async () => owner,
        findOrCreateGuest: async (guest) => ({
          ...guest,
          id: customerId(8),
          hasPassword: false,
          signIns: { epoch: 0, kept: null },
        }),
      },
      idempotency: createIdempotency({
        documents: createMemoryDocuments('idem', keys, carry),
        store: alter(createBookingStore(documents.bookings, clock)),
        clock,
        pausesMs: [],
      }),
      attempt: process.attempt,
      nextBookingId: async () => bookingId(next++),
      noticesWanted: async () => ({ create: true, cancel: true }),
      clock,
      randomHex: (bytes) => 'ab'.repeat(bytes),
    });
  };

  /** Told to try again one may be, since the others void whatever they find pending; told another price never. */
  const send = async (id: number, carry: Carry): Promise<void> => {
    try {
      answers.add((await bookOn(id, carry)(request, user)).booking._id);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'booking_unavailable') throw error;
    }
  };

  const check = (): void => {
    const booked = [...bookings.values()].filter(({ st }) => st === 'booked');
    assert.ok(booked.length <= 1, `one request made ${booked.length} bookings`);
    assert.ok(answers.size <= 1, `one request was answered with ${answers.size} bookings`);
    for (const id of answers) assert.equal(bookings.get(id)?.st, 'booked', `${id} was answered`);
  };

  const all = [bookings, pools, keys, wallets];
  return {
    actors: Array.from({ length: requests }, (_, index) => {
      const script: Script = (carry) => send(10 * (index + 1), carry);
      return createActor(`request ${index + 1}`, script);
    }),
    state: () => [...all.map((documents) => [...documents.values()]), [...answers]].map(textOf).join(' '),
    check,
    finish: async () => {
      await send(10 * (requests + 1), atOnce);
      check();
      assert.equal(answers.size, 1, 'the last repeat was not answered');
    },
  };
};
