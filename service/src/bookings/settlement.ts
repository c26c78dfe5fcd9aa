import type { BookingId } from '../base/ids.js';
import type { Settled, Settlement } from '../base/settlement.js';
import type { BookingDocument } from './booking.js';
import type { BookingStore } from './store.js';

const settledAs = (state: BookingDocument['st'] | undefined): Settled =>
  state === 'booked' ? 'booked' : 'gone';

/** What inventory may ask about the bookings behind its entries. A booking is void before anybody calls it gone. */
export const createSettlement = (
  store: Pick<BookingStore, 'find' | 'states' | 'voidPending'>,
): Settlement => ({
  decided: async (bookings) => {
    const states = await store.states(bookings);
    const decided = states.filter(({ st }) => st !== 'pending');
    return new Map<BookingId, Settled>(decided.map(({ _id, st }) => [_id, settledAs(st)]));
  },
  settle: async (booking) => {
    await store.voidPending(booking);
    return settledAs((await store.find(booking))?.st);
  },
});
