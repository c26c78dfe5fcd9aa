import { Type } from 'typebox';
import type { PartnerId } from '../../base/ids.js';
import { money } from '../../base/money.js';
import type { JsonText, View } from '../../base/view.js';
import type { BookingDocument } from '../../bookings/booking.js';
import type { Location } from '../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { Seller } from '../../catalogue/venue.js';
import { amount, flag, number, text } from '../json-text.js';
import { amenities, amenitiesSchema } from './amenities.js';
import { type BookedAddOn, bookedAddOns } from './booked-add-ons.js';
import { byDefault } from './field.js';
import { flagSchema, idSchema, moneySchema, textSchema, timestampSchema } from './field-schemas.js';
import { createRepresentation, fieldSet, type Representation } from './representation.js';
import type { TimeText } from './time-text.js';
import { passValidation, passValidationSchema } from './validation.js';

export interface PassDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'location' | 'seller'>;
  readonly timeText: TimeText;
  readonly location: Representation<Location>;
  readonly seller: Representation<Seller>;
  readonly partner: Representation<PartnerId>;
  readonly addOn: Representation<BookedAddOn>;
}

const isActive = ({ st }: BookingDocument): boolean => st === 'booked';

/** The pass of a booking; it has the booking's id. */
export const createPassRepresentation = (dependencies: PassDependencies): Representation<BookingDocument> => {
  const { snapshot, timeText, location, seller, partner, addOn } = dependencies;
  const placeOf = (booking: BookingDocument): Location | undefined => snapshot().location(booking.location);

  const sellerOf = (booking: BookingDocument, view: View): JsonText | undefined => {
    const known = snapshot().seller(booking.sellerId);
    return known === undefined ? undefined : seller.write(known, view);
  };
  const locationOf = (booking: BookingDocument, view: View): JsonText | undefined => {
    const place = placeOf(booking);
    return place === undefined ? undefined : location.write(place, view);
  };

  return createRepresentation<BookingDocument>({
    kind: 'parking_pass',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ _id }) => number(_id)),
        status: byDefault(Type.Enum(['active', 'cancelled']), (booking) =>
          text(isActive(booking) ? 'active' : 'cancelled'),
        ),
        active: byDefault(flagSchema, (booking) => flag(isActive(booking))),
        start_time: byDefault(timestampSchema, ({ start, timezone }) => timeText(start, timezone)),
        end_time: byDefault(timestampSchema, ({ end, timezone }) => timeText(end, timezone)),
        pass_type: byDefault(textSchema, () => text('transient')),
        amenities: byDefault(amenitiesSchema, (booking, { locale }) =>
          amenities(placeOf(booking)?.amenities ?? [], locale),
        ),
        seller_id: byDefault(idSchema, ({ sellerId }) => number(sellerId)),
        disclaimers: byDefault(textSchema, (booking) => text(placeOf(booking)?.disclaimers.join('\n'))),
        price_paid: byDefault(moneySchema, ({ currency, priceMinor }) => amount(money(currency, priceMinor))),
        full_price: byDefault(moneySchema, ({ currency, fullPriceMinor }) =>
          amount(money(currency, fullPriceMinor)),
        ),
        validation: byDefault(passValidationSchema, (booking, view) => {
          const place = placeOf(booking);
          return place === undefined ? text(undefined) : passValidation(place, booking.passCode, view);
        }),
        reseller_pass: byDefault(flagSchema, () => flag(false)),
      }),
    ],
    embedded: {
      location: { isDefault: true, shows: location.shows, write: locationOf },
      seller: { isDefault: true, shows: seller.shows, write: sellerOf },
      partner: {
        isDefault: true,
        shows: partner.shows,
        write: ({ partner: id }, view) => (id === null ? undefined : partner.write(id, view)),
      },
      add_ons: { isDefault: true, shows: addOn.shows, isList: true, write: bookedAddOns(addOn) },
    },
  });
};
