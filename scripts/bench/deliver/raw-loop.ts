import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Sends so many notices; resolves when all are answered. */
export type Loop = (count: number) => Promise<void>;

const exchange = (socket: Socket, bytes: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error): void => {
      socket.off('data', answered);
      socket.off('error', settle);
      if (error === undefined) resolve();
      else reject(error);
    };
    const answered = (): void => settle();
    socket.on('data', answered);
    socket.on('error', settle);
    socket.write(bytes);
  });

const requestOf = (id: number): string => {
  const body = `{"id":${id}}`;
  return `POST /created HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

/** What no HTTP client can beat: ready-made bytes on open sockets, each waiting for its answer. */
export const createRawLoop = (port: number, side: number): Loop => {
  return async (count) => {
    let next = 0;
    const caller = async (): Promise<void> => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true });
      await once(socket, 'connect');
      while (next < count) {
        next += 1;
        await exchange(socket, requestOf(next));
      }
      socket.destroy();
    };
    await Promise.all(Array.from({ length: side }, caller));
  };
};
