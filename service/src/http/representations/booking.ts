import { Type } from 'typebox';
import type { Clock } from '../../base/clock.js';
import { money } from '../../base/money.js';
import type { JsonText, View } from '../../base/view.js';
import type { BookingDocument, Contact } from '../../bookings/booking.js';
import type { BookingView } from '../../bookings/bookings.js';
import { passPath } from '../../catalogue/site-paths.js';
import { amount, flag, number, text } from '../json-text.js';
import { bookedAddOns } from './booked-add-ons.js';
import { always, byDefault, onRequest } from './field.js';
import {
  addressSchema,
  flagSchema,
  idSchema,
  moneySchema,
  textSchema,
  timestampSchema,
} from './field-schemas.js';
import { links } from './links.js';
import type { PassDependencies } from './parking-pass.js';
import { createRepresentation, fieldSet, type Representation } from './representation.js';

export interface BookingDependencies extends PassDependencies {
  readonly clock: Pick<Clock, 'now'>;
  readonly pass: Representation<BookingDocument>;
  readonly customer: Representation<Contact>;
}

const isCancellable = ({ st, cancellableUntil }: BookingDocument, now: number): boolean =>
  st === 'booked' && cancellableUntil !== null && now < cancellableUntil;

export const createBookingRepresentation = (
  dependencies: BookingDependencies,
): Representation<BookingView> => {
  const { snapshot, timeText, clock, location, pass, customer, seller, partner, addOn } = dependencies;

  const locationOf = ({ booking }: BookingView, view: View): JsonText | undefined => {
    const place = snapshot().location(booking.location);
    return place === undefined ? undefined : location.write(place, view);
  };
  const sellerOf = ({ booking }: BookingView, view: View): JsonText | undefined => {
    const known = snapshot().seller(booking.sellerId);
    return known === undefined ? undefined : seller.write(known, view);
  };

  return createRepresentation<BookingView>({
    kind: 'booking',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ booking }) => number(booking._id)),
        customer_id: byDefault(idSchema, ({ booking }) => number(booking.customer)),
        event_id: always(Type.Union([idSchema, Type.Null()]), ({ booking }) => number(booking.event)),
        start_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.start, booking.timezone)),
        end_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.end, booking.timezone)),
        price_paid: byDefault(moneySchema, ({ booking }) =>
          amount(money(booking.currency, booking.priceMinor)),
        ),
        full_price: byDefault(moneySchema, ({ booking }) =>
          amount(money(booking.currency, booking.fullPriceMinor)),
        ),
        purchased_at: byDefault(timestampSchema, ({ booking }) =>
          timeText(booking.purchasedAt, booking.timezone),
        ),
        cancelled_at: byDefault(timestampSchema, ({ booking }) =>
          booking.cancelledAt === undefined ? undefined : timeText(booking.cancelledAt, booking.timezone),
        ),
        type: byDefault(textSchema, () => text('transient_booking')),
        on_demand: byDefault(flagSchema, () => flag(false)),
        cancellable: byDefault(flagSchema, ({ booking }) => flag(isCancellable(booking, clock.now()))),
        times_tbd: byDefault(flagSchema, ({ booking }) => flag(booking.timesTbd)),
        // Both let anyone in who holds them, so neither is part of any group.
        parking_pass_web_url: onRequest(addressSchema, ({ booking }, { siteUrl }) =>
          text(siteUrl + passPath(booking._id, booking.authorizationCode)),
        ),
        authorization_code: onRequest(textSchema, ({ booking }) => text(booking.authorizationCode)),
      }),
    ],
    embedded: {
      location: { isDefault: true, shows: location.shows, write: locationOf },
      parking_pass: {
        isDefault: true,
        shows: pass.shows,
        write: ({ booking }, view) => pass.write(booking, view),
      },
      customer: {
        isDefault: true,
        shows: customer.shows,
        write: ({ customer: contact }, view) =>
          contact === undefined ? undefined : customer.write(contact, view),
      },
      add_ons: {
        isDefault: true,
        shows: addOn.shows,
        isList: true,
        write: ({ booking }, view) => bookedAddOns(addOn)(booking, view),
      },
      seller: { isDefault: false, shows: seller.shows, write: sellerOf },
      partner: {
        isDefault: false,
        shows: partner.shows,
        write: ({ booking }, view) =>
          booking.partner === null ? undefined : partner.write(booking.partner, view),
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
