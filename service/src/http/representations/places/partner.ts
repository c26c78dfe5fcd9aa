import type { PartnerId } from '../../../base/ids.js';
import type { JsonText, View } from '../../../base/view.js';
import type { BookingView } from '../../../bookings/bookings.js';
import { byDefault } from '../field.js';
import { textSchema } from '../field-schemas.js';
import { text } from '../json-text.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

/** The partner that a booking is attributed to; the name where it is known. */
export interface AttributedTo {
  readonly id: PartnerId;
  readonly name: string | undefined;
}

export const createPartnerRepresentation = (): Representation<AttributedTo> =>
  createRepresentation<AttributedTo>({
    kind: 'partner',
    fields: [
      fieldSet({
        id: byDefault(textSchema, ({ id }) => text(id)),
        name: byDefault(textSchema, ({ name }) => (name === undefined ? undefined : text(name))),
      }),
    ],
  });

/** The partner of a booking, embedded; nothing where it has none. */
export const attributedTo =
  ({ write }: Representation<AttributedTo>) =>
  ({ booking, partnerName }: BookingView, view: View): JsonText | undefined =>
    booking.partner === null ? undefined : write({ id: booking.partner, name: partnerName }, view);
