import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

export interface RawServer {
  readonly port: number;
  readonly url: string;
  /** Everything received so far, all connections together. */
  readonly received: () => string;
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

const isComplete = (request: string): boolean => {
  const end = request.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
  return end >= 0 && request.length >= end + 4 + length;
};

/** A server of bytes on loopback: `answer` is called once per whole request, and writes what it likes. */
export const startRawServer = async (answer: (socket: Socket) => void): Promise<RawServer> => {
  const sockets = new Set<Socket>();
  let received = '';
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    let unanswered = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      unanswered += bytes.toString('latin1');
      if (!isComplete(unanswered)) return;
      unanswered = '';
      answer(socket);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}/hook`,
    received: () => received,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};
