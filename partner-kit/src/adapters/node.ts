import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../clock.js';
import type { Receiver } from '../receiver/admission.js';
import { type Answer, notFound } from '../receiver/answer.js';
import { belowPrefix, type MountOptions } from './prefix.js';
import { receiveBody } from './read-body.js';

/** A request listener that is also a middleware: `next` gets the calls that are no notices; without it they are answered 404. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: () => void,
) => Promise<void>;

export interface NodeAdapterOptions extends MountOptions {
  readonly clock?: Pick<Clock, 'timer'>;
}

const send = (response: ServerResponse, answer: Answer): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
};

/** Aborts when the connection closes before the answer is out. */
export const goneSignal = (response: ServerResponse): AbortSignal => {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  if (response.destroyed) gone.abort();
  return gone.signal;
};

const leftovers = (request: IncomingMessage): { body?: unknown; rawBody?: unknown } => ({
  body: 'body' in request ? request.body : undefined,
  rawBody: 'rawBody' in request ? request.rawBody : undefined,
});

/**
 * Serves a receiver with `node:http`, or inside anything that takes `(request, response, next)`. Never rejects.
 * @example createServer(toNodeHandler(receiver)).listen(8080)
 */
export const toNodeHandler = (receiver: Receiver, options: NodeAdapterOptions = {}): NodeHandler => {
  const { clock = systemClock, prefix } = options;
  return async (request, response, next) => {
    const path = belowPrefix(request.url ?? '/', prefix);
    const head = { method: request.method ?? '', headers: request.headersDistinct };
    const admission = path === undefined ? ({ type: 'pass' } as const) : receiver.admit({ ...head, path });
    if (admission.type === 'pass') return next ? next() : send(response, notFound);
    if (admission.type === 'answer') return send(response, admission.answer);
    const callerGone = goneSignal(response);
    const body = await receiveBody(request, leftovers(request), { ...admission, clock });
    send(response, await admission.finish(body, callerGone));
  };
};
