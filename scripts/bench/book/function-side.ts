import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeCollection, codeLimitCollection } from '#service/accounts/codes/code-document.js';
import { knownPlaceCollection } from '#service/accounts/codes/known-places.js';
import { createAccounts } from '#service/accounts/create-accounts.js';
import { customerCollection, reservedCollection } from '#service/accounts/store.js';
import { walletCollection } from '#service/accounts/wallet/wallet.js';
import { createWallets } from '#service/accounts/wallet/wallets.js';
import type { Caller } from '#service/base/caller.js';
import { systemClock } from '#service/base/clock.js';
import { counterCollection, createCounter, type NextNumber } from '#service/base/counters.js';
import { collectionSpec, type Database } from '#service/base/documents.js';
import { bookingId, clientId, locationId, partnerId, randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { zero } from '#service/base/money.js';
import type { BookingDocument } from '#service/bookings/booking.js';
import { bookingIdFloor } from '#service/bookings/booking-id.js';
import type { Bookings, BookRequest } from '#service/bookings/bookings.js';
import { createBookings } from '#service/bookings/create-bookings.js';
import { createHoldings } from '#service/bookings/holdings.js';
import { idempotencyCollection } from '#service/bookings/idempotency.js';
import { createSettlement } from '#service/bookings/settlement.js';
import { bookingCollection, createBookingStore } from '#service/bookings/store.js';
import { createInventory } from '#service/inventory/create-inventory.js';
import { poolCollection } from '#service/inventory/pool.js';
import type { OpenedQuote } from '#service/quotes/quote.js';
import { openDatabase } from '#service/storage/open.js';
import { aLocation, anOption, aRatePlan } from '#service-test/catalogue/builders.js';

/** Bookings and raw inserts over one embedded database on disk. */
export interface FunctionSide {
  /** Books the stay of that number; true when booked, false when sold out. */
  readonly book: (stay: number) => Promise<boolean>;
  /** Inserts a document like a booking's, and nothing else. */
  readonly insert: () => Promise<unknown>;
  /** The most booked at one instant of any pool beyond what there is; 0 when nothing is oversold. */
  readonly oversold: () => Promise<number>;
  readonly close: () => Promise<void>;
}

const locations = 200;
const capacity = 10;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const caller: Caller = {
  kind: 'client',
  client: clientId('bench'),
  partner: partnerId('bench'),
  scopes: ['partner'],
};

/** The same documents in a collection of the same indexes. */
const rawCollection = collectionSpec<BookingDocument>({ ...bookingCollection, name: 'raw' });

/** Two hours in the evening, so that a pool's day fills up; every 2,000 stays the next day. */
const quoteOf = (stay: number, firstDay: number): OpenedQuote => {
  const start = (firstDay + Math.floor(stay / (locations * capacity))) * dayMs + 18 * hourMs;
  const end = start + 2 * hourMs;
  const free = zero('USD');
  const location = locationId(1 + (stay % locations));
  return {
    claims: { location, option: 'standard', start, end, quotedAt: start },
    location: aLocation({ id: location }),
    option: anOption({ capacity }),
    plan: aRatePlan(),
    price: {
      base: free,
      fees: [],
      total: free,
      minStart: start,
      maxEnd: end,
      rule: 'transient',
      parts: [{ start, end }],
    },
    addOns: [],
    subtotal: free,
  };
};

const counterOn = (database: Database, name: string): NextNumber =>
  createCounter({
    documents: database.collection(counterCollection),
    clock: systemClock,
    name,
    blockSize: 100,
    floor: bookingIdFloor,
  });

const openBookings = (database: Database): Bookings => {
  const store = createBookingStore(database.collection(bookingCollection), systemClock);
  const settlement = createSettlement(store);
  const pools = database.collection(poolCollection);
  const firstDay = Math.floor(Date.now() / dayMs) + 1;
  const inventory = createInventory({ pools, settlement, clock: systemClock });
  const wallets = createWallets({
    documents: database.collection(walletCollection),
    settlement,
    clock: systemClock,
  });
  return createBookings({
    store,
    settlement,
    holdings: createHoldings({ inventory, wallets }),
    wallets,
    idempotencyKeys: database.collection(idempotencyCollection),
    quotes: { open: (quoteId) => quoteOf(Number(quoteId), firstDay) },
    accounts: createAccounts({
      customers: database.collection(customerCollection),
      reserved: database.collection(reservedCollection),
      codes: database.collection(codeCollection),
      codeLimits: database.collection(codeLimitCollection),
      knownPlaces: database.collection(knownPlaceCollection),
      messages: { enqueue: async () => undefined },
      randomHex,
      codeKey: Buffer.alloc(32, 1),
      nextCustomerId: counterOn(database, 'customers'),
      clock: systemClock,
    }),
    nextBookingId: counterOn(database, 'bookings'),
    noticesWanted: async () => ({ create: true, cancel: true }),
    partnerName: async () => undefined,
    onCommitted: () => undefined,
    clock: systemClock,
    randomHex,
    logger: silentLogger,
  });
};

export const openFunctionSide = async (): Promise<FunctionSide> => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'));
  const database = await openDatabase({ kind: 'embedded', dataDir: folder, clock: systemClock });
  const bookings = openBookings(database);
  const booked = database.collection(bookingCollection);
  const raw = database.collection(rawCollection);
  await database.ensureIndexes();
  let like: BookingDocument | undefined;
  let nextRaw = 1;

  const book = async (stay: number): Promise<boolean> => {
    const request: BookRequest = {
      quoteId: String(stay),
      addOnIds: [],
      finalPrice: '0.00',
      customerEmail: `driver${stay % 500}@example.com`,
      isInvoice: true,
      wantsConfirmation: false,
      locale: 'en-US',
      requestHash: '',
    };
    const { booking } = await bookings.book(request, caller);
    like = booking;
    return true;
  };

  return {
    book: (stay) =>
      book(stay).catch((error: unknown) => {
        if (error instanceof Error && error.message === 'booking_sold_out') return false;
        throw error;
      }),
    insert: async () => {
      if (like === undefined) throw new Error('a booking first, to be like');
      nextRaw += 1;
      return raw.insertOne({ ...like, _id: bookingId(nextRaw), out: ['create'], outAt: Date.now() });
    },
    oversold: async () => {
      const counts = new Map<string, number>();
      for await (const { location, start } of booked.find({ st: 'booked' })) {
        const place = `${location} ${start}`;
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
      return Math.max(0, ...[...counts.values()].map((count) => count - capacity));
    },
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
