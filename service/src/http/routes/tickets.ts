import { list } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Bookings, BookingView } from '../../bookings/bookings.js';
import type { Representation } from '../representations/representation.js';
import { bookingIdOf, codesOf, seenBooking } from './seen-booking.js';

interface TicketRouteOptions {
  readonly bookings: Pick<Bookings, 'view'>;
  readonly representations: { readonly ticket: Representation<BookingView> };
}

/** What lets the driver in and out. */
export const createTicketRoutes = ({
  bookings,
  representations,
}: TicketRouteOptions): readonly AnyRoute[] => [
  route({
    method: 'GET',
    path: '/bookings/:booking_id/tickets',
    operation: 'booking.tickets',
    summary: 'Lists the tickets of a booking, one for its parking pass, to whoever may see the booking.',
    access: 'anyone',
    shows: representations.ticket.shows,
    isList: true,
    input: seenBooking,
    run: async (input, { caller }) =>
      list([await bookings.view(bookingIdOf(input), caller, codesOf(input))], representations.ticket.of),
  }),
];
