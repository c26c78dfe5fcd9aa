import { IsObject, IsOptional, type TSchema } from 'typebox';
import type { Access, AnyRoute } from '../../base/route.js';
import type { ApiVersion } from '../../base/view.js';
import { answerSchema } from './answer-schema.js';
import { type Part, ref } from './parts.js';

const json = (schema: Part, example?: unknown): Part => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const pathNames = (path: string): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

const propertiesOf = (schema: TSchema): Readonly<Record<string, TSchema>> =>
  IsObject(schema) ? schema.properties : {};

const pathParameters = (row: AnyRoute): readonly Part[] =>
  pathNames(row.path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));

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
    properties: Object.fromEntries(parts),
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
    schema,
  }));

const sharedNames = (row: AnyRoute): readonly string[] => {
  if (row.shows === undefined) return ['pretty'];
  const one = ['fields', 'zoom', 'envelope', 'pretty', 'locale'];
  return row.isList === true ? [...one, 'per_page', 'page', 'result_format'] : one;
};

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
      ...(schema !== undefined && { content: json(schema, example) }),
    },
    ...(row.redirects !== undefined && redirect(row.redirects)),
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
