import type { AnyRoute } from '../../base/route.js';
import { operationOf } from './operation.js';
import {
  errorSchema,
  linksSchema,
  oauthErrorSchema,
  type Part,
  securitySchemes,
  sharedParameters,
} from './parts.js';
import { type Dialect, recordSchemas } from './record-schemas.js';

const templatePath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const paths = (prefix: string, rows: readonly AnyRoute[]): Part => {
  const all: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const path = templatePath(prefix + row.path);
    all[path] = { ...all[path], [row.method.toLowerCase()]: operationOf(row) };
  }
  return all;
};

/** The rows of one version as an OpenAPI 3.1 document. */
export const describeRows = (rows: readonly AnyRoute[], dialect: Dialect): Part => ({
  openapi: '3.1.0',
  info: { title: 'Parking marketplace API', version: dialect.version === 'v4' ? '4' : '3.1' },
  paths: paths(`/${dialect.version}`, rows),
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
    securitySchemes,
  },
});
