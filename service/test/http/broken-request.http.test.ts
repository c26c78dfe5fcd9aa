import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { startCitizen } from './citizen-rows.js';
import type { TestServer } from './harness.js';
import { at } from './read.js';

interface Refusal {
  readonly statusLine: string;
  readonly headers: readonly string[];
  readonly code: unknown;
}

const refusalIn = (answer: string): Refusal => {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [statusLine = '', ...headers] = head.split('\r\n');
  assert.ok(headers.includes(`Content-Length: ${Buffer.byteLength(body)}`), answer.slice(0, 400));
  return {
    statusLine,
    headers: headers.filter((line) => !/^(Content-Length|Date)/.test(line)),
    code: at(JSON.parse(body), 'errors', 0, 'code'),
  };
};

/** What a server answers by itself; it says no more on that connection. */
const headersOfRefusal = [
  'Connection: close',
  'Cache-Control: no-store',
  'Content-Type: application/json; charset=utf-8',
  'X-Content-Type-Options: nosniff',
];

const form = 'Content-Type: application/x-www-form-urlencoded\r\n';

describe('requests that are not taken', () => {
  let server: TestServer;
  before(async () => {
    server = await startCitizen(
      { body: {} },
      { timeouts: { headersTimeout: 40, requestTimeout: 60, connectionsCheckingInterval: 20 } },
    );
  });
  after(() => server.close());

  for (const [name, begun] of [
    ['headers', 'GET /v4/bookings HTTP/1.1\r\nHost: a\r\nX-A: '],
    ['a body', `POST /v4/sign-in HTTP/1.1\r\nHost: a\r\n${form}Content-Length: 1000\r\n\r\na=`],
    ['nonsense', 'NONSENSE\r\n\r\n'],
  ] as const) {
    it(`lets go of a client that sends ${name} for ever, and never closes`, { timeout: 10_000 }, async () => {
      const socket = connect({
        port: Number(new URL(server.url).port),
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
      });
      // Sending fails once the server has closed its side for good; the test's own limit ends it otherwise.
      const sending = setInterval(() => socket.write('b'), 20);
      const gone = new Promise<void>((resolve) => socket.on('error', () => resolve()));
      socket.write(begun);
      try {
        await gone;
      } finally {
        clearInterval(sending);
        socket.destroy();
      }
      assert.match(answer, /^HTTP\/1\.1 4/);
    });
  }

  const answerTo = (...parts: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString('latin1');
      });
      socket.on('error', reject);
      socket.on('close', () => resolve(answer));
      for (const part of parts) socket.write(part);
    });

  const cases: readonly (readonly [what: string, request: string, status: string, code: string])[] = [
    [
      'headers of 20 kB',
      `GET /v4/bookings HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'request_headers_too_large',
    ],
    [
      'an address of 20 kB',
      `GET /v4/bookings?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      '414 URI Too Long',
      'request_address_too_long',
    ],
    [
      'headers that do not end',
      'GET /v4/bookings HTTP/1.1\r\nHost: a\r\n',
      '408 Request Timeout',
      'request_timed_out',
    ],
    [
      'a body that does not come',
      'POST /v4/sign-up HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
      '408 Request Timeout',
      'request_timed_out',
    ],
    ['nothing at all', '', '408 Request Timeout', 'request_timed_out'],
    ['what is no HTTP', 'HELLO\r\n\r\n', '400 Bad Request', 'request_path_invalid'],
  ];
  for (const [what, request, status, code] of cases) {
    it(`answers ${status} to ${what}`, async () => {
      const refusal = refusalIn(await answerTo(request));
      assert.deepEqual(refusal, { statusLine: `HTTP/1.1 ${status}`, headers: headersOfRefusal, code });
    });
  }

  it('answers 414 to an address of 9 kB as to any other error', async () => {
    const { status, headers, body } = await server.send(`/v4/bookings?q=${'x'.repeat(9_000)}`);
    assert.deepEqual([status, at(body, 'errors', 0, 'code')], [414, 'request_address_too_long']);
    assert.equal(headers['access-control-allow-origin'], '*');
  });

  it('takes an address of 8 kB', async () => {
    assert.equal((await server.send(`/v4/bookings?q=${'x'.repeat(8_000)}`)).status, 200);
  });
});
