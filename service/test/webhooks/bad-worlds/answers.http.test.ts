import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startRawServer } from '../../outbound/raw-server.js';
import { delivered, failed, heldBack, judge, refused, retried, unauthorised, type Verdict } from './judge.js';
import { openWireWorld, type WireWorld } from './wire-world.js';

const hour = 3_600_000;

const http = (status: number | string, body = '', headers: readonly string[] = []): string =>
  [
    `HTTP/1.1 ${status} Words`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n');

const retryAfter = (text: string): readonly string[] => [`Retry-After: ${text}`];
const fault = { isContractFault: true };

type Row = readonly [name: string, bytes: string, verdict: Verdict];

const accepted: readonly Row[] = [
  ['202', http(202), delivered('202')],
  ['202 with a body that is not JSON', http(202, '<h1>thanks</h1>'), delivered('202')],
  ['200', http(200, '{}'), delivered('200', 'accepted_otherwise', true)],
  ['201', http(201, '{}'), delivered('201', 'accepted_otherwise', true)],
  ['204', 'HTTP/1.1 204 None\r\n\r\n', delivered('204', 'accepted_otherwise', true)],
  ['206', http(206, 'part'), delivered('206', 'accepted_otherwise', true)],
  ['299', http(299), delivered('299', 'accepted_otherwise', true)],
  ['202 of HTTP/1.0, closed at once', 'HTTP/1.0 202 OK\r\nconnection: close\r\n\r\n', delivered('202')],
  [
    '202 in chunks',
    'HTTP/1.1 202 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
    delivered('202'),
  ],
];

const redirects: readonly Row[] = [300, 301, 302, 303, 304, 305, 307, 308, 399].map((status) => [
  String(status),
  http(status, '', ['location: http://127.0.0.1:1/elsewhere']),
  retried(String(status), 'redirect', fault),
]);

const duplicate = delivered('400', 'duplicate');

const badRequests: readonly Row[] = [
  ['400 duplicate_request', http(400, '{"code":"duplicate_request"}'), duplicate],
  [
    '400 duplicate_request among other fields',
    http(400, '{"message":"seen","code":"duplicate_request"}'),
    duplicate,
  ],
  ['400 duplicate_request as text', http(400, ' {"code":"duplicate_request"} ', ['x: y']), duplicate],
  [
    '400 duplicate_request with a byte order mark',
    http(400, '\ufeff{"code":"duplicate_request"}'),
    duplicate,
  ],
  ['400 of another code', http(400, '{"code":"invalid_request"}'), refused],
  ['400 of a code that is no text', http(400, '{"code":["duplicate_request"]}'), refused],
  ['400 duplicate_request in a list', http(400, '[{"code":"duplicate_request"}]'), refused],
  ['400 with words', http(400, 'duplicate_request'), refused],
  ['400 with nothing', http(400), refused],
  ['400 with null', http(400, 'null'), refused],
  ['400 longer than is read', http(400, `"${'x'.repeat(20_000)}"`), retried('400', 'body_incomplete', fault)],
];

const others: readonly Row[] = [
  ['401', http(401), unauthorised],
  ['404', http(404), retried('404', 'not_found')],
  ['404 with Retry-After, which is not for it', http(404, '', retryAfter('90')), retried('404', 'not_found')],
  ...[
    402, 403, 405, 406, 407, 409, 410, 411, 413, 414, 415, 417, 418, 421, 422, 425, 426, 428, 431, 451, 499,
  ].map((status): Row => [String(status), http(status), retried(String(status), 'unexpected_status', fault)]),
  ['600', http(600), retried('600', 'unexpected_status', fault)],
  ['999', http(999), retried('999', 'unexpected_status', fault)],
];

const tooMany = (againInMs: number): Verdict => heldBack(retried('429', 'rate_limited', { againInMs }));
const broken = (status: number): Verdict => heldBack(retried(String(status), 'server_error'));

const waits: readonly Row[] = [
  ['408', http(408), retried('408', 'request_timeout')],
  [
    '408 with Retry-After',
    http(408, '', retryAfter('60')),
    retried('408', 'request_timeout', { againInMs: 60_000 }),
  ],
  ['429', http(429), tooMany(5_000)],
  ['429 with seconds', http(429, '', retryAfter('90')), tooMany(90_000)],
  ['429 with 0 seconds', http(429, '', retryAfter('0')), tooMany(5_000)],
  [
    '429 with a date that has passed',
    http(429, '', retryAfter('Sun, 06 Nov 1994 08:49:37 GMT')),
    tooMany(5_000),
  ],
  ['429 with a date far away', http(429, '', retryAfter('Fri, 31 Dec 2100 23:59:59 GMT')), tooMany(hour)],
  [
    '429 with a date of the old form',
    http(429, '', retryAfter('Friday, 31-Dec-99 23:59:59 GMT')),
    tooMany(5_000),
  ],
  ['429 with a year', http(429, '', retryAfter('31536000')), tooMany(hour)],
  ['429 with more digits than a number has', http(429, '', retryAfter('9'.repeat(400))), tooMany(5_000)],
  ['429 with less than nothing', http(429, '', retryAfter('-5')), tooMany(5_000)],
  ['429 with a fraction', http(429, '', retryAfter('1.5')), tooMany(5_000)],
  ['429 with words', http(429, '', retryAfter('soon')), tooMany(5_000)],
  ['429 with two of them', http(429, '', [...retryAfter('60'), ...retryAfter('90')]), tooMany(5_000)],
  ['500', http(500), broken(500)],
  ['501', http(501), broken(501)],
  ['502', http(502, '<html>bad gateway'), broken(502)],
  ['503', http(503), broken(503)],
  [
    '503 with Retry-After',
    http(503, '', retryAfter('120')),
    heldBack(retried('503', 'server_error', { againInMs: 120_000 }), 'asked_to_wait'),
  ],
  ['504', http(504), broken(504)],
  ['507', http(507), broken(507)],
  ['599', http(599), broken(599)],
];

const early = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n';

const malformed: readonly Row[] = [
  ['102 and then 202', `HTTP/1.1 102 Processing\r\n\r\n${http(202)}`, delivered('202')],
  ['103, three times, and then 202', `${early.repeat(3)}${http(202)}`, delivered('202')],
  ['103 and then 400 duplicate_request', early + http(400, '{"code":"duplicate_request"}'), duplicate],
  // The client reads no 100 that was not asked for; the row is here to show when it learns to.
  [
    '100 that nobody asked for, and then 202',
    `HTTP/1.1 100 Continue\r\n\r\n${http(202)}`,
    failed('protocol'),
  ],
  ['101', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n', failed('protocol')],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', failed('protocol')],
  ['a status of four digits', 'HTTP/1.1 2020 OK\r\n\r\n', failed('protocol')],
  ['a status that is a word', 'HTTP/1.1 OK\r\n\r\n', failed('protocol')],
  ['a protocol that is none', 'ICY 202 OK\r\n\r\n', failed('protocol')],
  ['HTTP/2 in plain', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', failed('protocol')],
  ['words', 'what do you want?\r\n\r\n', failed('protocol')],
  ['two lengths', 'HTTP/1.1 202 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab', failed('protocol')],
  ['a length that is none', 'HTTP/1.1 202 OK\r\ncontent-length: many\r\n\r\n', failed('protocol')],
  ['a header without a name', 'HTTP/1.1 202 OK\r\n: x\r\n\r\n', failed('protocol')],
];

const tables: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  ['has it', accepted],
  ['points elsewhere', redirects],
  ['refuses it', badRequests],
  ['says something else', others],
  ['is busy or broken', waits],
  ['does not speak well', malformed],
];

let world: WireWorld;
before(async () => {
  world = await openWireWorld();
});
after(() => world.close());

for (const [title, rows] of tables) {
  describe(`a partner that ${title}`, () => {
    for (const [name, bytes, verdict] of rows) {
      it(`${name}: ${verdict.state}, ${verdict.reason}`, async (t) => {
        const server = await startRawServer((socket) => socket.write(bytes));
        t.after(server.close);
        const outcome = await world.notify(server.url);
        judge(outcome, verdict);
        assert.equal(outcome.partner.paused, null);
        assert.equal(server.received().match(/POST /g)?.length, 1);
      });
    }
  });
}
