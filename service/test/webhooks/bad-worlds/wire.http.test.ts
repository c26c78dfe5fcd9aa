import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startRawServer } from '../../outbound/raw-server.js';
import { pour, startSocketServer, trickle } from './bad-servers.js';
import { delivered, failed, heldBack, judge, retried, unauthorised, type Verdict } from './judge.js';
import { exchangeMs, openWireWorld, type WireWorld } from './wire-world.js';

type Row = readonly [name: string, answer: (socket: Socket) => void, verdict: Verdict];

const head = (status: number, length: number): string =>
  `HTTP/1.1 ${status} Words\r\ncontent-length: ${length}\r\n\r\n`;
const writes =
  (bytes: string) =>
  (socket: Socket): void =>
    void socket.write(bytes);
const writesAndEnds =
  (bytes: string) =>
  (socket: Socket): void =>
    void socket.end(bytes);
const writesAndResets =
  (bytes: string) =>
  (socket: Socket): void => {
    socket.write(bytes, () => setImmediate(() => socket.resetAndDestroy()));
  };
const trickles =
  (begin: string, bytes: string) =>
  (socket: Socket): void => {
    socket.write(begin);
    trickle(socket, bytes);
  };

const lengthy = 'y'.repeat(1_000);

const hangs: readonly Row[] = [
  ['hangs before the headers', writes(''), failed('timeout')],
  ['hangs in the headers', writes('HTTP/1.1 202 Accepted\r\ncontent-le'), failed('timeout')],
  ['trickles the status', trickles('', 'HTTP/1.1 202 Accepted and thank you for it'), failed('timeout')],
  // Nobody counts these bytes, but they are not kept and end with the deadline.
  [
    'pours a status line without end',
    (socket) => {
      socket.write('HTTP/1.1 202 ');
      pour(socket, lengthy, 2 ** 24);
    },
    failed('timeout'),
  ],
  ['trickles headers', trickles('HTTP/1.1 202 Accepted\r\n', 'x: y\r\n'), failed('timeout')],
  ['hangs after an interim answer', writes('HTTP/1.1 103 Early\r\n\r\n'), failed('timeout')],
  ['trickles interim answers', trickles('', 'HTTP/1.1 103 E\r\n\r\n'), failed('timeout')],
  ['hangs in the body of a 202', writes(`${head(202, 9)}ok`), delivered('202')],
  ['hangs in the body of a 503', writes(`${head(503, 9)}no`), heldBack(retried('503', 'server_error'))],
  ['hangs in the body of a 401', writes(head(401, 9)), unauthorised],
  [
    'hangs in the body of a 400, before it has said which',
    writes(`${head(400, 99)}{"code":"dup`),
    retried('400', 'body_incomplete', { isContractFault: true }),
  ],
  [
    'hangs in the body of a 400, after it has said which',
    writes(`${head(400, 99)}{"code":"duplicate_request"}`),
    delivered('400', 'duplicate'),
  ],
  [
    'trickles the body of a 400',
    trickles(head(400, 1_000_000), 'x'),
    retried('400', 'body_incomplete', { isContractFault: true }),
  ],
];

const resets: readonly Row[] = [
  ['resets before the headers', (socket) => socket.resetAndDestroy(), failed('connection')],
  ['resets in the headers', writesAndResets('HTTP/1.1 202 Acc'), failed('connection')],
  ['resets after the headers', writesAndResets(head(202, 9)), delivered('202')],
  [
    'resets in the body of a 500',
    writesAndResets(`${head(500, 9)}no`),
    heldBack(retried('500', 'server_error')),
  ],
  ['closes without an answer', (socket) => socket.end(), failed('connection')],
  ['closes in the headers', writesAndEnds('HTTP/1.1 202 Accepted\r\ncontent-'), failed('connection')],
  ['closes after an interim answer', writesAndEnds('HTTP/1.1 103 Early\r\n\r\n'), failed('connection')],
  ['closes in the body of a 202', writesAndEnds(`${head(202, 9)}ok`), delivered('202')],
  ['answers without a length and closes', writesAndEnds('HTTP/1.1 202 OK\r\n\r\nok'), delivered('202')],
];

