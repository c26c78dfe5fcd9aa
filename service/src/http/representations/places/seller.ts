import type { Seller } from '../../../catalogue/venue.js';
import { byDefault } from '../field.js';
import { idSchema, textSchema } from '../field-schemas.js';
import { number, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

export const createSellerRepresentation = (): Representation<Seller> =>
  createRepresentation<Seller>({
    kind: 'seller',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ id }) => number(id)),
        name: byDefault(textSchema, ({ name }) => text(name)),
      }),
    ],
    links: ({ id }, view) => links({ self: `/sellers/${id}` }, view),
  });
