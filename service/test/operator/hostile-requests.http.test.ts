import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { codeOf } from '../http/read.js';
import { acmeEndpoint, type OperatorStage, openOperatorStage } from './stage.js';

const cursorOf = (...parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url');

const odd: readonly unknown[] = [
  { $gt: '' },
  { $ne: null },
  ['acme'],
  [],
  {},
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  Number.MAX_SAFE_INTEGER + 1,
  '',
  ' ',
  'NaN',
  '-0',
  '__proto__',
  'constructor',
  'a'.repeat(5_000),
  '\u0000',
  '\ud800',
  '\u202e',
  '0000-00-00',
  '275760-09-13T00:00:00Z',
  '-271821-04-20T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-02-30',
  '999999d',
  '9999999d',
  cursorOf('acme', 'open', 1e300, 'x'),
  cursorOf('acme', 'delivered', -1e300, 'x'),
  cursorOf('acme', 'delivered', 1.5, 'x'),
  cursorOf('acme', '__proto__'),
  cursorOf({ $gt: '' }, 'open'),
  cursorOf('acme', 'delivered', 0, { $gt: '' }),
];

const bodies: readonly (readonly [method: string, path: string, ...fields: readonly string[]])[] = [
  [
    'POST',
    '/deliveries/replay',
    ...['delivery', 'partner', 'booking', 'kind', 'state', 'since', 'until'],
    ...['all', 'rate', 'dry_run', 'started_at', 'cursor'],
  ],
  ['POST', '/partners/acme/pause', 'reason'],
  ['POST', '/partners/acme/resume', 'resend_refused'],
  ['POST', '/partners/acme/override', 'by'],
  ['POST', '/partners/acme/rotate', 'auth_header_value', 'generate', 'overlap_seconds'],
  [
    'PUT',
    '/partners/acme',
    ...['name', 'auth_header_key', 'auth_header_value', 'base_api_url', 'concurrency'],
    ...['create_booking_endpoint', 'cancel_booking_endpoint'],
  ],
];

const queries: readonly (readonly [path: string, ...fields: readonly string[]])[] = [
  ['/deliveries', 'partner', 'booking', 'kind', 'state', 'since', 'until', 'limit', 'cursor'],
  ['/backlog', 'partner'],
];

const paths = [
  '/partners/ID',
  '/deliveries/ID',
  '/partners/ID/deliveries/counts',
  '/partners/acme/self-tests/ID',
];

describe("an operator's odd requests", () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
    await stage.call('PUT', '/partners/acme', acmeEndpoint);
    await stage.settled(1, 'acme', ['create', 'delivered']);
  });
  after(() => stage.close());

  /** Taken or refused with a code of ours; never a fault of the service. */
  const judge = async (method: string, path: string, json?: unknown): Promise<string | undefined> => {
    const { status, body, text } = await stage.call(method, path, json);
    const isFine = status < 300 || (status < 500 && typeof codeOf(body) === 'string');
    return isFine
      ? undefined
      : `${status} ${method} ${path.slice(0, 80)} ${JSON.stringify(json)?.slice(0, 80)} ${text.slice(0, 80)}`;
  };

  const faultsOf = async (verdicts: readonly Promise<string | undefined>[]): Promise<readonly string[]> =>
    (await Promise.all(verdicts)).flatMap((verdict) => verdict ?? []);

  for (const [method, path, ...fields] of bodies)
    it(`${method} ${path} takes or refuses them by name`, async () => {
      const base = path === '/deliveries/replay' ? { partner: 'acme', dry_run: true } : {};
      const verdicts = fields.flatMap((field) =>
        odd.map((value) => judge(method, path, { ...base, [field]: value })),
      );
      assert.deepEqual(await faultsOf(verdicts), []);
    });

  for (const [path, ...fields] of queries)
    it(`GET ${path} takes or refuses them by name`, async () => {
      const verdicts = fields.flatMap((field) =>
        odd
          .map((value) => encodeURIComponent(String(value).toString().replaceAll('\ud800', '')))
          .flatMap((value) => [`${field}=${value}`, `${field}[$gt]=${value}`, `${field}=a&${field}=${value}`])
          .map((query) => judge('GET', `${path}?${query}`)),
      );
      assert.deepEqual(await faultsOf(verdicts), []);
    });

  for (const path of paths)
    it(`GET ${path} finds nothing under them`, async () => {
      const verdicts = odd
        .map((value) => encodeURIComponent(String(value).replaceAll('\ud800', '') || 'x'))
        .map((id) => judge('GET', path.replace('ID', id)));
      assert.deepEqual(await faultsOf(verdicts), []);
    });

  it('the words by which the dispatcher pauses are not for operators: a self test would end the pause', async () => {
    const { status, body } = await stage.call('POST', '/partners/acme/pause', { reason: 'unauthorised' });
    assert.deepEqual([status, codeOf(body)], [400, 'request_parameter_invalid']);
  });
});
