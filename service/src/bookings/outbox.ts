import type { Inventory } from '../inventory/inventory.js';
import type { BookingDocument, Outbox } from './booking.js';
import { poolStayOf } from './pool-stay.js';
import type { BookingStore } from './store.js';

interface OutboxDependencies {
  readonly store: Pick<BookingStore, 'due' | 'clearOutbox'>;
  readonly inventory: Pick<Inventory, 'release'>;
}

const hasSpacesToRelease = ({ out }: BookingDocument): boolean => out.includes('release');

/** The outbox in the bookings themselves, as the pump works it off. */
export const createOutbox = ({ store, inventory }: OutboxDependencies): Outbox => ({
  due: store.due,
  release: async (booking) => {
    if (hasSpacesToRelease(booking)) await inventory.release(poolStayOf(booking));
  },
  clear: store.clearOutbox,
});
