import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * One request at a time on each connection. Node hands over a whole read of pipelined requests at once, and a client that
 * then reads no answers would have us hold them all.
 */
export interface Turns {
  /** Begins the exchange once the answer before it on this connection has left. */
  readonly take: (request: IncomingMessage, response: ServerResponse, begin: () => void) => void;
  /** Calls back once the requests that have wholly arrived on the connection are answered. */
  readonly whenAnswered: (socket: Duplex, then: () => void) => void;
}

interface Line {
  /** The request that arrived last. */
  last: IncomingMessage;
  readonly waiting: (() => void)[];
}

/** Nobody pipelines that much in earnest; beyond it the connection is let go. */
const maxWaiting = 256;

export const createTurns = (): Turns => {
  const lines = new WeakMap<Duplex, Line>();

  const next = (socket: Duplex): void => {
    const begin = socket.destroyed ? undefined : lines.get(socket)?.waiting.shift();
    if (begin === undefined) lines.delete(socket);
    else begin();
  };

  const stand = (line: Line, request: IncomingMessage, begin: () => void): void => {
    line.last = request;
    line.waiting.push(begin);
    if (line.waiting.length > maxWaiting) request.socket.destroy();
  };

  return {
    take: (request, response, begin) => {
      const { socket } = request;
      const start = (): void => {
        // Comes after the last byte, and also when the connection breaks.
        response.once('close', () => next(socket));
        begin();
      };
      const line = lines.get(socket);
      if (line !== undefined) return stand(line, request, start);
      lines.set(socket, { last: request, waiting: [] });
      start();
    },
    whenAnswered: (socket, then) => {
      const line = lines.get(socket);
      // One that has not wholly arrived never will: waiting for its answer would be waiting for ever.
      if (line === undefined || !line.last.complete) then();
      else line.waiting.push(then);
    },
  };
};
