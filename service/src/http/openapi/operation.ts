import { IsObject, IsOptional, type TSchema } from 'typebox';
import type { Access, AnyRoute } from '../../base/route.js';
import type { ApiVersion } from '../../base/view.js';
import { answerSchema } from './answer-schema.js';
import { parameterMeanings } from './parameter-meanings.js';
import { type Part, pagingHeaders, ref } from './parts.js';

const json = (schema: Part, example?: unknown): Part => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
  IsObject(schema) ? schema.properties : {};

/** What the row itself says of a parameter, else what its name means. */
const meaningOf = (name: string, schema: object = {}): Part => {
  const said = 'description' in schema ? schema.description : parameterMeanings[name];
  return said === undefined ? {} : { description: said };
};

const pathParameters = (row: AnyRoute): readonly Part[] =>
  pathNames(row.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    ...meaningOf(name),
    schema: { type: 'string' },
  }));

const readsBody = ({ method }: AnyRoute): boolean => method === 'POST' || method === 'PUT';

const isKnownIn = (version: ApiVersion, { parametersOfV4 = [] }: AnyRoute, name: string): boolean =>
  version === 'v4' || !parametersOfV4.includes(name);

/** The properties that are not in the path. */
const inputParts = (row: AnyRoute, version: ApiVersion): readonly (readonly [string, TSchema])[] =>
  Object.entries(propertiesOf(row.input)).filter(
    ([name]) => !pathNames(row.path).includes(name) && isKnownIn(version, row, name),
  );

const bodySchema = (row: AnyRoute, version: ApiVersion): Part => {
  const parts = inputParts(row, version);
  const required = parts.filter(([, schema]) => !IsOptional(schema)).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      parts.map(([name, schema]) => [name, { ...schema, ...meaningOf(name, schema) }]),
    ),
    ...(required.length > 0 && { required }),
  };
};

/** Body or query, as the caller likes; the query wins. */
const requestBody = (row: AnyRoute, version: ApiVersion): Part => {
  const schema = bodySchema(row, version);
  return { required: false, content: { 'application/x-www-form-urlencoded': { schema }, ...json(schema) } };
};

/** Lists are written with commas, in forms and queries alike. */
const queryParameters = (row: AnyRoute, version: ApiVersion): readonly Part[] =>
  inputParts(row, version).map(([name, schema]) => ({
    name,
    in: 'query',
    required: !readsBody(row) && !IsOptional(schema),
    ...('type' in schema && schema['type'] === 'array' && { style: 'form', explode: false }),
    ...meaningOf(name, schema),
    schema,
  }));

const sharedNames = (row: AnyRoute): readonly string[] => {
  if (row.shows === undefined) return ['pretty'];
  const one = ['fields', 'zoom', 'envelope', 'pretty', 'locale'];
  return [
    ...one,
    ...(row.isList === true ? ['per_page', 'page', 'result_format'] : []),
    ...(row.isRepeatable === true ? ['idempotencyKey'] : []),
  ];
};

const headersOf = (row: AnyRoute): readonly string[] => [
  'X-Request-Id',
  ...(row.isList === true && row.onlyStats !== true ? [...pagingHeaders, 'Link'] : []),
  ...(row.cache === 'catalogue' ? ['ETag'] : []),
];

const shownHeaders = (names: readonly string[]): Part =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

const redirect = (description: string): Part => ({
  302: { description, headers: { Location: { schema: { type: 'string', format: 'uri' } } } },
});

const responses = (row: AnyRoute, examples: Part): Part => {
  const schema = answerSchema(row);
  const example = examples[row.operation];
  const failure = ref('schemas', row.hasOAuthErrors === true ? 'OAuthError' : 'Errors');
  return {
    [row.success ?? 200]: {
      description: row.summary,
      headers: shownHeaders(headersOf(row)),
      ...(schema !== undefined && { content: json(schema, example) }),
    },
    ...(row.redirects !== undefined && redirect(row.redirects)),
    ...(row.cache === 'catalogue' && {
      304: { description: 'As the reader has it.', headers: shownHeaders(['ETag']) },
    }),
    ...(row.limit !== 'none' && {
      429: {
        description: 'Too many requests.',
        headers: shownHeaders(['Retry-After', 'RateLimit', 'RateLimit-Policy']),
        content: json(failure),
      },
    }),
    default: { description: 'What went wrong.', content: json(failure) },
  };
};

const securityOf = (access: Access): readonly Part[] => {
  if (access === 'anyone') return [{}, { bearer: [] }];
  if (access === 'operator') return [{ operator: [] }];
  if (access === 'credentials') return [{ basic: [] }, {}];
  return typeof access === 'string' ? [{ bearer: [] }] : access.scopes.map((scope) => ({ oauth: [scope] }));
};

/** One row as an operation of OpenAPI; `examples` are answers by operation. */
export const operationOf = (row: AnyRoute, version: ApiVersion, examples: Part): Part => ({
  operationId: row.operation,
  summary: row.summary,
  security: securityOf(row.access),
  parameters: [
    ...pathParameters(row),
    ...queryParameters(row, version),
    ...sharedNames(row).map((name) => ref('parameters', name)),
  ],
  ...(readsBody(row) && { requestBody: requestBody(row, version) }),
  responses: responses(row, examples),
});
