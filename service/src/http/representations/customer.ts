import type { Contact } from '../../bookings/booking.js';
import { text } from '../json-text.js';
import { links } from './links.js';
import { byDefault, createRepresentation, fieldSet, type Representation } from './representation.js';

export const createCustomerRepresentation = (): Representation<Contact> =>
  createRepresentation<Contact>({
    kind: 'customer',
    fields: [
      fieldSet({
        email: byDefault(({ email }) => text(email)),
        first_name: byDefault(({ firstName }) => text(firstName)),
        last_name: byDefault(({ lastName }) => text(lastName)),
      }),
    ],
    links: (_record, view) => links({}, view),
  });
