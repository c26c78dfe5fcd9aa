import { Type } from 'typebox';
import { readAskedTime } from '../../base/asked-time.js';
import { partnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import type { Reply } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import { instantAt } from '../../base/zoned-time.js';
import type { BookingList, Bookings, BookingView } from '../../bookings/bookings.js';
import type { Representation } from '../representations/representation.js';
import { readBookingOrder } from './booking-order.js';

interface BookingListOptions {
  readonly bookings: Pick<Bookings, 'listOfCustomer' | 'listOfPartner'>;
  readonly representations: { readonly booking: Representation<BookingView> };
}

const text = Type.Optional(Type.String({ maxLength: 2000 }));

/** A time without an offset is UTC: these bookings are of many zones. */
const readSince = (written: string | undefined): number => {
  if (written === undefined) return 0;
  const time = readAskedTime(written);
  if (time === undefined) throw new Problem('request_parameter_invalid', { fields: ['updated_since'] });
  return instantAt(time, 'UTC', true);
};

const reply = ({ total, page }: BookingList, { of }: Representation<BookingView>): Reply => ({
  status: 200,
  resource: { shape: 'list', total, page: async (from, to) => (await page(from, to)).map(of) },
});

/** A user's bookings, and a partner's. */
export const createBookingListRoutes = (options: BookingListOptions): readonly AnyRoute[] => {
  const { bookings, representations } = options;
  const { booking } = representations;
  return [
    route({
      method: 'GET',
      path: '/bookings',
      operation: 'booking.list',
      summary: "Lists the user's bookings, the latest purchase first; nothing of `q` filters them.",
      access: 'user',
      shows: booking.shows,
      isList: true,
      input: Type.Object({ q: text, sort: text }),
      run: async ({ sort }, { caller }) =>
        reply(await bookings.listOfCustomer(caller, readBookingOrder(sort)), booking),
    }),
    route({
      method: 'GET',
      path: '/partner/bookings',
      operation: 'booking.listOfPartner',
      summary:
        'Lists the bookings attributed to the partner, the oldest change first. An extension, for reconciliation: ' +
        '`kind` (by when they were made, or cancelled) keeps its pages still while bookings change.',
      access: { scopes: ['partner', 'internal'] },
      shows: booking.shows,
      isList: true,
      input: Type.Object({
        updated_since: text,
        kind: Type.Optional(Type.Enum(['created', 'cancelled'])),
        partner_id: text,
      }),
      run: async ({ updated_since: written, kind, partner_id: partner }, { caller }) => {
        const request = {
          since: readSince(written),
          ...(kind !== undefined && { kind }),
          ...(partner !== undefined && { partner: partnerId(partner) }),
        };
        return reply(await bookings.listOfPartner(caller, request), booking);
      },
    }),
  ];
};
