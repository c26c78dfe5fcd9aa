import type { Clock } from '../../../base/clock.js';
import { say } from '../../../base/locale.js';
import type { JsonText, View } from '../../../base/view.js';
import type { BookingView } from '../../../bookings/bookings.js';
import type { Location } from '../../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../../catalogue/snapshot.js';
import type { Seller } from '../../../catalogue/venue.js';
import { byDefault } from '../field.js';
import { flagSchema, idSchema, textSchema, timestampSchema } from '../field-schemas.js';
import { flag, number, text } from '../json-text.js';
import { amenities, amenitiesSchema } from '../places/amenities.js';
import { type AttributedTo, attributedTo } from '../places/partner.js';
import { passValidation, passValidationSchema } from '../quotes/validation.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';
import type { TimeText } from '../time-text.js';
import { type BookedAddOn, bookedAddOns } from './booked-add-ons.js';
import { bookedPrices } from './booked-prices.js';
import { passStatus, passStatusSchema } from './pass-status.js';

export interface PassDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'location' | 'seller' | 'event'>;
  readonly timeText: TimeText;
  readonly clock: Pick<Clock, 'now'>;
  readonly location: Representation<Location>;
  readonly seller: Representation<Seller>;
  readonly partner: Representation<AttributedTo>;
  readonly addOn: Representation<BookedAddOn>;
}

/** The pass of a booking; it has the booking's id. */
export const createPassRepresentation = (dependencies: PassDependencies): Representation<BookingView> => {
  const { snapshot, timeText, clock, location, seller, partner, addOn } = dependencies;
  const placeOf = ({ booking }: BookingView): Location | undefined => snapshot().location(booking.location);

  const sellerOf = ({ booking }: BookingView, view: View): JsonText | undefined => {
    const known = snapshot().seller(booking.sellerId);
    return known === undefined ? undefined : seller.write(known, view);
  };
  const locationOf = (seen: BookingView, view: View): JsonText | undefined => {
    const place = placeOf(seen);
    return place === undefined ? undefined : location.write(place, view);
  };

  return createRepresentation<BookingView>({
    kind: 'parking_pass',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ booking }) => number(booking._id)),
        status: byDefault(passStatusSchema, ({ booking }) => text(passStatus(booking, clock.now()))),
        active: byDefault(flagSchema, ({ booking }) => flag(passStatus(booking, clock.now()) === 'active')),
        start_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.start, booking.timezone)),
        end_time: byDefault(timestampSchema, ({ booking }) => timeText(booking.end, booking.timezone)),
        pass_type: byDefault(textSchema, ({ booking }) =>
          text(booking.isOnDemand ? 'on_demand' : 'transient'),
        ),
        amenities: byDefault(amenitiesSchema, (seen, { locale }) =>
          amenities(placeOf(seen)?.amenities ?? [], locale),
        ),
        seller_id: byDefault(idSchema, ({ booking }) => number(booking.sellerId)),
        disclaimers: byDefault(textSchema, (seen, { locale }) =>
          text(
            placeOf(seen)
              ?.disclaimers.map((note) => say(note, locale))
              .join('\n'),
          ),
        ),
        ...bookedPrices,
        validation: byDefault(passValidationSchema, (seen, view) => {
          const place = placeOf(seen);
          return place === undefined ? text(undefined) : passValidation(place, seen.booking.passCode, view);
        }),
        reseller_pass: byDefault(flagSchema, () => flag(false)),
      }),
    ],
    embedded: {
      location: { isDefault: true, shows: location.shows, write: locationOf },
      seller: { isDefault: true, shows: seller.shows, write: sellerOf },
      partner: { isDefault: true, shows: partner.shows, write: attributedTo(partner) },
      add_ons: { isDefault: true, shows: addOn.shows, isList: true, write: bookedAddOns(addOn) },
    },
  });
};
