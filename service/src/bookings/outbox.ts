import type { BookingDocument, Outbox } from './booking.js';
import type { Holdings } from './holdings.js';
import type { BookingStore } from './store.js';

/** Puts a booking's confirmation on its way to the customer; the same booking again must not make a second one. */
export type Confirm = (booking: BookingDocument) => Promise<void>;

interface OutboxDependencies {
  readonly store: Pick<BookingStore, 'due' | 'clearOutbox'>;
  readonly holdings: Pick<Holdings, 'release'>;
  readonly confirm: Confirm;
}

/** The outbox in the bookings themselves, as the pump works it off. */
export const createOutbox = ({ store, holdings, confirm }: OutboxDependencies): Outbox => ({
  due: store.due,
  release: async (booking) => {
    if (booking.out.includes('release')) await holdings.release(booking);
  },
  confirm: async (booking) => {
    if (booking.out.includes('confirm') && booking.st === 'booked') await confirm(booking);
  },
  clear: store.clearOutbox,
});
