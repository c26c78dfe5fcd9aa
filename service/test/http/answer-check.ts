import assert from 'node:assert/strict';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { AnyRoute } from '../../src/base/route.js';
import type { ApiVersion } from '../../src/base/view.js';
import { describeRows } from '../../src/http/openapi/describe-rows.js';
import { rowsOf } from '../../src/http/routes/rows-of.js';
import type { Received, TestServer } from './harness.js';

/** Throws where an answer is not what the description of its row says: a field too many counts. */
export type AnswerCheck = (method: string, address: string, received: Received) => void;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The description as it is, but with nothing allowed that it does not name. */
const closed = (part: unknown): unknown => {
  if (Array.isArray(part)) return part.map(closed);
  if (!isRecord(part)) return part;
  const inner = Object.fromEntries(Object.entries(part).map(([name, value]) => [name, closed(value)]));
  const isOpen =
    part['type'] === 'object' && isRecord(part['properties']) && !('additionalProperties' in part);
  return isOpen ? { ...inner, additionalProperties: false } : inner;
};

const pointer = (...parts: readonly string[]): string =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

const pathOf = (address: string): string =>
  (address.split('?')[0] ?? '').replace(/\/+/g, '/').replace(/(.)\/$/, '$1');

interface Described {
  readonly row: AnyRoute;
  readonly version: ApiVersion;
}

const isAt = (path: string, { row, version }: Described): boolean => {
  const parts = path.split('/').slice(1);
  const pattern = [version, ...row.path.split('/').slice(1)];
  return (
    parts.length === pattern.length && pattern.every((part, at) => part.startsWith(':') || part === parts[at])
  );
};

/** Checks answers against what OpenAPI says of these rows, in both versions. */
export const createAnswerCheck = (rows: readonly AnyRoute[], curie: string): AnswerCheck => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, verbose: false }));
  const versions = ['v4', 'v3_1'] as const;
  for (const version of versions) {
    const schema = closed(JSON.parse(JSON.stringify(describeRows(rows, { version, curie }))));
    if (isRecord(schema)) ajv.addSchema(schema satisfies AnySchema, version);
  }
  const described = versions.flatMap((version) =>
    rowsOf(version, rows)
      .map((row) => ({ row, version }))
      .sort((left, right) => left.row.path.split(':').length - right.row.path.split(':').length),
  );

  const validators = new Map<string, ValidateFunction>();
  const validatorOf = (reference: string): ValidateFunction => {
    const known = validators.get(reference) ?? ajv.compile({ $ref: reference });
    validators.set(reference, known);
    return known;
  };

  return (method, address, { status, body, text }) => {
    const path = pathOf(address);
    const found = described.find((each) => each.row.method === method && isAt(path, each));
    if (found === undefined || status === 304 || text === '') return;
    const { row, version } = found;
    // Refused before the row is known, so in the form of all other rows.
    if (row.hasOAuthErrors === true && (status === 414 || status === 431)) return;
    const what = `${method} ${address.slice(0, 300)}`;
    const isSuccess = status === (row.success ?? 200);
    const template = `/${version}${row.path.replace(/:(\w+)/g, '{$1}')}`;
    const answer = isSuccess ? String(status) : 'default';
    const at = pointer(
      'paths',
      template,
      method.toLowerCase(),
      'responses',
      answer,
      'content',
      'application/json',
    );
    const validate = validatorOf(`${version}#${at}/schema`);
    const isValid = validate(body);
    const faults = validate.errors?.map(({ instancePath, message, params }) => ({
      instancePath,
      message,
      params,
    }));
    assert.ok(isValid, `${what} (${status}): ${JSON.stringify(faults?.slice(0, 12))}\n${text.slice(0, 600)}`);
    assert.ok(isSuccess || status >= 400, `${what} answers ${status}, which its row does not say`);
  };
};

/** The same server, each of whose answers is checked before it is handed on. */
export const checkedServer = (server: TestServer, check: AnswerCheck): TestServer => ({
  ...server,
  send: async (path, sent) => {
    const received = await server.send(path, sent);
    check(sent?.method ?? 'GET', path, received);
    return received;
  },
});
