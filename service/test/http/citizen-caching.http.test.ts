import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { AnyRoute } from '../../src/base/route.js';
import { ask, type RawAnswer } from './ask.js';
import { startCitizen } from './citizen-rows.js';
import type { TestServer } from './harness.js';
import { openStage, type Stage } from './stage.js';

const long = { text: 'Parking '.repeat(400) };

/** Those that say what may be kept, by whom, and for whom it was made. */
const kept = ({ status, headers }: RawAnswer) => ({
  status,
  cache: headers['cache-control'],
  vary: headers['vary'],
  hasTag: typeof headers['etag'] === 'string',
});

describe('caching', () => {
  const shown: { body: unknown } = { body: long };
  let server: TestServer;
  before(async () => {
    server = await startCitizen(shown);
  });
  after(() => server.close());
  beforeEach(() => {
    shown.body = long;
  });
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> =>
    ask(server.url + path, { headers: { 'X-Request-Id': 'mine', ...headers } });
  const tagOf = async (path: string, headers?: Readonly<Record<string, string>>): Promise<string> =>
    String((await get(path, headers)).headers['etag']);

  const vary = 'Accept-Encoding, Authorization, X-Language-Locale';

  it('of the catalogue is for everybody, for a minute', async () => {
    const expected = { status: 200, cache: 'public, max-age=60', vary, hasTag: true };
    assert.deepEqual(kept(await get('/v4/catalogue')), expected);
  });

  it('of what a token saw of the catalogue is for its holder alone', async () => {
    const answer = await get('/v4/catalogue', { authorization: 'Bearer ada' });
    assert.deepEqual(kept(answer), { status: 200, cache: 'private, max-age=60', vary, hasTag: true });
  });

  it('answers 304 without a body to who has it, with the headers that a cache renews', async () => {
    const full = await get('/v4/catalogue');
    const { status, headers, bytes } = await get('/v4/catalogue', {
      'if-none-match': String(full.headers['etag']),
    });
    assert.deepEqual([status, bytes.length], [304, 0]);
    const { 'content-length': _length, 'content-type': _type, ...renewed } = full.headers;
    assert.deepEqual(headers, renewed);
  });

  it('takes a list of tags, strong ones, and the asterisk', async () => {
    const tag = await tagOf('/v4/catalogue');
    for (const known of [`"other", ${tag}`, tag.replace('W/', ''), '*']) {
      assert.equal((await get('/v4/catalogue', { 'if-none-match': known })).status, 304, known);
    }
    for (const unknown of ['"other"', 'W/""', 'nonsense', tag.slice(0, -2)]) {
      assert.equal((await get('/v4/catalogue', { 'if-none-match': unknown })).status, 200, unknown);
    }
  });

  it('answers 304 also past caches, as pages that send a tag ask, and in full who only knows a date', async () => {
    const tag = await tagOf('/v4/catalogue');
    const pastCaches = { 'if-none-match': tag, 'cache-control': 'no-cache' };
    assert.equal((await get('/v4/catalogue', pastCaches)).status, 304);
    const dated = { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' };
    assert.equal((await get('/v4/catalogue', dated)).status, 200);
  });

  it('changes the tag with what is shown', async () => {
    const before = await tagOf('/v4/catalogue');
    assert.equal(await tagOf('/v4/catalogue', { 'accept-encoding': 'gzip' }), before);
    shown.body = { ...long, more: 1 };
    assert.equal((await get('/v4/catalogue', { 'if-none-match': before })).status, 200);
    assert.notEqual(await tagOf('/v4/catalogue'), before);
  });

  it('answers 304 to HEAD too', async () => {
    const headers = { 'if-none-match': await tagOf('/v4/catalogue') };
    assert.equal((await ask(`${server.url}/v4/catalogue`, { method: 'HEAD', headers })).status, 304);
  });

  for (const [path, token] of [
    ['/v4/quotes', ''],
    ['/v4/bookings', 'Bearer ada'],
    ['/v4/token', 'Bearer ada'],
    ['/operator/v1/partners', 'Bearer operator-token'],
  ] as const) {
    it(`never keeps ${path}, nor answers 304 there`, async () => {
      const headers = { 'if-none-match': '*', ...(token !== '' && { authorization: token }) };
      const { status, cache, hasTag } = kept(await get(path, headers));
      assert.deepEqual([status, cache, hasTag], [200, 'no-store', false]);
    });
  }

  it('never keeps an error of the catalogue', async () => {
    const { status, headers } = await get('/v4/catalogue', {
      authorization: 'Bearer wrong',
      'if-none-match': '*',
    });
    assert.deepEqual([status, headers['cache-control'], headers['etag']], [401, 'no-store', undefined]);
  });
});

describe('the catalogue as the API shows it', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage();
  });
  after(() => stage.close());
  const get = async (path: string, token?: string) => {
    const { status, headers } = await stage.server.send(path, token === undefined ? {} : { token });
    return [status, headers['cache-control'], headers.etag === undefined ? 'no tag' : 'tag'];
  };

  it('is the one thing that may be kept', () => {
    const named = (isChosen: (row: AnyRoute) => boolean): readonly string[] =>
      stage.rows
        .filter((row) => row.method === 'GET' && isChosen(row))
        .map(({ operation }) => operation)
        .sort();
    assert.deepEqual(
      named(({ cache }) => cache === 'catalogue'),
      [
        'event.get',
        'event.list',
        'event.listOfVenue',
        'location.get',
        'location.list',
        'review.listOfLocation',
        'seller.get',
        'venue.get',
        'venue.list',
      ],
    );
    assert.deepEqual(
      named(({ isCompressible }) => isCompressible === true),
      ['quote.search'],
    );
  });

  for (const path of ['/v4/venues', '/v3_1/venues?per_page=1', '/v4/locations/101', '/v4/openapi.json']) {
    it(`has a tag at ${path}`, async () => {
      assert.deepEqual(await get(path), [200, 'public, max-age=60', 'tag']);
      assert.deepEqual(await get(path, stage.tokens.data), [200, 'private, max-age=60', 'tag']);
    });
  }

  it('is asked for anew where spaces that are left are shown', async () => {
    const events = '/v4/venues/501/events?fields=event::default,event:availability';
    assert.deepEqual(await get(events), [200, 'public, no-cache', 'tag']);
    assert.deepEqual(await get('/v4/events/9001?fields=availability'), [200, 'public, no-cache', 'tag']);
    assert.deepEqual(await get('/v4/events/9001?fields=site_url'), [200, 'public, max-age=60', 'tag']);
  });

  it('has none in an envelope, which says when it was made', async () => {
    assert.deepEqual(await get('/v4/venues?envelope=true'), [200, 'no-store', 'no tag']);
  });

  it('has another tag for another page, version, licence, type and number of results', async () => {
    const tags = await Promise.all(
      [
        stage.server.send('/v4/venues?per_page=1'),
        stage.server.send('/v3_1/venues?per_page=1'),
        stage.server.send('/v4/venues?per_page=2'),
        stage.server.send('/v4/locations/101'),
        stage.server.send('/v4/locations/101', { headers: { accept: 'application/hal+json' } }),
        stage.server.send('/v4/locations/101?fields=location:capacity'),
        stage.server.send('/v4/locations/101?fields=location:capacity', { token: stage.tokens.data }),
      ].map(async (answer) => (await answer).headers.etag),
    );
    assert.equal(new Set(tags).size, tags.length);
    assert.ok(!tags.includes(undefined));
  });

  it('is not in the answer of a search, which nobody may keep', async () => {
    const search = '/v4/quotes?q=location_id:101&start_time=2026-12-01T10:00&end_time=2026-12-01T12:00';
    assert.deepEqual(await get(search), [200, 'no-store', 'no tag']);
    assert.deepEqual(await get('/v4/bookings', stage.tokens.user), [200, 'no-store', 'no tag']);
  });
});

