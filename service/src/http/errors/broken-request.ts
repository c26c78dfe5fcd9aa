import { maxHeaderSize, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { RandomHex } from '../../base/ids.js';
import { defaultLocale } from '../../base/locale.js';
import { Problem } from '../../base/problem.js';
import { uuidFrom } from '../exchange.js';
import type { Turns } from '../turns.js';
import { problemAnswer } from './problem-answer.js';

interface BrokenRequestOptions {
  readonly turns: Pick<Turns, 'whenAnswered'>;
  readonly randomHex: RandomHex;
}

/** What Node's server says of a request it does not hand over; `rawPacket` is what it had read last. */
interface Fault {
  readonly code?: unknown;
  readonly rawPacket?: unknown;
}

/** Node counts the address among the headers: where their room is used up by one first line, it is the address that is too long. */
const overflow = ({ rawPacket }: Fault): Problem => {
  const begun = Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1', 0, maxHeaderSize) : '';
  const isAddress = /^[A-Z]+ [^\n]+$/.test(begun);
  return new Problem(isAddress ? 'request_address_too_long' : 'request_headers_too_large');
};

const problemOf = (fault: Fault): Problem => {
  if (fault.code === 'HPE_HEADER_OVERFLOW') return overflow(fault);
  if (fault.code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Problem('request_timed_out');
  return new Problem('request_path_invalid', { details: 'the request is not valid HTTP' });
};

const answerText = (problem: Problem, randomHex: RandomHex): string => {
  const { status, body } = problemAnswer(problem, uuidFrom(randomHex), defaultLocale);
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Cache-Control: no-store',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'X-Content-Type-Options: nosniff',
    '',
    text,
  ].join('\r\n');
};

/** So long a client may take to read why it is let go; closed at once, the connection might lose the answer. */
const lingerMs = 500;

/** A client that never closes its side, and goes on sending, would keep the connection for good. */
const answerAndLetGo = (socket: Duplex, text: string): void => {
  socket.end(text);
  const patience = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(patience));
};

/**
 * Answers what is not even HTTP, so that such a client reads the documented errors too; after the answers that are still
 * under way on the connection, or one of them would be taken for this.
 */
export const refuseBrokenRequests = (server: Server, { turns, randomHex }: BrokenRequestOptions): void => {
  server.on('clientError', (fault: Fault, socket) => {
    turns.whenAnswered(socket, () => {
      if (socket.writable) answerAndLetGo(socket, answerText(problemOf(fault), randomHex));
      else socket.destroy();
    });
  });
};
