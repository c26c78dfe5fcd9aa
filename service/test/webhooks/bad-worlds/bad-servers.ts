import { once } from 'node:events';
import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';

export interface BadServer {
  readonly port: number;
  /** Connections that were accepted. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

const listening = async (server: Server): Promise<BadServer> => {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
};

/** Gets every connection as it comes, before a byte was read. */
export const startSocketServer = (onConnection: (socket: Socket) => void): Promise<BadServer> =>
  listening(createServer({ pauseOnConnect: true }, onConnection));

/** Answers 202 over TLS to whoever gets that far. */
export const startTlsServer = (options: ServerOptions): Promise<BadServer> => {
  const server = createHttpsServer(options, (_request, response) => response.writeHead(202).end());
  server.on('tlsClientError', () => undefined);
  return listening(server);
};

/** Writes without end, as fast as it is taken; answers how many bytes were. */
export const pour = (socket: Socket, chunk: string | Buffer, limit = 2 ** 30): (() => number) => {
  const more = (): void => {
    while (!socket.destroyed && socket.bytesWritten < limit) {
      if (!socket.write(chunk)) return void socket.once('drain', more);
    }
  };
  more();
  return () => socket.bytesWritten;
};

/** Writes one byte after the other, for ever. */
export const trickle = (socket: Socket, bytes: string): void => {
  let sent = 0;
  const next = setInterval(() => {
    socket.write(bytes[sent % bytes.length] ?? '');
    sent += 1;
  }, 20);
  socket.on('close', () => clearInterval(next));
};