describe('compression', () => {
  const shown: { body: unknown } = { body: long };
  let server: TestServer;
  before(async () => {
    server = await startCitizen(shown);
  });
  after(() => server.close());
  const get = (path: string, encoding?: string): Promise<RawAnswer> =>
    ask(server.url + path, { headers: encoding === undefined ? {} : { 'accept-encoding': encoding } });

  for (const path of ['/v4/catalogue', '/v4/quotes']) {
    for (const [encoding, read] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      it(`makes ${path} small by ${encoding}, which reads the same`, async () => {
        const plain = await get(path);
        const small = await get(path, encoding);
        assert.equal(small.headers['content-encoding'], encoding);
        assert.equal(small.headers['content-length'], String(small.bytes.length));
        assert.match(String(small.headers['vary']), /Accept-Encoding/);
        assert.ok(small.bytes.length < plain.bytes.length / 5);
        assert.equal(read(small.bytes).toString(), plain.text);
      });

      it(`makes a very long ${path} small by ${encoding} too`, async () => {
        shown.body = { text: 'Parking '.repeat(40_000) };
        const { bytes } = await get(path, encoding);
        assert.deepEqual(JSON.parse(read(bytes).toString()), shown.body);
        shown.body = long;
      });
    }
  }

  it('says that it depends on the client, also where it was not wanted', async () => {
    const { headers } = await get('/v4/quotes', 'gzip;q=0');
    assert.deepEqual([headers['content-encoding'], headers['vary']], [undefined, 'Accept-Encoding']);
  });

  it("weakens a page's strong tag, since the bytes are others", async () => {
    const server = await startCitizen(shown, {
      pages: () => async (context) => {
        context.set({ ETag: '"style"', 'Cache-Control': 'public' });
        context.body = Buffer.from('a {}\n'.repeat(400));
      },
    });
    const tags = await Promise.all(
      ['gzip', 'identity'].map(async (encoding) => {
        const { headers } = await ask(`${server.url}/a.css`, { headers: { 'accept-encoding': encoding } });
        return [headers['etag'], headers['content-encoding'], headers['vary']];
      }),
    );
    await server.close();
    assert.deepEqual(tags, [
      ['W/"style"', 'gzip', 'Accept-Encoding'],
      ['"style"', undefined, 'Accept-Encoding'],
    ]);
  });

  it('leaves alone what may hold a secret', async () => {
    for (const path of ['/v4/bookings', '/operator/v1/partners']) {
      const { headers } = await get(path, 'gzip, br');
      assert.deepEqual([headers['content-encoding'], headers['vary']], [undefined, undefined], path);
    }
  });

  it('leaves alone what fits into a packet', async () => {
    shown.body = { text: 'x'.repeat(1_300) };
    const { headers } = await get('/v4/catalogue', 'gzip');
    assert.equal(headers['content-encoding'], undefined);
    shown.body = long;
  });
});
