import type { Server } from 'node:http';
import type { RandomHex } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import { defaultLocale } from './conventions/locale.js';
import { uuidFrom } from './exchange.js';
import { problemAnswer } from './problem-answer.js';
import type { Turns } from './turns.js';

interface BrokenRequestOptions {
  readonly turns: Pick<Turns, 'whenAnswered'>;
  readonly randomHex: RandomHex;
}

const answerText = (randomHex: RandomHex): string => {
  const problem = new Problem('request_path_invalid', { details: 'the request is not valid HTTP' });
  const body = JSON.stringify(problemAnswer(problem, uuidFrom(randomHex), defaultLocale).body);
  return `HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
};

/**
 * Answers what is not even HTTP, so that such a client reads the documented errors too; after the answers that are still
 * under way on the connection, or one of them would be taken for this.
 */
export const refuseBrokenRequests = (server: Server, { turns, randomHex }: BrokenRequestOptions): void => {
  server.on('clientError', (_error, socket) => {
    turns.whenAnswered(socket, () => {
      if (socket.writable) socket.end(answerText(randomHex));
      else socket.destroy();
    });
  });
};
