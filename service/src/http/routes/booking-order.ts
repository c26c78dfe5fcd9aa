import { readSortKeys } from '../../base/sort-keys.js';
import type { BookingOrder } from '../../bookings/bookings.js';

const sortable = ['start_time', 'end_time', 'purchased_at', 'id'] as const;
const keyOf = { start_time: 'start', end_time: 'end', purchased_at: 'purchasedAt', id: '_id' } as const;

/** Reads `start_time:desc id`. Throws `Problem` for unknown names. */
export const readBookingOrder = (sort: string | undefined): BookingOrder =>
  readSortKeys(sort, sortable).map(({ name, isDescending }) => ({
    key: keyOf[name],
    direction: isDescending ? -1 : 1,
  }));
