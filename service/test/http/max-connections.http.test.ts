import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import { startServer } from './harness.js';

const request = 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

const opened = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1');
  // Whoever is let go may be told by a reset.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
};

it('holds so many connections and no more, until one of them ends', async (context) => {
  const server = await startServer({ mounts: [], maxConnections: 2 });
  context.after(server.close);
  const port = Number(new URL(server.url).port);
  const [first, second] = [await opened(port), await opened(port)];
  const third = await opened(port);
  // Not `once`, which rejects for a reset.
  const outcome = new Promise<string>((resolve) => {
    third.on('close', () => resolve('let go'));
    third.on('data', () => resolve('answered'));
  });
  third.write(request);
  assert.equal(await outcome, 'let go');
  assert.deepEqual([first.destroyed, second.destroyed], [false, false]);

  first.destroy();
  second.end(request);
  const [answer] = await once(second, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 404 /);
  await once(second, 'close');
  assert.equal((await server.send('/nothing')).status, 404);
});
