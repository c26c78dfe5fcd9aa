import { createServer as createHttpsServer, type ServerOptions } from 'node:https';
import { createServer, type Socket } from 'node:net';
import { type Loopback, listenOnLoopback } from '../../support/loopback.js';

/** Gets every connection as it comes, before a byte was read. */
export const startSocketServer = (onConnection: (socket: Socket) => void): Promise<Loopback> =>
  listenOnLoopback(createServer({ pauseOnConnect: true }, onConnection));

/** Answers 202 over TLS to whoever gets that far. */
export const startTlsServer = (options: ServerOptions): Promise<Loopback> => {
  const server = createHttpsServer(options, (_request, response) => response.writeHead(202).end());
  server.on('tlsClientError', () => undefined);
  return listenOnLoopback(server);
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
