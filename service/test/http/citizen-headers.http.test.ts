import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ask, type Question, type RawAnswer } from './ask.js';
import { startCitizen } from './citizen-rows.js';
import type { TestServer } from './harness.js';

const id = { 'X-Request-Id': 'mine' };
const safe = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'mine',
};
const open = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Deprecation, ETag, Link, RateLimit, RateLimit-Policy, Retry-After, Sunset, WWW-Authenticate, X-Language-Locale, X-Pagination-Current-Page, X-Pagination-Per-Page, X-Pagination-Returned, X-Pagination-Total, X-Pagination-Total-Pages, X-Request-Id',
};
const json = 'application/json; charset=utf-8';
const fresh = { 'cache-control': 'no-store' };

describe('the headers of an answer', () => {
  let server: TestServer;
  before(async () => {
    server = await startCitizen({ body: { a: 1 } });
  });
  after(() => server.close());
  const send = (path: string, { headers, ...rest }: Question = {}): Promise<RawAnswer> =>
    ask(server.url + path, { ...rest, headers: { ...id, ...headers } });

  it('are these for what nobody should keep', async () => {
    const { status, headers } = await send('/v4/bookings', { headers: { 'X-Language-Locale': 'fr-CA' } });
    assert.equal(status, 200);
    assert.deepEqual(headers, {
      ...safe,
      ...open,
      ...fresh,
      'content-type': json,
      'content-length': '7',
      'x-language-locale': 'fr-CA',
    });
  });

  it('are these for an error, which pages of any origin may read too', async () => {
    const { status, headers, bytes } = await send('/v4/token', {
      headers: { origin: 'https://shop.example' },
    });
    assert.equal(status, 401);
    assert.deepEqual(headers, {
      ...safe,
      ...open,
      ...fresh,
      'content-type': json,
      'content-length': String(bytes.length),
      'www-authenticate': 'Bearer realm="parking"',
    });
  });

  for (const path of ['/v4/nothing', '/v4/%zz', '/v4//nothing/', '/v3_1/nothing']) {
    it(`let any origin read the error at ${path}`, async () => {
      const { status, headers } = await send(path);
      assert.ok(status === 404 || status === 400);
      assert.equal(headers['access-control-allow-origin'], '*');
    });
  }

  for (const path of ['/operator/v1/partners', '/operator/v1/nothing', '/healthz', '/nothing', '/']) {
    it(`let no other origin read ${path}`, async () => {
      for (const method of ['GET', 'OPTIONS']) {
        const asked = { origin: 'https://shop.example', 'access-control-request-method': 'GET' };
        const { headers } = await send(path, { method, headers: asked });
        assert.deepEqual(
          Object.keys(headers).filter((name) => name.startsWith('access-control')),
          [],
        );
      }
    });
  }

  it('tell browsers to come by https alone where that is our address', async () => {
    const secure = await startCitizen({ body: {} }, { baseUrl: 'https://parking.example' });
    const { headers } = await ask(`${secure.url}/v4/nothing`, { headers: id });
    await secure.close();
    assert.equal(headers['strict-transport-security'], 'max-age=31536000');
  });
});

describe('OPTIONS', () => {
  let server: TestServer;
  before(async () => {
    server = await startCitizen({ body: {} }, { rateLimits: { byToken: 1, anonymous: 1, signIn: 1 } });
  });
  after(() => server.close());
  const options = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
    ask(server.url + path, { method: 'OPTIONS', headers: { ...id, ...headers } });

  for (const [path, allow] of [
    ['/v4/catalogue', 'GET, HEAD, OPTIONS'],
    ['/v4//catalogue/', 'GET, HEAD, OPTIONS'],
    ['/v3_1/things/7', 'GET, HEAD, OPTIONS'],
    ['/v4/sign-in', 'OPTIONS, POST'],
    ['/v4/things/new', 'OPTIONS, POST'],
  ] as const) {
    it(`says what ${path} has`, async () => {
      const { status, headers, text } = await options(path);
      assert.deepEqual([status, text], [204, '']);
      assert.deepEqual(headers, { ...safe, ...open, ...fresh, allow });
    });
  }

  it('says what an operator row has, without a token', async () => {
    const { status, headers } = await options('/operator/v1/partners');
    assert.equal(status, 204);
    assert.deepEqual(headers, { ...safe, ...fresh, allow: 'GET, HEAD, OPTIONS' });
  });

  it('of the whole server says what there is anywhere', async () => {
    const { port } = new URL(server.url);
    const { status, headers } = await server.send('*', { method: 'OPTIONS' });
    assert.deepEqual(
      [status, headers.allow, port.length > 0],
      [204, 'DELETE, GET, HEAD, OPTIONS, POST, PUT', true],
    );
  });

  it('answers 404 where there is nothing', async () => {
    assert.equal((await options('/v4/nothing')).status, 404);
  });

  const preflight = { origin: 'https://shop.example', 'access-control-request-method': 'POST' };
  const granted = {
    'access-control-allow-methods': 'DELETE, GET, HEAD, OPTIONS, POST, PUT',
    'access-control-allow-headers':
      'Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Language-Locale, X-Request-Id',
    'access-control-max-age': '86400',
  };

  it('lets browsers send what a page of another origin wants, as often as they ask', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { status, headers, text } = await options('/v4/sign-in', preflight);
      assert.deepEqual([status, text], [204, '']);
      assert.deepEqual(headers, { ...safe, ...open, ...fresh, ...granted, allow: 'OPTIONS, POST' });
    }
  });

  it('lets them ask for what is not there, so that the page can read the error', async () => {
    const { status, headers } = await options('/v4/nothing', preflight);
    assert.equal(status, 204);
    assert.deepEqual(headers, { ...safe, ...open, ...fresh, ...granted });
  });
});

