import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { bookingId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { type AnyRoute, list, one, type RunContext, route } from '../../base/route.js';
import type { Bookings, BookingView, Preview } from '../../bookings/bookings.js';
import type { Representation } from '../representations/representation.js';
import { type BookingInput, bookingInput, bookRequest, previewInput } from './booking-input.js';
import { pathId } from './path-id.js';

interface BookingRouteOptions {
  readonly bookings: Bookings;
  readonly representations: {
    readonly booking: Representation<BookingView>;
    readonly preview: Representation<Preview>;
  };
}

const bookingPath = Type.Object({
  booking_id: Type.String(),
  authorization_code: Type.Optional(Type.String({ maxLength: 200 })),
});

const whenMissing = {
  quote_id: 'booking_quote_id_missing',
  final_price: 'booking_final_price_missing',
} as const;

const idOf = (text: string) => pathId(text, bookingId, 'booking_not_found');

/** Tells a repeat of a request from another request under the same key. */
const hashOf = (input: BookingInput): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(input).sort()))
    .digest('hex');

const idempotencyKey = ({ headers }: RunContext): string | undefined => {
  const key = headers('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Problem('request_parameter_invalid', { fields: ['Idempotency-Key'] });
  }
  return key;
};

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
      summary: 'Books a quote; answers a list with the booking.',
      access: 'anyone',
      shows: booking.shows,
      whenMissing,
      input: bookingInput,
      run: async (input, context) => {
        const request = bookRequest(input, idempotencyKey(context), hashOf(input));
        const made = await bookings.book(request, context.caller);
        return one(201, (view) => `[${booking.write(made, view)}]`);
      },
    }),
    route({
      method: 'GET',
      path: '/bookings',
      operation: 'booking.list',
      summary: "Lists the user's bookings.",
      access: 'user',
      shows: booking.shows,
      isList: true,
      input: Type.Object({}),
      run: async (_input, { caller }) => list(await bookings.listOfCustomer(caller), booking.of),
    }),
    route({
      method: 'GET',
      path: '/bookings/:booking_id',
      operation: 'booking.get',
      summary: 'Shows a booking to its customer, its partner, or whoever holds its authorization code.',
      access: 'anyone',
      shows: booking.shows,
      input: bookingPath,
      run: async (input, { caller }) =>
        one(200, booking.of(await bookings.view(idOf(input.booking_id), caller, input.authorization_code))),
    }),
    route({
      method: 'DELETE',
      path: '/bookings/:booking_id',
      operation: 'booking.cancel',
      success: 204,
      summary: 'Cancels a booking; again for one already cancelled is harmless.',
      access: 'anyone',
      input: bookingPath,
      run: async (input, { caller }) => {
        await bookings.cancel(idOf(input.booking_id), caller, input.authorization_code);
        return { status: 204 };
      },
    }),
  ];
};
