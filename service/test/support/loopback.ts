import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

export interface Loopback {
  readonly port: number;
  /** Connections that were accepted. */
  readonly connections: () => number;
  /** Breaks every connection. */
  readonly close: () => Promise<void>;
}

/** Lets a server of a test listen on a free port of loopback. */
export const listenOnLoopback = async (server: Server): Promise<Loopback> => {
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
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
};
