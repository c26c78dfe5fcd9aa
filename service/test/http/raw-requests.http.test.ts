import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { Type } from 'typebox';
import { one, raw } from '../../src/base/reply.js';
import { type AnyRoute, route } from '../../src/base/route.js';
import { startServer, type TestServer } from './harness.js';

const big = 'x'.repeat(1_000_000);
let begun = 0;

const row = (path: string, run: () => Promise<unknown>): AnyRoute =>
  route({
    method: 'GET',
    path,
    operation: `raw${path}`,
    summary: 'Answers.',
    access: 'anyone',
    input: Type.Object({}),
    run: async () => raw(200, await run()),
  });

const rows = [
  row('/here', async () => ({ is: 'here' })),
  row('/big', async () => {
    begun += 1;
    return big;
  }),
  route({
    method: 'GET',
    path: '/links',
    operation: 'raw.links',
    summary: 'Says where links lead.',
    access: 'anyone',
    input: Type.Object({}),
    run: async () => one(200, ({ siteUrl }) => JSON.stringify({ site: siteUrl })),
  }),
  row('/away', async () => {
    throw new Error('storage away');
  }),
];

const request = (target: string, headers = ''): string =>
  `GET ${target} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`;
const last = 'Connection: close\r\n';
const statuses = (text: string): readonly string[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);

describe('raw requests', () => {
  let server: TestServer;
  before(async () => {
    server = await startServer({
      mounts: [{ prefix: '/v4', version: 'v4', rows }],
      isStorageAway: (error) => error instanceof Error && error.message === 'storage away',
    });
  });
  after(() => server.close());

  const open = (): Socket => connect(Number(new URL(server.url).port), '127.0.0.1');
  /** All that is answered until the connection closes. */
  const converse = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = open();
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      socket.write(text);
    });

  for (const target of [
    'http://a:1/v4/here',
    'HTTPS://[::1]/v4//here/?x=1',
    'http://[/v4/here',
    'http://xn--/v4/here',
  ]) {
    it(`takes the absolute address ${target}`, async () => {
      assert.deepEqual(statuses(await converse(request(target, last))), ['200']);
    });
  }

  it('writes links to the host of an absolute address, whatever the Host header says', async () => {
    assert.match(await converse(request('http://b:8/v4/links', last)), /\{"site":"http:\/\/b:8"\}$/);
    assert.match(await converse(request('/v4/links', last)), /\{"site":"http:\/\/a"\}$/);
  });

  for (const target of ['http://[', 'http://xn--?x=/v4/here', 'http://a']) {
    it(`finds nothing at ${target}`, async () => {
      const answer = await converse(request(target, last));
      assert.deepEqual(statuses(answer), ['404']);
      assert.match(answer, /"code":"route_not_found"/);
    });
  }

  for (const target of ['*', 'ftp://a/v4/here', 'mailto:a']) {
    it(`answers 400 to the address ${target}`, async () => {
      assert.deepEqual(statuses(await converse(request(target, last))), ['400']);
    });
  }

  it('answers what came before a broken request on the same connection first', async () => {
    const answer = await converse(`${request('/v4/here')}${request('/v4/here')}NONSENSE\r\n\r\n`);
    assert.deepEqual(statuses(answer), ['200', '200', '400']);
  });

  it('answers a request whose own body is broken at once', async () => {
    const head = 'POST /v4/here HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const answer = await converse(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    assert.equal(statuses(answer).length, 1);
    assert.match(answer, /"status":4\d\d/);
  });

  it('answers pipelined requests in their order', async () => {
    const answer = await converse(
      `${request('/v4/here')}${request('/v4/nothing')}${request('/v4/here', last)}`,
    );
    assert.deepEqual(statuses(answer), ['200', '404', '200']);
  });

  it('begins no further request while the client reads no answers', async () => {
    const socket = open();
    socket.pause();
    begun = 0;
    socket.write(request('/v4/big').repeat(200));
    // Every other connection is served meanwhile; by then an eager server would have begun them all.
    for (let round = 0; round < 20; round += 1) await server.send('/v4/here');
    assert.ok(begun >= 1 && begun < 50, `${begun} begun`);
    socket.destroy();
  });

  it('lets go of a connection that is silent', () => {
    assert.ok(server.server.timeout > 0 && server.server.timeout <= 120_000);
  });

  it('lets go of a client that pipelines without end', async () => {
    const answer = await converse(request('/v4/here').repeat(5_000)).catch(() => '');
    assert.ok(statuses(answer).length < 5_000);
  });

  it('answers 503 with a time to come again while the storage is away, and logs why', async () => {
    const { status, headers, text } = await server.send('/v4/away');
    assert.deepEqual([status, headers['retry-after']], [503, '2']);
    assert.match(text, /"code":"service_unavailable"/);
    assert.match(String(server.lines.at(-1)?.fields['err']), /storage away/);
  });
});
