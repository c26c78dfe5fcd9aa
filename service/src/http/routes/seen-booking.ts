import { type Static, Type } from 'typebox';
import { type BookingId, bookingId } from '../../base/ids.js';
import type { BookingCodes } from '../../bookings/bookings.js';
import { pathId } from './path-id.js';

const code = Type.Optional(Type.String({ maxLength: 200 }));

/** Which booking is to be seen, and the codes that let one see it without being its owner. */
export const seenBooking = Type.Object({
  booking_id: Type.String(),
  authorization_code: code,
  share_code: code,
});

export const bookingIdOf = (input: Pick<Static<typeof seenBooking>, 'booking_id'>): BookingId =>
  pathId(input.booking_id, bookingId, 'booking_not_found');

export const codesOf = (input: Static<typeof seenBooking>): BookingCodes => ({
  authorizationCode: input.authorization_code,
  shareCode: input.share_code,
});
