import type { Seller } from '../../catalogue/venue.js';
import { number, text } from '../json-text.js';
import { links } from './links.js';
import { byDefault, createRepresentation, fieldSet, type Representation } from './representation.js';

export const createSellerRepresentation = (): Representation<Seller> =>
  createRepresentation<Seller>({
    kind: 'seller',
    fields: [
      fieldSet({
        id: byDefault(({ id }) => number(id)),
        name: byDefault(({ name }) => text(name)),
      }),
    ],
    links: (_record, view) => links({}, view),
  });
