import { Type } from 'typebox';
import { type AnyRoute, raw, route } from '../../base/route.js';
import { describeRows } from '../openapi.js';

interface OpenApiRouteOptions {
  readonly prefix: string;
  readonly rows: readonly AnyRoute[];
}

/** The API described by itself. */
export const createOpenApiRoutes = ({ prefix, rows }: OpenApiRouteOptions): readonly AnyRoute[] => {
  const description = describeRows(prefix, rows);
  return [
    route({
      method: 'GET',
      path: '/openapi.json',
      operation: 'openapi.get',
      summary: 'This description.',
      access: 'anyone',
      input: Type.Object({}),
      run: async () => raw(200, description),
    }),
  ];
};
