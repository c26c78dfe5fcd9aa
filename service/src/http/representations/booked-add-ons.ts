import { money } from '../../base/money.js';
import type { JsonText } from '../../base/view.js';
import type { BookingDocument } from '../../bookings/booking.js';
import { amount, array, object, text } from '../json-text.js';

/** What was bought beside the space; an empty list when nothing was. */
export const bookedAddOns = ({ addOns, currency }: BookingDocument): JsonText =>
  array(
    addOns.map(({ id, name, priceMinor }) =>
      object({ id: text(id), name: text(name), price: amount(money(currency, priceMinor)) }),
    ),
  );