describe('methods', () => {
  const shown = { body: { text: 'Parking '.repeat(400) } };
  let server: TestServer;
  before(async () => {
    server = await startCitizen(shown);
  });
  after(() => server.close());

  for (const path of [
    '/v4/catalogue',
    '/v4/quotes',
    '/v4/bookings',
    '/v4/things/7',
    '/v4/token',
    '/healthz',
  ]) {
    for (const encoding of ['identity', 'gzip']) {
      it(`HEAD answers what GET does at ${path}, but for the body (${encoding})`, async () => {
        const headers = { ...id, 'accept-encoding': encoding };
        const got = await ask(server.url + path, { headers });
        const head = await ask(server.url + path, { method: 'HEAD', headers });
        assert.deepEqual([head.status, head.text], [got.status, '']);
        // The uuid of an error differs each time, but not its length.
        assert.deepEqual(head.headers, got.headers);
        assert.equal(head.headers['content-length'], String(got.bytes.length));
      });
    }
  }

  for (const [method, path, allow] of [
    ['POST', '/v4/catalogue', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/v4/things/7', 'GET, HEAD, OPTIONS'],
    ['GET', '/v4/sign-in', 'OPTIONS, POST'],
    ['PATCH', '/v3_1/sign-in', 'OPTIONS, POST'],
    ['PUT', '/operator/v1/partners', 'GET, HEAD, OPTIONS'],
  ] as const) {
    it(`${method} ${path} answers 405 with what is allowed`, async () => {
      const { status, headers, text } = await ask(server.url + path, { method });
      assert.deepEqual([status, headers['allow']], [405, allow]);
      assert.match(text, /"code":"route_method_not_allowed"/);
    });
  }
});

describe('v3_1', () => {
  const dates = { deprecatedAt: Date.UTC(2026, 10, 1), sunsetAt: Date.UTC(2027, 10, 1, 12, 30) };

  it('says when it was given up, when it ends, and where its successor is', async () => {
    const server = await startCitizen(
      { body: {} },
      { oldVersion: dates, baseUrl: 'https://parking.example' },
    );
    const answers = await Promise.all(
      ['/v3_1/things/7?fields=x', '/v3_1/nothing', '/v4/things/7', '/v3_10'].map((path) =>
        ask(server.url + path),
      ),
    );
    await server.close();
    const marks = answers.map(({ headers }) => [headers['deprecation'], headers['sunset'], headers['link']]);
    const ended = ['@1793491200', 'Mon, 01 Nov 2027 12:30:00 GMT'];
    assert.deepEqual(marks, [
      [...ended, '<https://parking.example/v4/things/7>; rel="successor-version"'],
      [...ended, undefined],
      [undefined, undefined, undefined],
      [undefined, undefined, undefined],
    ]);
  });

  it('names the successor beside the other pages of a list', async () => {
    const server = await startCitizen(
      { body: {} },
      { oldVersion: dates, baseUrl: 'https://parking.example' },
    );
    const { headers } = await ask(`${server.url}/v3_1/linked`);
    await server.close();
    assert.equal(
      headers['link'],
      '<https://a/?page=2>; rel="next", <https://parking.example/v4/linked>; rel="successor-version"',
    );
  });

  it('says only what the operator has decided', async () => {
    const marksOf = async (oldVersion: {
      deprecatedAt: number | undefined;
      sunsetAt: number | undefined;
    }) => {
      const server = await startCitizen({ body: {} }, { oldVersion });
      const { headers } = await ask(`${server.url}/v3_1/things/7`);
      await server.close();
      return ['deprecation', 'sunset', 'link'].filter((name) => headers[name] !== undefined);
    };
    assert.deepEqual(await marksOf({ deprecatedAt: undefined, sunsetAt: undefined }), []);
    assert.deepEqual(await marksOf({ ...dates, sunsetAt: undefined }), ['deprecation', 'link']);
    assert.deepEqual(await marksOf({ ...dates, deprecatedAt: undefined }), ['sunset', 'link']);
  });
});
