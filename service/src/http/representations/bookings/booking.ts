import { Type } from 'typebox';
import type { JsonText, View } from '../../../base/view.js';
import type { BookingDocument, Contact } from '../../../bookings/booking.js';
import type { BookingView } from '../../../bookings/bookings.js';
import { passPath } from '../../../catalogue/site-paths.js';
import { always, byDefault, onRequest } from '../field.js';
import {
  addressSchema,
  flagSchema,
  idSchema,
  listOf,
  textSchema,
  timestampSchema,
} from '../field-schemas.js';
import { array, flag, number, text } from '../json-text.js';
import { links } from '../links.js';
import { attributedTo } from '../places/partner.js';
import { cancellableSchema, cancellableStatus } from '../quotes/cancellable-status.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';
import { bookedAddOns } from './booked-add-ons.js';
import { bookedPrices } from './booked-prices.js';
import type { PassDependencies } from './parking-pass.js';

export interface BookingDependencies extends PassDependencies {
  readonly pass: Representation<BookingView>;
  readonly customer: Representation<Contact>;
}

const typeSchema = Type.Enum(['transient_booking', 'on_demand_booking']);

const isCancellable = ({ st, cancellableUntil }: BookingDocument, now: number): boolean =>
  st === 'booked' && cancellableUntil !== null && now < cancellableUntil;

export const createBookingRepresentation = (
  dependencies: BookingDependencies,
): Representation<BookingView> => {
  const { snapshot, timeText, clock, location, pass, customer, seller, partner, addOn } = dependencies;

  /** As the catalogue knows the event now; the stay itself stays as booked (nobody sells placeholder times). */
  const isTbd = ({ timesTbd, event }: BookingDocument): boolean =>
    (event === null ? undefined : snapshot().event(event)?.timesTbd) ?? timesTbd;

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
        customer_id: byDefault(idSchema, ({ booking, standing }) =>
          standing === 'owner' ? number(booking.customer) : undefined,
        ),
        event_id: always(Type.Union([idSchema, Type.Null()]), ({ booking }) => number(booking.event)),
        start_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.start, booking.timezone)),
        end_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.end, booking.timezone)),
        ...bookedPrices,
        purchased_at: byDefault(timestampSchema, ({ booking }) =>
          timeText(booking.purchasedAt, booking.timezone),
        ),
        cancelled_at: byDefault(timestampSchema, ({ booking }) =>
          booking.cancelledAt === undefined ? undefined : timeText(booking.cancelledAt, booking.timezone),
        ),
        type: byDefault(typeSchema, ({ booking }) =>
          text(booking.isOnDemand ? 'on_demand_booking' : 'transient_booking'),
        ),
        on_demand: byDefault(flagSchema, ({ booking }) => flag(booking.isOnDemand)),
        capabilities: byDefault(listOf(textSchema), ({ booking }) =>
          booking.capabilities.length === 0 ? undefined : array(booking.capabilities.map(text)),
        ),
        plate_number: byDefault(textSchema, ({ booking, standing }) =>
          booking.plateNumber === null || standing === 'share' ? undefined : text(booking.plateNumber),
        ),
        cancellable: byDefault(flagSchema, ({ booking }) => flag(isCancellable(booking, clock.now()))),
        times_tbd: byDefault(flagSchema, ({ booking }) => flag(isTbd(booking))),
        updated_at: onRequest(timestampSchema, ({ booking }) =>
          booking.updatedAt === undefined ? undefined : timeText(booking.updatedAt, booking.timezone),
        ),
        cancellable_status: onRequest(cancellableSchema, ({ booking }, view) =>
          cancellableStatus(
            {
              cancellableUntil: booking.cancellableUntil ?? undefined,
              isCancellableNow: isCancellable(booking, clock.now()),
              start: booking.start,
            },
            view,
          ),
        ),
        // These let anyone in who holds them, so none is part of any group, and none is given for a lesser one.
        parking_pass_web_url: onRequest(addressSchema, ({ booking, standing }, { siteUrl }) =>
          standing === 'share' ? undefined : text(siteUrl + passPath(booking._id, booking.authorizationCode)),
        ),
        authorization_code: onRequest(textSchema, ({ booking, standing }) =>
          standing === 'share' ? undefined : text(booking.authorizationCode),
        ),
        share_code: onRequest(textSchema, ({ booking }) => text(booking.shareCode)),
      }),
    ],
    embedded: {
      location: { isDefault: true, shows: location.shows, write: locationOf },
      parking_pass: {
        isDefault: true,
        shows: pass.shows,
        write: pass.write,
      },
      customer: {
        isDefault: true,
        shows: customer.shows,
        write: ({ booking, standing }, view) =>
          standing === 'owner' ? customer.write(booking.contact, view) : undefined,
      },
      add_ons: {
        isDefault: true,
        shows: addOn.shows,
        isList: true,
        write: bookedAddOns(addOn),
      },
      seller: { isDefault: false, shows: seller.shows, write: sellerOf },
      partner: { isDefault: false, shows: partner.shows, write: attributedTo(partner) },
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
