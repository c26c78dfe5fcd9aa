import { money } from '../../base/money.js';
import type { JsonText, View } from '../../base/view.js';
import type { BookingDocument } from '../../bookings/booking.js';
import type { Location } from '../../catalogue/location.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { Seller } from '../../catalogue/venue.js';
import { amount, flag, number, text } from '../json-text.js';
import { amenities } from './amenities.js';
import { bookedAddOns } from './booked-add-ons.js';
import type { Represent } from './represent.js';
import { byDefault, createRepresentation, fieldSet, type Representation } from './representation.js';
import type { TimeText } from './time-text.js';
import { passValidation } from './validation.js';

export interface PassDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'location' | 'seller'>;
  readonly timeText: TimeText;
  readonly location: Represent<Location>;
  readonly seller: Represent<Seller>;
}

const isActive = ({ st }: BookingDocument): boolean => st === 'booked';

/** The pass of a booking; it has the booking's id. */
export const createPassRepresentation = (dependencies: PassDependencies): Representation<BookingDocument> => {
  const { snapshot, timeText, location, seller } = dependencies;
  const placeOf = (booking: BookingDocument): Location | undefined => snapshot().location(booking.location);

  const sellerOf = (booking: BookingDocument, view: View): JsonText | undefined => {
    const known = snapshot().seller(booking.sellerId);
    return known === undefined ? undefined : seller(known, view);
  };
  const locationOf = (booking: BookingDocument, view: View): JsonText | undefined => {
    const place = placeOf(booking);
    return place === undefined ? undefined : location(place, view);
  };

  return createRepresentation<BookingDocument>({
    kind: 'parking_pass',
    fields: [
      fieldSet({
        id: byDefault(({ _id }) => number(_id)),
        status: byDefault((booking) => text(isActive(booking) ? 'active' : 'cancelled')),
        active: byDefault((booking) => flag(isActive(booking))),
        start_time: byDefault(({ start, timezone }) => timeText(start, timezone)),
        end_time: byDefault(({ end, timezone }) => timeText(end, timezone)),
        pass_type: byDefault(() => text('transient')),
        amenities: byDefault((booking, { locale }) => amenities(placeOf(booking)?.amenities ?? [], locale)),
        seller_id: byDefault(({ sellerId }) => number(sellerId)),
        disclaimers: byDefault((booking) => text(placeOf(booking)?.disclaimers.join('\n'))),
        price_paid: byDefault(({ currency, priceMinor }) => amount(money(currency, priceMinor))),
        full_price: byDefault(({ currency, fullPriceMinor }) => amount(money(currency, fullPriceMinor))),
        validation: byDefault((booking, view) => {
          const place = placeOf(booking);
          return place === undefined ? text(undefined) : passValidation(place, booking.passCode, view);
        }),
        reseller_pass: byDefault(() => flag(false)),
      }),
    ],
    embedded: {
      location: { isDefault: true, write: locationOf },
      seller: { isDefault: true, write: sellerOf },
      partner: {
        isDefault: true,
        write: ({ partner }) => (partner === null ? undefined : `{"id":${text(partner)}}`),
      },
      add_ons: { isDefault: true, write: bookedAddOns },
    },
  });
};
