import { Type } from 'typebox';
import { lazily } from '../../base/lazily.js';
import { one } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import { describeRows } from '../openapi/describe-rows.js';
import type { Dialect } from '../openapi/record-schemas.js';

interface OpenApiRouteOptions extends Dialect {
  readonly rows: readonly AnyRoute[];
}

/** The API described by itself; worked out when it is first asked for, and kept as text. */
export const createOpenApiRoutes = ({ rows, ...dialect }: OpenApiRouteOptions): readonly AnyRoute[] => {
  const description = lazily(() => JSON.stringify(describeRows(rows, dialect)));
  return [
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/openapi.json',
      operation: 'openapi.get',
      summary: 'This description.',
      access: 'anyone',
      answer: Type.Object({}, { additionalProperties: true }),
      input: Type.Object({}),
      run: async () => one(200, description),
    }),
  ];
};
