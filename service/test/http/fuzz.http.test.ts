import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { IsObject } from 'typebox';
import { problems } from '../../src/base/problem-catalogue.js';
import type { AnyRoute } from '../../src/base/route.js';
import { conventionNames } from '../../src/http/conventions/conventions.js';
import { goodContent, goodRequestOf } from './good-requests.js';
import type { Received, Sent } from './harness.js';
import { at } from './read.js';
import { type Spoiled, spoiled } from './spoiled.js';
import { openStage, type Stage } from './stage.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const numRuns = isLong ? 30_000 : 2_500;
const seed = isLong ? undefined : 20_261_121;

/** What the token endpoints may say (RFC 6749, 4.1.2.1 and 5.2). */
const oauthErrors = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'unsupported_response_type',
  'invalid_scope',
  'access_denied',
  'temporarily_unavailable',
]);

interface Target {
  readonly row: AnyRoute;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: Readonly<Record<string, string>>;
  readonly token: string | undefined;
  readonly names: readonly string[];
}

const namesOf = (row: AnyRoute): readonly string[] => {
  const properties = IsObject(row.input) ? Object.keys(row.input.properties) : [];
  return [...properties, ...conventionNames(row)].filter((name) => !row.path.split('/').includes(`:${name}`));
};

/** The good request of the target with one thing wrong, or doubled. */
const requestOf = (
  target: Target & { readonly version: string },
  name: string,
  wrong: Spoiled,
): readonly [address: string, sent: Sent] => {
  const { row, token, version } = target;
  const query = new URLSearchParams(target.query);
  const form = new URLSearchParams(target.form);
  if (wrong.place !== 'path' && wrong.place !== 'type') {
    query.delete(name);
    form.delete(name);
  }
  const pair = 'suffix' in wrong ? `${name}${wrong.suffix}=${wrong.value}` : '';
  const path = wrong.place === 'path' ? row.path.replace(/:\w+/g, () => wrong.value) : target.path;
  const address = `/${version}${path}?${query}${wrong.place === 'query' ? `&${pair}` : ''}`;
  const head: Sent = { method: row.method, ...(token !== undefined && { token }) };
  if (row.method !== 'POST') return [address, head];
  const formType = { 'content-type': 'application/x-www-form-urlencoded' };
  if (wrong.place === 'json')
    return [address, { ...head, json: { ...Object.fromEntries(form), [name]: wrong.value } }];
  if (wrong.place === 'type') {
    return [address, { ...head, headers: { 'content-type': wrong.value }, body: form.toString() || 'x' }];
  }
  const body = wrong.place === 'form' ? `${form}&${pair}` : form.toString();
  return [address, { ...head, headers: formType, body }];
};

