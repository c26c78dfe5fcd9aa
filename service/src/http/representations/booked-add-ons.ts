import { type Money, money } from '../../base/money.js';
import type { BookingDocument } from '../../bookings/booking.js';
import { amount, array, text } from '../json-text.js';
import { byDefault } from './field.js';
import { moneySchema, textSchema } from './field-schemas.js';
import type { Represent } from './represent.js';
import { createRepresentation, fieldSet, type Representation } from './representation.js';

export interface BookedAddOn {
  readonly id: string;
  readonly name: string;
  readonly price: Money;
}

export const createAddOnRepresentation = (): Representation<BookedAddOn> =>
  createRepresentation<BookedAddOn>({
    kind: 'add_on',
    fields: [
      fieldSet({
        id: byDefault(textSchema, ({ id }) => text(id)),
        name: byDefault(textSchema, ({ name }) => text(name)),
        price: byDefault(moneySchema, ({ price }) => amount(price)),
      }),
    ],
  });

/** What was bought beside the space; an empty list when nothing was. */
export const bookedAddOns =
  ({ write }: Representation<BookedAddOn>): Represent<BookingDocument> =>
  ({ addOns, currency }, view) =>
    array(
      addOns.map(({ id, name, priceMinor }) => write({ id, name, price: money(currency, priceMinor) }, view)),
    );
