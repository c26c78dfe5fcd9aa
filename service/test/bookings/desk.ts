import type { Customer } from '../../src/accounts/accounts.js';
import { walletCollection } from '../../src/accounts/wallet/wallet.js';
import { createWalletGrants, type WalletGrants } from '../../src/accounts/wallet/wallet-grants.js';
import { createWallets, type Wallets } from '../../src/accounts/wallet/wallets.js';
import type { Caller } from '../../src/base/caller.js';
import type { Clock } from '../../src/base/clock.js';
import type { Database, Documents } from '../../src/base/documents.js';
import { type BookingId, clientId, customerId, locationId, partnerId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import { money } from '../../src/base/money.js';
import { Problem } from '../../src/base/problem.js';
import type { NoticesWanted, Outbox } from '../../src/bookings/booking.js';
import type { Bookings, BookRequest } from '../../src/bookings/bookings.js';
import { createBookings } from '../../src/bookings/create-bookings.js';
import { createHoldings, type Holdings } from '../../src/bookings/holdings.js';
import { type IdempotencyDocument, idempotencyCollection } from '../../src/bookings/idempotency.js';
import { createJanitor, type Janitor } from '../../src/bookings/janitor.js';
import { createOutbox } from '../../src/bookings/outbox.js';
import { createSettlement } from '../../src/bookings/settlement.js';
import { type BookingStore, bookingCollection, createBookingStore } from '../../src/bookings/store.js';
import { createInventory } from '../../src/inventory/create-inventory.js';
import type { Inventory } from '../../src/inventory/inventory.js';
import { poolCollection } from '../../src/inventory/pool.js';
import type { OpenedQuote } from '../../src/quotes/quote.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import { hourMs, noon } from './builders.js';

/** A clock that stands still, except that whoever sleeps moves it. */
export interface DeskClock extends Pick<Clock, 'now' | 'sleep'> {
  readonly advance: (ms: number) => void;
}

export const createDeskClock = (): DeskClock => {
  let now = noon;
  const advance = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, advance, sleep: async (ms) => advance(ms) };
};

export const acme = partnerId('acme');
export const partner: Caller = { kind: 'client', client: clientId('c1'), partner: acme, scopes: ['partner'] };
export const user: Caller = {
  kind: 'user',
  client: clientId('c2'),
  customer: customerId(7),
  signIn: { id: 's', epoch: 0 },
  partner: undefined,
  scopes: ['public'],
};

/** An 8.00 USD stay of two hours this evening, in a location of ten spaces. */
export const anOpenedQuote = (overrides: Partial<OpenedQuote> = {}): OpenedQuote => ({
  claims: {
    location: locationId(101),
    option: 'standard',
    start: noon + 8 * hourMs,
    end: noon + 10 * hourMs,
    quotedAt: noon,
  },
  location: aLocation(),
  option: anOption(),
  plan: aRatePlan(),
  price: {
    base: money('USD', 800),
    fees: [],
    total: money('USD', 800),
    minStart: noon + 8 * hourMs,
    maxEnd: noon + 10 * hourMs,
    rule: 'transient',
    parts: [{ start: noon + 8 * hourMs, end: noon + 10 * hourMs }],
  },
  addOns: [],
  subtotal: money('USD', 800),
  ...overrides,
});

export const aRequest = (overrides: Partial<BookRequest> = {}): BookRequest => ({
  quoteId: 'q1',
  addOnIds: [],
  finalPrice: '8.00',
  customerEmail: 'ann@example.com',
  customerFirstName: 'Ann',
  customerLastName: 'Lee',
  isInvoice: true,
  wantsConfirmation: false,
  locale: 'en-US',
  requestHash: 'h1',
  ...overrides,
});

export interface Desk {
  readonly bookings: Bookings;
  readonly inventory: Inventory;
  readonly wallets: Wallets;
  readonly holdings: Holdings;
  readonly keys: Documents<IdempotencyDocument>;
  readonly grants: WalletGrants;
  readonly outbox: Outbox;
  readonly janitor: Janitor;
  readonly store: BookingStore;
  /** What the hook was told. */
  readonly committed: readonly BookingId[];
  /** Whose confirmation was asked for, each time. */
  readonly confirmed: readonly BookingId[];
}

export interface DeskOptions {
  readonly database: Pick<Database, 'collection'>;
  readonly clock: DeskClock;
  readonly quote?: OpenedQuote;
  readonly noticesWanted?: NoticesWanted;
  readonly firstId?: number;
}

export const owner: Customer = {
  id: customerId(7),
  email: 'owner@example.com',
  firstName: 'Olga',
  lastName: 'Ner',
  hasPassword: true,
  signIns: { epoch: 0, kept: null },
};

/** Bookings over a database, with a catalogue of one quote and everybody's account at hand. */
export const openDesk = ({ database, clock, ...options }: DeskOptions): Desk => {
  const store = createBookingStore(database.collection(bookingCollection), clock);
  const settlement = createSettlement(store);
  const inventory = createInventory({ pools: database.collection(poolCollection), settlement, clock });
  const walletDocuments = database.collection(walletCollection);
  const wallets = createWallets({ documents: walletDocuments, settlement, clock });
  const holdings = createHoldings({ inventory, wallets });
  const keys = database.collection(idempotencyCollection);
  const committed: BookingId[] = [];
  const confirmed: BookingId[] = [];
  let nextId = options.firstId ?? 1;
  const bookings = createBookings({
    store,
    settlement,
    holdings,
    wallets,
    idempotencyKeys: keys,
    quotes: {
      open: (quoteId) => {
        if (quoteId !== 'q1') throw new Problem('booking_quote_id_invalid', { fields: ['quote_id'] });
        return options.quote ?? anOpenedQuote();
      },
    },
    accounts: {
      find: async (id) => (id === owner.id ? owner : undefined),
      findOrCreateGuest: async (guest) => ({
        ...guest,
        id: customerId(8),
        hasPassword: false,
        signIns: { epoch: 0, kept: null },
      }),
    },
    nextBookingId: async () => nextId++,
    noticesWanted: options.noticesWanted ?? (async () => ({ create: true, cancel: true })),
    partnerName: async () => 'Acme Parking',
    onCommitted: (id) => void committed.push(id),
    clock,
    randomHex: (bytes) => 'ab'.repeat(bytes),
    logger: silentLogger,
  });
  return {
    bookings,
    inventory,
    wallets,
    holdings,
    keys,
    grants: createWalletGrants({ documents: walletDocuments, clock }),
    outbox: createOutbox({ store, holdings, confirm: async ({ _id }) => void confirmed.push(_id) }),
    janitor: createJanitor({ store, inventory, wallets, clock }),
    confirmed,
    store,
    committed,
  };
};
