import type { Server } from 'node:http';
import type { RandomHex } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import { defaultLocale } from './conventions/locale.js';
import { uuidFrom } from './exchange.js';
import { problemAnswer } from './problem-answer.js';

/** Answers what is not even HTTP, so that such a client reads the documented errors too. */
export const refuseBrokenRequests = (server: Server, randomHex: RandomHex): void => {
  server.on('clientError', (_error, socket) => {
    if (!socket.writable) return socket.destroy();
    const problem = new Problem('request_path_invalid', { details: 'the request is not valid HTTP' });
    const body = JSON.stringify(problemAnswer(problem, uuidFrom(randomHex), defaultLocale).body);
    return socket.end(
      `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
};
