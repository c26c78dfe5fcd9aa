import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { describe, it } from 'node:test';
import { startRawServer } from '../../outbound/raw-server.js';
import { delivered, failed, heldBack, retried, type Verdict, verdictOf } from './judge.js';
import { openWireWorld } from './wire-world.js';

/** A connection's end, where its first request was answered 202 and a second comes on it. */
type OnSecond = (socket: Socket) => void;

const accepted = 'HTTP/1.1 202 Accepted\r\ncontent-length: 0\r\n\r\n';

interface Row {
  readonly name: string;
  readonly onSecond: OnSecond;
  /** Of a new connection after the first. */
  readonly onNew?: OnSecond;
  readonly verdict: Verdict;
  /** Of the second notice, on all connections. */
  readonly requests: number;
}

const accepts: OnSecond = (socket) => void socket.write(accepted);

const rows: readonly Row[] = [
  {
    name: 'is reset',
    onSecond: (socket) => socket.resetAndDestroy(),
    verdict: delivered('202'),
    requests: 2,
  },
  { name: 'is closed', onSecond: (socket) => socket.destroy(), verdict: delivered('202'), requests: 2 },
  { name: 'is used again', onSecond: accepts, verdict: delivered('202'), requests: 1 },
  {
    name: 'is reset, and so is a new one',
    onSecond: (socket) => socket.resetAndDestroy(),
    onNew: (socket) => socket.resetAndDestroy(),
    verdict: failed('connection'),
    requests: 2,
  },
  { name: 'hangs', onSecond: () => undefined, verdict: failed('timeout'), requests: 1 },
  {
    name: 'answers no HTTP',
    onSecond: (socket) => void socket.write('what?\r\n\r\n'),
    verdict: failed('protocol'),
    requests: 1,
  },
  {
    name: 'breaks after an interim answer',
    onSecond: (socket) => void socket.end('HTTP/1.1 103 Early\r\n\r\n'),
    verdict: failed('connection'),
    requests: 1,
  },
  {
    name: 'breaks after the status',
    onSecond: (socket) => void socket.end('HTTP/1.1 503 No\r\ncontent-length: 9\r\n\r\n'),
    verdict: heldBack(retried('503', 'server_error')),
    requests: 1,
  },
];

describe('a connection kept alive that, when the next notice goes out on it,', () => {
  for (const { name, onSecond, onNew = accepts, verdict, requests } of rows) {
    it(`${name}: ${verdict.state}, ${verdict.reason}, in one attempt`, async (t) => {
      const seen = new WeakSet<Socket>();
      let answered = 0;
      const server = await startRawServer((socket) => {
        const isOld = seen.has(socket);
        seen.add(socket);
        answered += 1;
        if (answered === 1) accepts(socket);
        else (isOld ? onSecond : onNew)(socket);
      });
      const world = await openWireWorld();
      t.after(async () => {
        await world.close();
        await server.close();
      });
      const first = await world.notify(server.url);
      const second = await world.again(first);
      assert.deepEqual(verdictOf(second), verdict);
      assert.deepEqual([second.attempts.length, answered - 1], [2, requests]);
    });
  }
});
