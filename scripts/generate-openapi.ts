import { describeRows } from '#service/http/openapi.js';
import { createRepresentations } from '#service/http/representations/representations.js';
import { createApiRows } from '#service/http/routes/api-rows.js';
import { generate } from './generated-file.js';

/** Rows are described, never run. */
const unused = (): never => {
  throw new Error('called while describing the API');
};
const catalogue = { snapshot: unused };

const rows = createApiRows({
  oauth: { token: unused },
  quotes: { search: unused },
  bookings: { preview: unused, book: unused, view: unused, cancel: unused, listOfCustomer: unused },
  catalogue,
  representations: createRepresentations({ catalogue, clock: { now: unused } }),
});

generate('docs/openapi.json', `${JSON.stringify(describeRows('/v4', rows), null, 2)}\n`);
