import { type Money, money } from '../../../base/money.js';
import type { BookingView } from '../../../bookings/bookings.js';
import { byDefault } from '../field.js';
import { moneySchema, textSchema } from '../field-schemas.js';
import { amount, array, text } from '../json-text.js';
import type { Represent } from '../represent.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

export interface BookedAddOn {
  readonly id: string;
  readonly name: string;
  /** Absent for whoever may not see it. */
  readonly price: Money | undefined;
}

export const createAddOnRepresentation = (): Representation<BookedAddOn> =>
  createRepresentation<BookedAddOn>({
    kind: 'add_on',
    fields: [
      fieldSet({
        id: byDefault(textSchema, ({ id }) => text(id)),
        name: byDefault(textSchema, ({ name }) => text(name)),
        price: byDefault(moneySchema, ({ price }) => (price === undefined ? undefined : amount(price))),
      }),
    ],
  });

/** What was bought beside the space; an empty list when nothing was. */
export const bookedAddOns =
  ({ write }: Representation<BookedAddOn>): Represent<BookingView> =>
  ({ booking: { addOns, currency }, standing }, view) =>
    array(
      addOns.map(({ id, name, priceMinor }) => {
        const price = standing === 'share' ? undefined : money(currency, priceMinor);
        return write({ id, name, price }, view);
      }),
    );
