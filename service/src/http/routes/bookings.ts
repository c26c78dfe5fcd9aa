import { Type } from 'typebox';
import { one } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Bookings, BookingView, Preview } from '../../bookings/bookings.js';
import type { Representation } from '../representations/representation.js';
import { bookingInput, bookRequest, previewInput } from './booking-input.js';
import { bookingIdOf, codesOf, seenBooking } from './seen-booking.js';

interface BookingRouteOptions {
  readonly bookings: Bookings;
  readonly representations: {
    readonly booking: Representation<BookingView>;
    readonly preview: Representation<Preview>;
  };
}

const cancelInput = Type.Object({
  booking_id: Type.String(),
  authorization_code: Type.Optional(Type.String({ maxLength: 200 })),
});

const whenMissing = {
  quote_id: 'booking_quote_id_missing',
  final_price: 'booking_final_price_missing',
} as const;

/** Preview, book, look, cancel. */
export const createBookingRoutes = (options: BookingRouteOptions): readonly AnyRoute[] => {
  const { bookings, representations } = options;
  const { booking, preview } = representations;
  return [
    route({
      method: 'POST',
      path: '/bookings/previews',
      operation: 'booking.preview',
      summary: 'Works out the final price of a quote with the chosen add-ons.',
      access: 'anyone',
      shows: preview.shows,
      whenMissing,
      input: previewInput,
      run: async ({ quote_id, add_on_ids = [] }, { caller }) =>
        one(200, preview.of(await bookings.preview({ quoteId: quote_id, addOnIds: add_on_ids }, caller))),
    }),
    route({
      method: 'POST',
      path: '/bookings',
      operation: 'booking.create',
      success: 201,
      isArray: true,
      isRepeatable: true,
      summary: 'Books a quote; answers a list with the booking.',
      access: 'anyone',
      shows: booking.shows,
      whenMissing,
      input: bookingInput,
      run: async (input, context) => {
        const request = bookRequest(input, context);
        const made = await bookings.book(request, context.caller);
        return one(201, (view) => `[${booking.write(made, view)}]`);
      },
    }),
    route({
      method: 'GET',
      path: '/bookings/:booking_id',
      operation: 'booking.get',
      summary: 'Shows a booking to its customer, its partner, or whoever holds one of its codes.',
      access: 'anyone',
      shows: booking.shows,
      input: seenBooking,
      run: async (input, { caller }) =>
        one(200, booking.of(await bookings.view(bookingIdOf(input), caller, codesOf(input)))),
    }),
    route({
      method: 'DELETE',
      path: '/bookings/:booking_id',
      operation: 'booking.cancel',
      success: 204,
      summary: 'Cancels a booking; again for one already cancelled is harmless.',
      access: 'anyone',
      input: cancelInput,
      run: async (input, { caller }) => {
        await bookings.cancel(bookingIdOf(input), caller, input.authorization_code);
        return { status: 204 };
      },
    }),
  ];
};
