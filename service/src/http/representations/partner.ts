import type { PartnerId } from '../../base/ids.js';
import { text } from '../json-text.js';
import { byDefault } from './field.js';
import { textSchema } from './field-schemas.js';
import { createRepresentation, fieldSet, type Representation } from './representation.js';

/** The partner that a booking is attributed to. */
export const createPartnerRepresentation = (): Representation<PartnerId> =>
  createRepresentation<PartnerId>({
    kind: 'partner',
    fields: [fieldSet({ id: byDefault(textSchema, (id) => text(id)) })],
  });
