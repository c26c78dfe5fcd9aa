import { codeCollection, codeLimitCollection } from '#service/accounts/codes/code-document.js';
import { knownPlaceCollection } from '#service/accounts/codes/known-places.js';
import { createAccounts } from '#service/accounts/create-accounts.js';
import { customerCollection, reservedCollection } from '#service/accounts/store.js';
import { walletCollection } from '#service/accounts/wallet/wallet.js';
import { createWallets } from '#service/accounts/wallet/wallets.js';
import type { Caller } from '#service/base/caller.js';
import { systemClock } from '#service/base/clock.js';
import { counterCollection, createCounter, type NextNumber } from '#service/base/counters.js';
import type { Database } from '#service/base/documents.js';
import { type BookingId, clientId, locationId, partnerId, randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { zero } from '#service/base/money.js';
import type { BookingDocument, Outbox } from '#service/bookings/booking.js';
import { bookingIdFloor } from '#service/bookings/booking-id.js';
import type { BookRequest } from '#service/bookings/bookings.js';
import { createBookings } from '#service/bookings/create-bookings.js';
import { createHoldings } from '#service/bookings/holdings.js';
import { idempotencyCollection } from '#service/bookings/idempotency.js';
import { createOutbox } from '#service/bookings/outbox.js';
import { createSettlement } from '#service/bookings/settlement.js';
import { bookingCollection, createBookingStore } from '#service/bookings/store.js';
import { createInventory } from '#service/inventory/create-inventory.js';
import { poolCollection } from '#service/inventory/pool.js';
import type { OpenedQuote } from '#service/quotes/quote.js';
import { aLocation, anOption, aRatePlan } from '#service-test/catalogue/builders.js';

/** Real bookings of made-up quotes over a database. */
export interface BookingsOn {
  /** Books the stay of that number. Throws `booking_sold_out`. */
  readonly book: (stay: number) => Promise<BookingDocument>;
  readonly outbox: Outbox;
}

const locations = 200;
/** Spaces of each location. */
export const capacity = 10;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Whom the bookings belong to, and who is told of them. */
export const bookingPartner = partnerId('bench');
const caller: Caller = {
  kind: 'client',
  client: clientId('bench'),
  partner: bookingPartner,
  scopes: ['partner'],
};

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

const requestOf = (stay: number): BookRequest => ({
  quoteId: String(stay),
  addOnIds: [],
  finalPrice: '0.00',
  customerEmail: `driver${stay % 500}@example.com`,
  isInvoice: true,
  wantsConfirmation: false,
  locale: 'en-US',
  requestHash: '',
});

export const openBookings = (
  database: Database,
  onCommitted: (booking: BookingId) => void = () => undefined,
): BookingsOn => {
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
  const holdings = createHoldings({ inventory, wallets });
  const bookings = createBookings({
    store,
    settlement,
    holdings,
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
    onCommitted,
    clock: systemClock,
    randomHex,
    logger: silentLogger,
  });
  return {
    book: async (stay) => (await bookings.book(requestOf(stay), caller)).booking,
    outbox: createOutbox({ store, holdings, confirm: async () => undefined }),
  };
};
