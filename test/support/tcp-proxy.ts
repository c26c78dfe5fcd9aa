import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a process and a server, and can take the server away. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  /** Takes connections and bytes, and answers nothing. */
  readonly stall: () => void;
  /** New connections are as before; those that stalled stay so, as where packets were lost on the way. */
  readonly restore: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

export const startTcpProxy = async (target: {
  readonly host: string;
  readonly port: number;
}): Promise<TcpProxy> => {
  const sockets = new Set<Socket>();
  let isStalling = false;

  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    return socket;
  };
  const stalled = new WeakSet<Socket>();
  const pass = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (isStalling) stalled.add(from);
      if (!stalled.has(from)) to.write(chunk);
    });
    from.once('close', () => to.destroy());
  };
  const server = createServer((client) => {
    const upstream = keep(connect(target.port, target.host));
    pass(keep(client), upstream);
    pass(upstream, client);
  });
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const listenOn = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listenOn(0);
  const port = portOf(server);
  const cut = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    endAll();
    await closed;
  };
  return {
    port,
    cut,
    stall: () => {
      isStalling = true;
      for (const socket of sockets) stalled.add(socket);
    },
    restore: async () => {
      isStalling = false;
      if (!server.listening) await listenOn(port);
    },
    close: cut,
  };
};
