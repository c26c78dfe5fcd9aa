import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import type { Received, Sent } from '../http/harness.js';
import { basic, callback, member, type OAuthStage, openOAuthStage, user } from './stage.js';

const names = [
  ...['grant_type', 'client_id', 'client_secret', 'scope', 'customer_email', 'customer_password'],
  ...['customer_phone', 'verification_code', 'code', 'redirect_uri', 'refresh_token', 'response_type'],
  ...['state', 'customer_id', 'unknown'],
] as const;

const codes = [
  ...['invalid_request', 'invalid_client', 'invalid_grant', 'unauthorized_client', 'access_denied'],
  ...['unsupported_grant_type', 'unsupported_response_type', 'invalid_scope'],
];

/** Words the endpoints know, so that the generator gets past the first check. */
const words = [
  ...['client_credentials', 'password', 'authorization_code', 'refresh_token', 'code', 'token'],
  ...['acme app', 'plain app', 'first-party', 'public', 'public partner', 'internal', '', ' ', '7', '-1'],
  ...[user.email, callback, 'https://evil.example/', '\0', '\r\nX: y', '"', '\\', '%', '%ff', '\u{1f697}'],
  ...['\ud800', '__proto__', '$ne', 'x'.repeat(2049), '0'.repeat(64), 'f'.repeat(64), '1e999'],
];

const word = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
);
const json = fc.oneof(
  { weight: 6, arbitrary: word },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const parametersOf = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.tuple(fc.constantFrom(...names), value), { maxLength: 6 });

const form = parametersOf(word).map(
  (pairs): Sent => ({
    body: new URLSearchParams(pairs).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
);
const rawForm = fc.string({ unit: 'binary', maxLength: 120 }).map(
  (body): Sent => ({
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  }),
);
const jsonBody = parametersOf(json).map((pairs): Sent => ({ json: Object.fromEntries(pairs) }));
const otherType = fc
  .constantFrom('text/plain', 'multipart/form-data; boundary=x', 'application/xml', '')
  .map((type): Sent => ({ body: 'grant_type=password', headers: { 'content-type': type } }));
const header = fc.oneof(
  fc.constant<Readonly<Record<string, string>>>({}),
  word.map((secret) => basic('acme app', secret)),
  fc
    .constantFrom('Basic', 'Basic ', 'Basic !', 'Basic Og==', 'Basic JTpA', 'Bearer x', 'x', 'Basic dGVzdA==')
    .map((authorization) => ({ authorization })),
);
const query = parametersOf(word).map((pairs) => `?${new URLSearchParams(pairs).toString()}`);

describe('the token endpoints under generated bad input', () => {
  let stage: OAuthStage;
  before(async () => {
    stage = await openOAuthStage();
  });
  after(() => stage.close());

  const judge = ({ status, body, headers }: Received): void => {
    assert.ok([400, 401, 413, 415].includes(status), String(status));
    assert.deepEqual(Object.keys(Object(body)), ['error', 'error_description']);
    assert.ok(codes.includes(member(body, 'error')), member(body, 'error'));
    assert.match(member(body, 'error_description'), /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/);
    assert.deepEqual([headers['cache-control'], headers.location], ['no-store', undefined]);
    assert.equal(headers['www-authenticate'] !== undefined, status === 401);
  };

  for (const endpoint of ['token', 'authorize'] as const) {
    it(`/oauth/${endpoint} always answers an OAuth error of its own, and stores nothing`, async () => {
      const before = await stage.storedCount();
      const request = fc.tuple(fc.oneof(form, rawForm, jsonBody, otherType), header, query);
      await fc.assert(
        fc.asyncProperty(request, async ([sent, headers, search]) => {
          judge(await stage.post(endpoint, { ...sent, headers: { ...headers, ...sent.headers } }, search));
        }),
        { numRuns: 300 },
      );
      assert.equal(await stage.storedCount(), before);
    });
  }

  it('/oauth/public_token gives a token to who names a permitted client, else an OAuth error', async () => {
    const request = fc.tuple(fc.oneof(form, rawForm, jsonBody, otherType), header, query);
    await fc.assert(
      fc.asyncProperty(request, async ([sent, headers, search]) => {
        const received = await stage.post(
          'public_token',
          { ...sent, headers: { ...headers, ...sent.headers } },
          search,
        );
        if (received.status !== 200) return judge(received);
        assert.match(member(received.body, 'scope'), /^(public|mobile)( (public|mobile))?$/);
      }),
      { numRuns: 300 },
    );
  });
});
