import type { Contact } from '../../bookings/booking.js';
import { text } from '../json-text.js';
import { byDefault, createRepresentation, type Representation } from './representation.js';

export const createCustomerRepresentation = (): Representation<Contact> =>
  createRepresentation<Contact>({
    kind: 'customer',
    fields: {
      email: byDefault(({ email }) => text(email)),
      first_name: byDefault(({ firstName }) => text(firstName)),
      last_name: byDefault(({ lastName }) => text(lastName)),
    },
    links: () => ({}),
  });