/** What is wrong with an answer to a request that has one thing wrong; `undefined` for nothing. */
const faultOf = (
  { row, names }: Target,
  { status, body }: Received,
  sentName: string,
): string | undefined => {
  if (status === (row.success ?? 200)) return undefined;
  if (status >= 500) return 'a failure of ours';
  if (row.hasOAuthErrors === true && at(body, 'errors') === undefined) {
    return oauthErrors.has(String(at(body, 'error'))) ? undefined : 'no OAuth error';
  }
  const code = String(at(body, 'errors', 0, 'code'));
  const entry = Object.entries(problems).find(([known]) => known === code)?.[1];
  if (entry?.status !== status) return `the code ${code} does not go with ${status}`;
  if (code !== 'request_parameter_invalid') return undefined;
  const fields = at(body, 'errors', 0, 'fields');
  const isNamed = Array.isArray(fields) && fields.length > 0;
  const known = new Set([...names, 'Idempotency-Key', sentName]);
  return isNamed && fields.some((field) => known.has(String(field).replace(/[[.].*/s, '')))
    ? undefined
    : 'no field is named';
};

const headerNames = [
  'authorization',
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'if-modified-since',
  'x-language-locale',
  'x-request-id',
  'x-forwarded-for',
  'forwarded',
  'idempotency-key',
  'origin',
  'access-control-request-method',
  'range',
  'cookie',
  'host',
  'content-encoding',
];

const headerValues = [
  'Bearer',
  'Bearer a b',
  'Basic',
  'Basic ====',
  'Basic Og==',
  'Basic gICA',
  'bytes=0-0',
  'gzip;q=NaN',
  '*',
  'W/"x", "y"',
  '__proto__',
  'null',
  '[::1]:99999',
  'a@b',
  '\u00ff\u0080',
];

describe('whatever is sent', () => {
  let stage: Stage;
  let targets: readonly Target[];
  before(async () => {
    stage = await openStage({ content: goodContent });
    const all: Target[] = [];
    for (const row of stage.rows) {
      const { path, form = {}, sent } = await goodRequestOf(row.operation, stage);
      const [bare = '', query = ''] = path.split('?');
      const { token } = sent;
      all.push({ row, path: bare, query: new URLSearchParams(query), form, token, names: namesOf(row) });
    }
    targets = all;
  });
  after(() => stage.close());

  it('is answered well or with a documented error that names the parameter, and stores nothing if it fails', async () => {
    const request = fc.record({
      operation: fc.constantFrom(...targets.map(({ row }) => row.operation)),
      pick: fc.nat(),
      wrong: spoiled,
      version: fc.constantFrom('v4', 'v3_1'),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, pick, wrong, version }) => {
        const target = targets.find(({ row }) => row.operation === operation);
        assert.ok(target !== undefined);
        const names = [...target.names, '__proto__', 'unknown'];
        const name = names[pick % names.length] ?? 'unknown';
        const [address, sent] = requestOf({ ...target, version: target.row.version ?? version }, name, wrong);
        const stored = await stage.storedCount();
        const received = await stage.server.send(address, sent);
        const what = `${sent.method} ${address.slice(0, 300)} ${String(sent.body ?? JSON.stringify(sent.json)).slice(0, 300)}`;
        assert.equal(
          faultOf(target, received, name),
          undefined,
          `${what}: ${received.status} ${received.text.slice(0, 500)}`,
        );
        if (received.status >= 400)
          assert.equal(await stage.storedCount(), stored, `${what} stored something`);
      }),
      { numRuns, ...(seed !== undefined && { seed }) },
    );
  });

  it('in headers is answered well or with a documented error too', async () => {
    const request = fc.record({
      operation: fc.constantFrom(...targets.map(({ row }) => row.operation)),
      name: fc.constantFrom(...headerNames),
      value: fc.oneof(
        fc.string({ unit: 'grapheme-ascii', maxLength: 40 }),
        fc.constantFrom(...headerValues),
        fc
          .constantFrom('a', ',', '"', ' ', 'gzip;q=0.', '*/*;')
          .map((unit) => unit.repeat(4_000 / unit.length)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ operation, name, value }) => {
        const target = targets.find(({ row }) => row.operation === operation);
        assert.ok(target !== undefined);
        const { row, path, query, form, token } = target;
        const sent = {
          method: row.method,
          headers: { [name]: value },
          ...(token !== undefined && { token }),
          ...(row.method === 'POST' && { form }),
        };
        const received = await stage.server.send(`/v4${path}?${query}`, sent);
        const isUnchanged = received.status === 304 && name === 'if-none-match';
        const fault = isUnchanged ? undefined : faultOf(target, received, name);
        assert.equal(
          fault,
          undefined,
          `${row.method} ${path} ${name}: ${value.slice(0, 200)}: ${received.status}`,
        );
      }),
      { numRuns: numRuns / 4, ...(seed !== undefined && { seed }) },
    );
  });

  it('is refused in the name of the parameter wherever that is known and malformed', async () => {
    const shapes = ['[]', '[$ne]', '[a][b]'].map((more) => (name: string) => `${name}${more}=1`);
    const bytes = ['%ff', '%c3%28', '%zz', 'a%00b'].map((value) => (name: string) => `${name}=${value}`);
    for (const { row, path, query, form, names, token } of targets) {
      for (const name of names) {
        for (const shape of [...shapes, ...bytes, (it: string) => `${it}=1&${it}=2`]) {
          const rest = new URLSearchParams(query);
          rest.delete(name);
          const kept = Object.fromEntries(Object.entries(form).filter(([key]) => key !== name));
          const sent = {
            method: row.method,
            ...(token !== undefined && { token }),
            ...(row.method === 'POST' && { form: kept }),
          };
          const address = `/v4${path}?${rest}&${shape(name)}`;
          const { status, body, text: answer } = await stage.server.send(address, sent);
          assert.equal(status, 400, `${row.method} ${address}: ${answer}`);
          const named =
            row.hasOAuthErrors === true ? at(body, 'error_description') : at(body, 'errors', 0, 'fields', 0);
          assert.ok(String(named).includes(name), `${row.method} ${address}: ${answer}`);
        }
      }
    }
  });
});
