import type { WalletDocument } from '../../../src/accounts/wallet/wallet.js';
import { createWallets, type Wallets } from '../../../src/accounts/wallet/wallets.js';
import type { Documents } from '../../../src/base/documents.js';
import { silentLogger } from '../../../src/base/logger.js';
import type { Settlement } from '../../../src/base/settlement.js';
import {
  type AttemptOutcome,
  type AttemptSteps,
  createAttempt,
  type Draft,
} from '../../../src/bookings/attempt.js';
import type { BookingDocument, Outbox } from '../../../src/bookings/booking.js';
import { createCancel } from '../../../src/bookings/cancellation.js';
import { createHoldings, type Holdings } from '../../../src/bookings/holdings.js';
import { createJanitor, type Janitor } from '../../../src/bookings/janitor.js';
import { type Confirm, createOutbox } from '../../../src/bookings/outbox.js';
import { createSettlement } from '../../../src/bookings/settlement.js';
import { type BookingStore, createBookingStore } from '../../../src/bookings/store.js';
import { createInventory } from '../../../src/inventory/create-inventory.js';
import type { Inventory } from '../../../src/inventory/inventory.js';
import type { PoolDocument } from '../../../src/inventory/pool.js';

export interface ProcessDocuments {
  readonly bookings: Documents<BookingDocument>;
  readonly pools: Documents<PoolDocument>;
  readonly wallets: Documents<WalletDocument>;
}

/** Where a planted fault takes the place of a part; everything else is the product's own code. */
export interface Planted {
  readonly name: string;
  readonly pools?: (pools: Documents<PoolDocument>) => Documents<PoolDocument>;
  readonly walletDocuments?: (wallets: Documents<WalletDocument>) => Documents<WalletDocument>;
  readonly wallets?: (wallets: Wallets) => Wallets;
  readonly holdings?: (holdings: Holdings, wallets: Wallets) => Holdings;
  readonly store?: (store: BookingStore, documents: ProcessDocuments) => BookingStore;
  readonly settlement?: (settlement: Settlement, store: BookingStore) => Settlement;
  readonly attempt?: (steps: AttemptSteps) => (draft: Draft) => Promise<AttemptOutcome>;
}

/** One process of the service, as far as bookings go. */
export interface Process {
  readonly store: BookingStore;
  readonly inventory: Inventory;
  readonly wallets: Wallets;
  readonly outbox: Outbox;
  readonly janitor: Janitor;
  readonly attempt: (draft: Draft) => Promise<AttemptOutcome>;
  readonly cancel: (booking: BookingDocument) => Promise<boolean>;
}

interface ProcessOptions {
  readonly documents: ProcessDocuments;
  readonly clock: { readonly now: () => number; readonly sleep: (ms: number) => Promise<void> };
  readonly planted: Planted;
  readonly confirm: Confirm;
  readonly pausesMs: readonly number[];
}

export const createProcess = (options: ProcessOptions): Process => {
  const { documents, clock, planted, confirm, pausesMs } = options;
  const realStore = createBookingStore(documents.bookings, clock);
  const store = planted.store?.(realStore, documents) ?? realStore;
  const realSettlement = createSettlement(store);
  const settlement = planted.settlement?.(realSettlement, store) ?? realSettlement;
  const pools = planted.pools?.(documents.pools) ?? documents.pools;
  const inventory = createInventory({ pools, settlement, clock });
  const walletDocuments = planted.walletDocuments?.(documents.wallets) ?? documents.wallets;
  const realWallets = createWallets({ documents: walletDocuments, settlement, clock });
  const wallets = planted.wallets?.(realWallets) ?? realWallets;
  const realHoldings = createHoldings({ inventory, wallets });
  const holdings = planted.holdings?.(realHoldings, wallets) ?? realHoldings;
  const attempt = (planted.attempt ?? createAttempt)({
    insert: store.insert,
    hold: holdings.hold,
    commit: ({ booking, out }) => store.commit(booking._id, out),
    settle: settlement.settle,
    isVoid: async (id) => (await store.find(id))?.st === 'void',
    release: holdings.release,
    pausesMs,
    sleep: clock.sleep,
    logger: silentLogger,
  });
  return {
    store,
    inventory,
    wallets,
    outbox: createOutbox({ store, holdings, confirm }),
    janitor: createJanitor({ store, inventory, wallets, clock }),
    attempt,
    cancel: createCancel({ store, wantsCancel: async () => true, now: clock.now }),
  };
};
