import type { Clock } from '../../base/clock.js';
import { money } from '../../base/money.js';
import type { JsonText, View } from '../../base/view.js';
import type { BookingDocument, Contact } from '../../bookings/booking.js';
import type { BookingView } from '../../bookings/bookings.js';
import { amount, flag, number, text } from '../json-text.js';
import { bookedAddOns } from './booked-add-ons.js';
import { links } from './links.js';
import type { PassDependencies } from './parking-pass.js';
import type { Represent } from './represent.js';
import {
  always,
  byDefault,
  createRepresentation,
  fieldSet,
  onRequest,
  type Representation,
} from './representation.js';
import { passPath } from './site-paths.js';

export interface BookingDependencies extends PassDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly pass: Represent<BookingDocument>;
  readonly customer: Represent<Contact>;
}

const isCancellable = ({ st, cancellableUntil }: BookingDocument, now: number): boolean =>
  st === 'booked' && cancellableUntil !== null && now < cancellableUntil;

export const createBookingRepresentation = (
  dependencies: BookingDependencies,
): Representation<BookingView> => {
  const { snapshot, timeText, clock, location, pass, customer, seller } = dependencies;

  const locationOf = ({ booking }: BookingView, view: View): JsonText | undefined => {
    const place = snapshot().location(booking.location);
    return place === undefined ? undefined : location(place, view);
  };
  const sellerOf = ({ booking }: BookingView, view: View): JsonText | undefined => {
    const known = snapshot().seller(booking.sellerId);
    return known === undefined ? undefined : seller(known, view);
  };

  return createRepresentation<BookingView>({
    kind: 'booking',
    fields: [
      fieldSet({
        id: byDefault(({ booking }) => number(booking._id)),
        customer_id: byDefault(({ booking }) => number(booking.customer)),
        event_id: always(({ booking }) => number(booking.event)),
        start_time: byDefault(({ booking }) => timeText(booking.start, booking.timezone)),
        end_time: byDefault(({ booking }) => timeText(booking.end, booking.timezone)),
        price_paid: byDefault(({ booking }) => amount(money(booking.currency, booking.priceMinor))),
        full_price: byDefault(({ booking }) => amount(money(booking.currency, booking.fullPriceMinor))),
        purchased_at: byDefault(({ booking }) => timeText(booking.purchasedAt, booking.timezone)),
        cancelled_at: byDefault(({ booking }) =>
          booking.cancelledAt === undefined ? undefined : timeText(booking.cancelledAt, booking.timezone),
        ),
        type: byDefault(() => text('transient_booking')),
        on_demand: byDefault(() => flag(false)),
        cancellable: byDefault(({ booking }) => flag(isCancellable(booking, clock.now()))),
        times_tbd: byDefault(({ booking }) => flag(booking.timesTbd)),
        // Both let anyone in who holds them, so neither is part of any group.
        parking_pass_web_url: onRequest(({ booking }, { siteUrl }) =>
          text(siteUrl + passPath(booking._id, booking.authorizationCode)),
        ),
        authorization_code: onRequest(({ booking }) => text(booking.authorizationCode)),
      }),
    ],
    embedded: {
      location: { isDefault: true, write: locationOf },
      parking_pass: { isDefault: true, write: ({ booking }, view) => pass(booking, view) },
      customer: {
        isDefault: true,
        write: ({ customer: contact }, view) => (contact === undefined ? undefined : customer(contact, view)),
      },
      add_ons: { isDefault: true, write: ({ booking }) => bookedAddOns(booking) },
      seller: { isDefault: false, write: sellerOf },
      partner: {
        isDefault: false,
        write: ({ booking }) => (booking.partner === null ? undefined : `{"id":${text(booking.partner)}}`),
      },
    },
    links: ({ booking }, view) =>
      links(
        {
          self: `/bookings/${booking._id}`,
          location: `/locations/${booking.location}`,
        },
        view,
      ),
  });
};
