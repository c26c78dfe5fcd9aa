import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Clock, systemClock } from '../clock.js';
import type { Receiver } from '../receiver/admission.js';
import type { Answer } from '../receiver/answer.js';
import { goneSignal } from './node.js';
import { belowPrefix, type MountOptions } from './prefix.js';
import { type ParserLeftovers, receiveBody } from './read-body.js';

/** The part of Koa's context that the middleware uses. */
export interface KoaContext {
  readonly method: string;
  readonly path: string;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request: object;
  status: number;
  body: unknown;
  readonly set: (field: string, value: string) => void;
}

export type KoaMiddleware = (context: KoaContext, next: () => Promise<unknown>) => Promise<void>;

export interface KoaAdapterOptions extends MountOptions {
  readonly clock?: Pick<Clock, 'timer'>;
}

const leftovers = (request: object): ParserLeftovers => ({
  body: 'body' in request ? request.body : undefined,
  rawBody: 'rawBody' in request ? request.rawBody : undefined,
});

const reply = (context: KoaContext, answer: Answer): void => {
  context.status = answer.status;
  context.body = answer.body;
  for (const [name, value] of Object.entries(answer.headers)) context.set(name, value);
};

/**
 * Serves a receiver inside a Koa application, before or after a body parser. Rejects only as `next` does.
 * @example app.use(toKoaMiddleware(receiver, { prefix: '/partner' }))
 */
export const toKoaMiddleware = (receiver: Receiver, options: KoaAdapterOptions = {}): KoaMiddleware => {
  const { clock = systemClock, prefix } = options;
  return async (context, next) => {
    const path = belowPrefix(context.path, prefix);
    const head = { method: context.method, headers: context.req.headersDistinct };
    const admission = path === undefined ? ({ type: 'pass' } as const) : receiver.admit({ ...head, path });
    if (admission.type === 'pass') {
      await next();
      return;
    }
    if (admission.type === 'answer') return reply(context, admission.answer);
    const callerGone = goneSignal(context.res);
    const body = await receiveBody(context.req, leftovers(context.request), { ...admission, clock });
    reply(context, await admission.finish(body, callerGone));
  };
};
