import type { AnyRoute } from '../../base/route.js';
import type { ApiVersion } from '../../base/view.js';
import { rowsOf } from '../routes/rows-of.js';
import { operationOf } from './operation.js';
import {
  errorSchema,
  linksSchema,
  oauthErrorSchema,
  type Part,
  securitySchemes,
  sharedHeaders,
  sharedParameters,
} from './parts.js';
import { realAnswers } from './real-answers.js';
import { type Dialect, recordSchemas } from './record-schemas.js';

/** What holds for every operation, in CommonMark. */
const conventions = [
  'Parameters of a POST are read from the query and from a form or JSON body; the query wins. Unknown parameters are ignored, an empty one counts as absent.',
  'Lists are bare arrays, 100 records a page at most. `envelope=true` wraps them; `returns=curated` or `suggested_view` does so without it.',
  'Times in answers have milliseconds and the offset of the place. Money is an object of currency and decimal text. Coordinates are latitude, longitude.',
  'Records may lack any property: `fields` chooses among them, v4 leaves out what is empty, v3_1 shows it as null.',
  '`_links` lead to related records. Those to quotes of a venue or a location want start_time and end_time added.',
].join('\n\n');

const templatePath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const paths = (rows: readonly AnyRoute[], version: ApiVersion): Part => {
  const examples = version === 'v4' ? realAnswers() : {};
  const all: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const path = templatePath(`/${version}${row.path}`);
    all[path] = { ...all[path], [row.method.toLowerCase()]: operationOf(row, version, examples) };
  }
  return all;
};

/** The rows of one version as an OpenAPI 3.1 document. */
export const describeRows = (all: readonly AnyRoute[], dialect: Dialect): Part => {
  const rows = rowsOf(dialect.version, all);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parking marketplace API',
      version: dialect.version === 'v4' ? '4' : '3.1',
      description: conventions,
    },
    // Where this document came from.
    servers: [{ url: '/' }],
    paths: paths(rows, dialect.version),
    components: {
      schemas: {
        ...recordSchemas(
          rows.flatMap(({ shows }) => (shows === undefined ? [] : [shows])),
          dialect,
        ),
        Links: linksSchema,
        Errors: errorSchema,
        OAuthError: oauthErrorSchema,
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      securitySchemes,
    },
  };
};
