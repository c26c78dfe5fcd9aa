import { createServer, type Socket } from 'node:net';
import { type Loopback, listenOnLoopback } from '../support/loopback.js';

export interface RawServer extends Loopback {
  readonly url: string;
  /** Everything received so far, all connections together. */
  readonly received: () => string;
}

const isComplete = (request: string): boolean => {
  const end = request.indexOf('\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
  return end >= 0 && request.length >= end + 4 + length;
};

/** A server of bytes on loopback: `answer` is called once per whole request, and writes what it likes. */
export const startRawServer = async (answer: (socket: Socket) => void): Promise<RawServer> => {
  let received = '';
  const server = createServer((socket) => {
    let unanswered = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      unanswered += bytes.toString('latin1');
      if (!isComplete(unanswered)) return;
      unanswered = '';
      answer(socket);
    });
  });
  const loopback = await listenOnLoopback(server);
  return { ...loopback, url: `http://127.0.0.1:${loopback.port}/hook`, received: () => received };
};
