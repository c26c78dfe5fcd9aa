import type { Contact } from '../../../bookings/booking.js';
import { byDefault } from '../field.js';
import { textSchema } from '../field-schemas.js';
import { text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

export const createCustomerRepresentation = (): Representation<Contact> =>
  createRepresentation<Contact>({
    kind: 'customer',
    fields: [
      fieldSet({
        email: byDefault(textSchema, ({ email }) => text(email)),
        first_name: byDefault(textSchema, ({ firstName }) => text(firstName)),
        last_name: byDefault(textSchema, ({ lastName }) => text(lastName)),
      }),
    ],
    links: (_record, view) => links({}, view),
  });
