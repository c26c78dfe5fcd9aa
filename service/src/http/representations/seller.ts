import type { Seller } from '../../catalogue/venue.js';
import { number, text } from '../json-text.js';
import { byDefault, createRepresentation, type Representation } from './representation.js';

export const createSellerRepresentation = (): Representation<Seller> =>
  createRepresentation<Seller>({
    kind: 'seller',
    fields: {
      id: byDefault(({ id }) => number(id)),
      name: byDefault(({ name }) => text(name)),
    },
    links: () => ({}),
  });
