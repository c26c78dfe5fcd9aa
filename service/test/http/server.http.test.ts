import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Type } from 'typebox';
import { clientId, customerId } from '../../src/base/ids.js';
import { Problem } from '../../src/base/problem.js';
import { raw } from '../../src/base/reply.js';
import { type AnyRoute, route } from '../../src/base/route.js';
import { createHealthRoutes } from '../../src/http/routes/health.js';
import { startServer, type TestServer } from './harness.js';
import { at, codeOf, fieldsOf } from './read.js';

const echoInput = Type.Object({
  word: Type.Optional(Type.String({ maxLength: 10 })),
  count: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  is_on: Type.Optional(Type.Boolean()),
  ids: Type.Optional(Type.Array(Type.String(), { maxItems: 3 })),
});

const echoRow = (method: 'GET' | 'POST', path: string, access: AnyRoute['access'] = 'anyone'): AnyRoute =>
  route({
    method,
    path,
    operation: `echo.${method}`,
    summary: 'Answers with its input.',
    access,
    shows: { kind: 'echo', fields: {}, relations: {}, hasLinks: false, holds: [] },
    input: echoInput,
    run: async (input, { caller, givenTwice }) => raw(200, { input, caller: caller.kind, givenTwice }),
  });

const rows: readonly AnyRoute[] = [
  echoRow('GET', '/echo'),
  echoRow('POST', '/echo'),
  echoRow('GET', '/token', 'token'),
  echoRow('GET', '/user', 'user'),
  echoRow('GET', '/partner', { scopes: ['partner'] }),
  echoRow('GET', '/operator', 'operator'),
  route({
    method: 'GET',
    path: '/broken',
    operation: 'echo.broken',
    summary: 'Fails as nobody expected.',
    access: 'anyone',
    input: Type.Object({}),
    run: async () => {
      throw new Error('the disk is on fire');
    },
  }),
  route({
    method: 'GET',
    path: '/sold-out',
    operation: 'echo.soldOut',
    summary: 'Fails as expected.',
    access: 'anyone',
    input: Type.Object({}),
    run: async () => {
      throw new Problem('booking_sold_out');
    },
  }),
];

