import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock.js';
import type { ReceivedBody } from '../receiver/admission.js';

export interface BodyLimits {
  readonly maxBodyBytes: number;
  readonly bodyTimeoutMs: number;
}

const declaredBytes = (request: IncomingMessage): number => Number(request.headers['content-length'] ?? 0);

/** Reads a body that nobody has read yet, up to a size and for a time; never rejects. */
export const readBody = (
  request: IncomingMessage,
  limits: BodyLimits,
  clock: Pick<Clock, 'timer'>,
): Promise<ReceivedBody> => {
  // Answered without waiting for it; Node discards what still comes.
  if (declaredBytes(request) > limits.maxBodyBytes) return Promise.resolve({ type: 'body_too_large' });
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (body: ReceivedBody): void => {
      cancelTimer();
      request.off('data', take).off('end', end).off('close', abort).off('error', abort);
      // Late errors of an abandoned stream would otherwise end the process.
      request.on('error', () => {});
      if (!request.readableEnded) request.resume();
      resolve(body);
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > limits.maxBodyBytes) settle({ type: 'body_too_large' });
    };
    const end = (): void => settle({ type: 'bytes', bytes: Buffer.concat(chunks, size) });
    const abort = (): void => settle({ type: 'body_aborted' });
    const cancelTimer = clock.timer(limits.bodyTimeoutMs, () => settle({ type: 'body_timeout' }));
    request.on('data', take).on('end', end).on('close', abort).on('error', abort);
  });
};

const wasRead = (request: IncomingMessage): boolean =>
  request.readableDidRead || request.readableEnded || request.destroyed;

/** What a body parser may have left: on the request itself (Express), or on Koa's `ctx.request`. */
export interface ParserLeftovers {
  readonly body?: unknown;
  readonly rawBody?: unknown;
}

const asBytes = (value: unknown): ReceivedBody | undefined => {
  if (typeof value === 'string') return { type: 'bytes', bytes: Buffer.from(value, 'utf8') };
  return value instanceof Uint8Array ? { type: 'bytes', bytes: value } : undefined;
};

/** The body, whether or not a body parser ran first: its raw copy, else the unread stream, else what it made of it. */
export const receiveBody = async (
  request: IncomingMessage,
  left: ParserLeftovers,
  limits: BodyLimits & { readonly clock: Pick<Clock, 'timer'> },
): Promise<ReceivedBody> => {
  const raw = asBytes(left.rawBody);
  if (raw) return raw;
  if (!wasRead(request)) return readBody(request, limits, limits.clock);
  if (left.body === undefined) return { type: 'body_unavailable' };
  return asBytes(left.body) ?? { type: 'parsed', value: left.body };
};
