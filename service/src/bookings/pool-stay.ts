import type { BookingId } from '../base/ids.js';
import type { PoolStay } from '../inventory/inventory.js';
import type { BookingDocument } from './booking.js';

/** The spaces a booking holds, or would hold. */
export const poolStayOf = (booking: BookingDocument): PoolStay & { readonly booking: BookingId } => ({
  booking: booking._id,
  location: booking.location,
  pool: booking.pool,
  start: booking.start,
  end: booking.end,
});
