import type { Documents } from '../../../src/base/documents.js';
import { silentLogger } from '../../../src/base/logger.js';
import {
  type AttemptOutcome,
  type AttemptSteps,
  createAttempt,
  type Draft,
} from '../../../src/bookings/attempt.js';
import type { BookingDocument, Outbox } from '../../../src/bookings/booking.js';
import { createCancel } from '../../../src/bookings/cancellation.js';
import { createJanitor, type Janitor } from '../../../src/bookings/janitor.js';
import { createOutbox } from '../../../src/bookings/outbox.js';
import { poolStayOf } from '../../../src/bookings/pool-stay.js';
import { createSettlement } from '../../../src/bookings/settlement.js';
import { type BookingStore, createBookingStore } from '../../../src/bookings/store.js';
import { createInventory } from '../../../src/inventory/create-inventory.js';
import type { Inventory, Settlement } from '../../../src/inventory/inventory.js';
import type { PoolDocument } from '../../../src/inventory/pool.js';

export interface ProcessDocuments {
  readonly bookings: Documents<BookingDocument>;
  readonly pools: Documents<PoolDocument>;
}

/** Where a planted fault takes the place of a part; everything else is the product's own code. */
export interface Planted {
  readonly name: string;
  readonly pools?: (pools: Documents<PoolDocument>) => Documents<PoolDocument>;
  readonly store?: (store: BookingStore, documents: ProcessDocuments) => BookingStore;
  readonly settlement?: (settlement: Settlement, store: BookingStore) => Settlement;
  readonly attempt?: (steps: AttemptSteps) => (draft: Draft) => Promise<AttemptOutcome>;
}

/** One process of the service, as far as bookings go. */
export interface Process {
  readonly store: BookingStore;
  readonly inventory: Inventory;
  readonly outbox: Outbox;
  readonly janitor: Janitor;
  readonly attempt: (draft: Draft) => Promise<AttemptOutcome>;
  readonly cancel: (booking: BookingDocument) => Promise<boolean>;
}

interface ProcessOptions {
  readonly documents: ProcessDocuments;
  readonly clock: { readonly now: () => number; readonly sleep: (ms: number) => Promise<void> };
  readonly planted: Planted;
  readonly pausesMs: readonly number[];
}

export const createProcess = ({ documents, clock, planted, pausesMs }: ProcessOptions): Process => {
  const realStore = createBookingStore(documents.bookings, clock);
  const store = planted.store?.(realStore, documents) ?? realStore;
  const realSettlement = createSettlement(store);
  const settlement = planted.settlement?.(realSettlement, store) ?? realSettlement;
  const pools = planted.pools?.(documents.pools) ?? documents.pools;
  const inventory = createInventory({ pools, settlement, clock });
  const attempt = (planted.attempt ?? createAttempt)({
    insert: store.insert,
    hold: ({ booking, capacity }) =>
      inventory.hold({ ...poolStayOf(booking), capacity, until: booking.until }),
    commit: ({ booking, out }) => store.commit(booking._id, out),
    settle: settlement.settle,
    release: (booking) => inventory.release(poolStayOf(booking)),
    pausesMs,
    sleep: clock.sleep,
    logger: silentLogger,
  });
  return {
    store,
    inventory,
    outbox: createOutbox({ store, inventory }),
    janitor: createJanitor({ store, inventory, clock }),
    attempt,
    cancel: createCancel({ store, wantsCancel: async () => true, now: clock.now }),
  };
};