const floods: readonly (readonly [name: string, begin: string, chunk: string | Buffer, Verdict])[] = [
  ['a gigabyte after 202', head(202, 2 ** 30), 'x'.repeat(65_536), delivered('202')],
  [
    'a gigabyte after 400',
    head(400, 2 ** 30),
    'x'.repeat(65_536),
    retried('400', 'body_incomplete', { isContractFault: true }),
  ],
  [
    'a gigabyte in small pieces',
    'HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n',
    '1\r\nx\r\n'.repeat(10_000),
    delivered('202'),
  ],
  [
    'a compression bomb, though nobody asked for compression',
    `HTTP/1.1 202 Accepted\r\ncontent-encoding: gzip\r\n${head(202, 2 ** 30).split('\r\n')[1]}\r\n\r\n`,
    gzipSync(Buffer.alloc(2 ** 24)),
    delivered('202'),
  ],
  ['one header without end', 'HTTP/1.1 202 Accepted\r\nx: ', lengthy, failed('protocol')],
  ['headers without end', 'HTTP/1.1 202 Accepted\r\n', `x: ${lengthy}\r\n`, failed('protocol')],
  ['small headers without end', 'HTTP/1.1 202 Accepted\r\n', 'a: b\r\n'.repeat(1_000), failed('protocol')],
  ['100 Continue without end', '', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(100), failed('protocol')],
  ['103 without end', '', `HTTP/1.1 103 E\r\nx: ${lengthy}\r\n\r\n`.repeat(10), failed('protocol')],
  [
    'trailers without end',
    'HTTP/1.1 202 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n',
    `x: ${lengthy}\r\n`,
    delivered('202'),
  ],
];

let world: WireWorld;
before(async () => {
  world = await openWireWorld();
});
after(() => world.close());

describe('a partner that stands still', () => {
  for (const [name, answer, verdict] of hangs) {
    it(`${name}: ${verdict.state}, ${verdict.reason}, at the deadline`, async (t) => {
      const server = await startRawServer(answer);
      t.after(server.close);
      const outcome = await world.notify(server.url);
      judge(outcome, verdict);
      assert.ok((outcome.attempts[0]?.durationMs ?? 0) >= exchangeMs - 5);
    });
  }

  it('accepts and never reads: open, timeout', async (t) => {
    const server = await startSocketServer(() => undefined);
    t.after(server.close);
    judge(await world.notify(`http://127.0.0.1:${server.port}`), failed('timeout'));
    assert.ok(server.connections() > 0);
  });
});

describe('a partner that hangs up', () => {
  for (const [name, answer, verdict] of resets) {
    it(`${name}: ${verdict.state}, ${verdict.reason}`, async (t) => {
      const server = await startRawServer(answer);
      t.after(server.close);
      judge(await world.notify(server.url), verdict);
      assert.equal(server.received().match(/POST /g)?.length, 1);
    });
  }

  it('resets every connection before it reads: open, connection', async (t) => {
    const server = await startSocketServer((socket) => socket.resetAndDestroy());
    t.after(server.close);
    judge(await world.notify(`http://127.0.0.1:${server.port}`), failed('connection'));
  });

  it('is not there: open, connection', async () => {
    const server = await startSocketServer(() => undefined);
    await server.close();
    judge(await world.notify(`http://127.0.0.1:${server.port}`), failed('connection'));
  });
});

describe('a partner that pours', () => {
  /** Of a gigabyte: what the two systems' buffers take before the service hangs up. */
  const mostTaken = 2 ** 25;

  for (const [name, begin, chunk, verdict] of floods) {
    it(`${name}: ${verdict.state}, ${verdict.reason}, little is taken and nothing kept`, async (t) => {
      let taken = (): number => 0;
      let hungUp: () => void = () => undefined;
      const isClosed = new Promise<void>((resolve) => {
        hungUp = resolve;
      });
      const server = await startRawServer((socket) => {
        socket.on('close', hungUp);
        socket.write(begin);
        taken = pour(socket, chunk);
      });
      t.after(server.close);
      const outcome = await world.notify(server.url);
      await isClosed;
      judge(outcome, verdict);
      assert.ok(taken() < mostTaken, `${taken()} bytes were taken`);
      const kept = JSON.stringify([outcome.attempts, outcome.delivery]).length;
      assert.ok(kept < 10_000, `${kept} characters were kept`);
    });
  }
});