const echoed = (body: unknown): unknown => at(body, 'input');

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the HTTP edge', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      mounts: [
        { prefix: '/v4', version: 'v4', rows },
        { prefix: '', version: 'v4', rows: createHealthRoutes({ unready: async () => ['database'] }) },
      ],
      tokens: {
        client: { kind: 'client', client: clientId('c'), partner: undefined, scopes: ['public'] },
        partner: { kind: 'client', client: clientId('p'), partner: undefined, scopes: ['partner'] },
        internal: { kind: 'client', client: clientId('i'), partner: undefined, scopes: ['internal'] },
        user: {
          kind: 'user',
          client: clientId('c'),
          customer: customerId(7),
          signIn: { id: 's', epoch: 0 },
          partner: undefined,
          scopes: ['public'],
        },
      },
    });
  });
  after(() => server.close());

  it('accepts trailing and doubled slashes', async () => {
    for (const path of ['/v4/echo', '/v4/echo/', '/v4//echo', '//v4///echo//?word=x']) {
      assert.equal((await server.send(path)).status, 200, path);
    }
  });

  it('answers 400 to broken percent-encoding in the path, and does not decode slashes', async () => {
    for (const path of ['/v4/echo%', '/v4/%ff', '/v4/echo%zz', '/v4/%00']) {
      const { status, body } = await server.send(path);
      assert.deepEqual([status, codeOf(body)], [400, 'request_path_invalid'], path);
    }
    assert.equal((await server.send('/v4%2fecho')).status, 404);
  });

  it('answers 404 where there is nothing, and 405 with Allow for another method', async () => {
    const nothing = await server.send('/v4/nothing');
    assert.deepEqual([nothing.status, codeOf(nothing.body)], [404, 'route_not_found']);
    const refused = await server.send('/v4/echo', { method: 'DELETE' });
    assert.deepEqual([refused.status, codeOf(refused.body)], [405, 'route_method_not_allowed']);
    assert.equal(refused.headers.allow, 'GET, HEAD, OPTIONS, POST');
  });

  it('shows every error in the documented form, with a uuid of its own', async () => {
    const { status, body, headers } = await server.send('/v4/sold-out');
    assert.equal(status, 409);
    assert.equal(headers['content-type'], 'application/json; charset=utf-8');
    const uuid = String(at(body, 'errors', 0, 'uuid'));
    assert.match(uuid, uuidPattern);
    assert.deepEqual(body, {
      status: 409,
      message: 'This parking is sold out.',
      errors: [{ code: 'booking_sold_out', uuid, status: 409, message: 'This parking is sold out.' }],
    });
  });

  it('speaks the locale asked for, in any case of letters, and echoes it only then', async () => {
    const french = await server.send('/v4/sold-out', { headers: { 'x-language-locale': 'FR-ca' } });
    assert.equal(french.headers['x-language-locale'], 'fr-CA');
    assert.match(french.text, /Ce stationnement est complet\./);
    const unknown = await server.send('/v4/sold-out', { headers: { 'x-language-locale': 'de-DE' } });
    assert.equal(unknown.headers['x-language-locale'], undefined);
    assert.match(unknown.text, /This parking is sold out\./);
  });

  it('turns what nobody expected into one fixed 500 and logs its cause under the same uuid', async () => {
    const { status, body, text } = await server.send('/v4/broken');
    assert.deepEqual([status, codeOf(body)], [500, 'service_error']);
    assert.doesNotMatch(text, /fire/);
    const line = server.lines.at(-1);
    assert.equal(line?.level, 'error');
    assert.match(String(line?.fields['err']), /fire/);
    assert.ok(text.includes(String(line?.fields['uuid'])));
  });

  it('reads query, form and JSON; the query wins, and what is empty is absent', async () => {
    const form = { method: 'POST', form: { word: 'body', count: '3', is_on: 'TRUE' } };
    assert.deepEqual(echoed((await server.send('/v4/echo?word=query&ids=a,%20b,,', form)).body), {
      word: 'query',
      count: 3,
      is_on: true,
      ids: ['a', 'b'],
    });
    assert.deepEqual(echoed((await server.send('/v4/echo?word=', form)).body), {
      word: 'body',
      count: 3,
      is_on: true,
    });
    const json = {
      method: 'POST',
      json: { word: 12.5, count: 3, is_on: false, ids: ['a'], other: { x: 1 } },
    };
    assert.deepEqual(echoed((await server.send('/v4/echo', json)).body), {
      word: '12.5',
      count: 3,
      is_on: false,
      ids: ['a'],
    });
  });

  const badParameters: readonly (readonly [query: string, field: string])[] = [
    ['word=toolongaword', 'word'],
    ['word=a&word=b', 'word'],
    ['word[$ne]=', 'word'],
    ['word[]=a', 'word'],
    ['word%5B%24gt%5D=a', 'word'],
    ['word=%00', 'word'],
    ['word=%', 'word'],
    ['word=%ff', 'word'],
    ['count=0', 'count'],
    ['count=1001', 'count'],
    ['count=1e3', 'count'],
    ['count=0x10', 'count'],
    ['count=99999999999999999999', 'count'],
    ['count=NaN', 'count'],
    ['is_on=maybe', 'is_on'],
    ['ids=1,2,3,4', 'ids'],
    ['pretty=perhaps', 'pretty'],
    ['per_page=0', 'per_page'],
    ['per_page=-1', 'per_page'],
    ['per_page=ten', 'per_page'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=99999999999999999999', 'page'],
  ];
  for (const [query, field] of badParameters) {
    it(`answers 400 with the field to ?${query}, in the query and in a form`, async () => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = [
        await server.send(`/v4/echo?${query}`),
        await server.send('/v4/echo', { method: 'POST', headers, body: query }),
      ];
      for (const { status, body } of sent) {
        assert.equal(status, 400);
        assert.equal(codeOf(body), 'request_parameter_invalid');
        assert.deepEqual(fieldsOf(body), [field]);
      }
    });
  }

  const badBodies: readonly (readonly [string, string, string | Uint8Array, number, string])[] = [
    ['broken JSON', 'application/json', '{"word":', 400, 'request_body_invalid'],
    ['a JSON array', 'application/json', '[]', 400, 'request_body_invalid'],
    ['a JSON string', 'application/json', '"x"', 400, 'request_body_invalid'],
    ['objects for text', 'application/json', '{"word":{"$ne":""}}', 400, 'request_parameter_invalid'],
    ['lists for text', 'application/json', '{"word":["a"]}', 400, 'request_parameter_invalid'],
    ['NUL in JSON', 'application/json', '{"word":"\\u0000"}', 400, 'request_parameter_invalid'],
    ['booleans for text', 'application/json', '{"word":true}', 400, 'request_parameter_invalid'],
    ['XML', 'application/xml', '<a/>', 415, 'request_media_type_unsupported'],
    ['plain text', 'text/plain', 'word=x', 415, 'request_media_type_unsupported'],
    ['multipart', 'multipart/form-data; boundary=x', '--x--', 415, 'request_media_type_unsupported'],
    [
      'a large body',
      'application/x-www-form-urlencoded',
      `word=${'x'.repeat(70_000)}`,
      413,
      'request_body_too_large',
    ],
  ];
  for (const [name, type, body, status, code] of badBodies) {
    it(`answers ${status} ${code} to ${name}`, async () => {
      const received = await server.send('/v4/echo', {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      });
      assert.deepEqual([received.status, codeOf(received.body)], [status, code]);
    });
  }

  it('answers 400 to text that no database would keep as it is', async () => {
    const bodies = [{ word: 'a\0' }, { word: '\ud800' }, { ids: ['a', '\udc00'] }];
    for (const json of bodies) {
      const { status, body } = await server.send('/v4/echo', { method: 'POST', json });
      assert.deepEqual([status, fieldsOf(body)], [400, Object.keys(json)]);
    }
  });

  it('is not moved by prototype keys', async () => {
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };
    const body = '{"__proto__":{"word":"x"},"constructor":{"prototype":{"word":"y"}}}';
    assert.deepEqual(echoed((await server.send('/v4/echo', { ...json, body })).body), {});
    const query = await server.send('/v4/echo?__proto__[word]=x&constructor=y&__proto__=z&toString=1');
    assert.deepEqual(echoed(query.body), {});
    assert.equal(Object.hasOwn(Object.prototype, 'word'), false);
  });

  const access: readonly (readonly [
    path: string,
    token: string | undefined,
    status: number,
    code?: string,
  ])[] = [
    ['/v4/echo', undefined, 200],
    ['/v4/echo', 'client', 200],
    ['/v4/echo', 'forged', 401, 'token_invalid'],
    ['/v4/token', undefined, 401, 'token_missing'],
    ['/v4/token', 'client', 200],
    ['/v4/user', 'client', 401, 'token_insufficient'],
    ['/v4/user', 'user', 200],
    ['/v4/partner', 'client', 401, 'token_insufficient'],
    ['/v4/partner', 'partner', 200],
    ['/v4/partner', 'internal', 200],
    ['/v4/operator', undefined, 401, 'token_missing'],
    ['/v4/operator', 'internal', 401, 'token_invalid'],
    ['/v4/operator', 'operator-token', 200],
  ];
  for (const [path, token, status, code] of access) {
    it(`answers ${status} on ${path} to ${token ?? 'no token'}`, async () => {
      const received = await server.send(path, token === undefined ? {} : { token });
      assert.deepEqual([received.status, codeOf(received.body)], [status, code]);
      const challenge = received.headers['www-authenticate'];
      assert.equal(challenge?.startsWith('Bearer realm="parking"') ?? false, status === 401);
      if (code === 'token_missing') assert.doesNotMatch(challenge ?? '', /error=/);
      const needed = /error="insufficient_scope", scope="partner"$/.test(challenge ?? '');
      assert.equal(needed, path === '/v4/partner' && status === 401);
    });
  }

  for (const authorization of ['Basic eDp5', 'Bearer', 'Bearer a b', 'Bearer {token}', 'Negotiate x']) {
    it(`answers 401 to "Authorization: ${authorization}" even where no token is needed`, async () => {
      const { status, body } = await server.send('/v4/echo', { headers: { authorization } });
      assert.deepEqual([status, codeOf(body)], [401, 'token_invalid']);
    });
  }

  it('writes one line per request, with names of parameters and never their values', async () => {
    const before = server.lines.length;
    const sent = await server.send('/v4/echo?word=hushhush&client_secret=s3cr3t', {
      token: 'user',
      headers: { 'x-request-id': 'req-1' },
    });
    assert.equal(sent.headers['x-request-id'], 'req-1');
    const lines = server.lines.slice(before);
    assert.equal(lines.length, 1);
    const { durationMs, ...fields } = lines[0]?.fields ?? {};
    assert.equal(typeof durationMs, 'number');
    assert.deepEqual(fields, {
      requestId: 'req-1',
      method: 'GET',
      status: 200,
      path: '/v4/echo',
      operation: 'echo.GET',
      parameters: ['word'],
      client: 'c',
      partner: undefined,
      customer: 7,
    });
    assert.doesNotMatch(JSON.stringify(lines), /hushhush|s3cr3t|Bearer/);
  });

  it('makes a request id where the given one is not fit for a log', async () => {
    const { headers } = await server.send('/v4/echo', { headers: { 'x-request-id': 'a b"c' } });
    assert.match(String(headers['x-request-id']), /^[0-9a-f]{16}$/);
  });

  it('indents with pretty=true, and answers HEAD without a body', async () => {
    assert.match((await server.send('/v4/echo?pretty=True')).text, /\n {2}"input"/);
    const head = await server.send('/v4/echo', { method: 'HEAD' });
    assert.deepEqual([head.status, head.text], [200, '']);
  });

  it('says whether it is alive and ready', async () => {
    assert.equal((await server.send('/healthz')).status, 200);
    const ready = await server.send('/readyz');
    assert.deepEqual([ready.status, codeOf(ready.body)], [503, 'service_unavailable']);
  });
});
