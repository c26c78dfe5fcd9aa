import { Type } from 'typebox';
import type { BookingDocument } from '../../../bookings/booking.js';

export const passStatusSchema = Type.Enum(['active', 'expired', 'cancelled']);

/** The spec names `active` alone; a pass is good until its stay is over. */
export const passStatus = (
  { st, end }: Pick<BookingDocument, 'st' | 'end'>,
  now: number,
): 'active' | 'expired' | 'cancelled' => {
  if (st === 'cancelled') return 'cancelled';
  return now < end ? 'active' : 'expired';
};
