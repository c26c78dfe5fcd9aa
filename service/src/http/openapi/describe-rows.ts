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
    info: { title: 'Parking marketplace API', version: dialect.version === 'v4' ? '4' : '3.1' },
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
