import { IsObject, IsOptional, type TSchema } from 'typebox';
import type { Access, AnyRoute, Shows } from '../base/route.js';
import { errorSchema, oauthErrorSchema, sharedParameters } from './openapi-parts.js';

/** Part of an OpenAPI 3.1 document; plain JSON. */
type Part = Readonly<Record<string, unknown>>;

const ref = (section: string, name: string): Part => ({ $ref: `#/components/${section}/${name}` });

const json = (schema: Part): Part => ({ 'application/json': { schema } });

const templatePath = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
  IsObject(schema) ? schema.properties : {};

const pathParameters = (row: AnyRoute): readonly Part[] =>
  pathNames(row.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

const isInPath = (row: AnyRoute, name: string): boolean => pathNames(row.path).includes(name);

/** Body or query, as the caller likes; the query wins. */
const requestBody = (row: AnyRoute): Part | undefined =>
  row.method === 'POST' || row.method === 'PUT'
    ? {
        required: false,
        content: { 'application/x-www-form-urlencoded': { schema: row.input }, ...json({ ...row.input }) },
      }
    : undefined;

/** Lists are written with commas, in forms and queries alike. */
const queryParameters = (row: AnyRoute): readonly Part[] => {
  const hasBody = requestBody(row) !== undefined;
  return Object.entries(propertiesOf(row.input))
    .filter(([name]) => !isInPath(row, name))
    .map(([name, schema]) => ({
      name,
      in: 'query',
      required: !hasBody && !IsOptional(schema),
      ...('type' in schema && schema['type'] === 'array' && { style: 'form', explode: false }),
      schema,
    }));
};

const sharedNames = (row: AnyRoute): readonly string[] => {
  if (row.shows === undefined) return ['pretty'];
  const one = ['fields', 'zoom', 'envelope', 'pretty', 'locale'];
  return row.isList === true ? [...one, 'per_page', 'page', 'result_format'] : one;
};

const recordSchema = (row: AnyRoute): Part => {
  if (row.shows === undefined) return {};
  const record = ref('schemas', row.shows.kind);
  return row.isList === true || row.operation === 'booking.create'
    ? { type: 'array', items: record }
    : record;
};

const successStatus = (row: AnyRoute): string => {
  if (row.method === 'DELETE') return '204';
  return row.operation === 'booking.create' ? '201' : '200';
};

const responses = (row: AnyRoute): Part => {
  const status = successStatus(row);
  const success = status === '204' ? {} : { content: json(recordSchema(row)) };
  const failure = ref('schemas', row.hasOAuthErrors === true ? 'OAuthError' : 'Errors');
  return {
    [status]: { description: row.summary, ...success },
    default: { description: 'What went wrong.', content: json(failure) },
  };
};

const securityOf = (access: Access): readonly Part[] => {
  if (access === 'anyone') return [{}, { bearer: [] }];
  if (access === 'operator') return [{ operator: [] }];
  return access === 'credentials' ? [{ basic: [] }, {}] : [{ bearer: [] }];
};

const operation = (row: AnyRoute): Part => ({
  operationId: row.operation,
  summary: row.summary,
  security: securityOf(row.access),
  parameters: [
    ...pathParameters(row),
    ...queryParameters(row),
    ...sharedNames(row).map((name) => ref('parameters', name)),
  ],
  ...(requestBody(row) !== undefined && { requestBody: requestBody(row) }),
  responses: responses(row),
});

const kindSchema = ({ fields, relations }: Shows): Part => ({
  type: 'object',
  properties: Object.fromEntries(fields.map((field) => [field, {}])),
  ...(relations.length > 0 && { description: `May embed: ${relations.join(', ')}.` }),
});

const kindSchemas = (rows: readonly AnyRoute[]): Part =>
  Object.fromEntries(
    rows.flatMap(({ shows }) => (shows === undefined ? [] : [[shows.kind, kindSchema(shows)] as const])),
  );

const paths = (prefix: string, rows: readonly AnyRoute[]): Part => {
  const all: Record<string, Record<string, unknown>> = {};
  for (const row of rows) {
    const path = templatePath(prefix + row.path);
    all[path] = { ...all[path], [row.method.toLowerCase()]: operation(row) };
  }
  return all;
};

/** The rows as an OpenAPI 3.1 document. */
export const describeRows = (prefix: string, rows: readonly AnyRoute[]): Part => ({
  openapi: '3.1.0',
  info: { title: 'Parking marketplace API', version: '4' },
  paths: paths(prefix, rows),
  components: {
    schemas: { ...kindSchemas(rows), Errors: errorSchema, OAuthError: oauthErrorSchema },
    parameters: sharedParameters,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer' },
      operator: { type: 'http', scheme: 'bearer' },
      basic: { type: 'http', scheme: 'basic' },
    },
  },
});
