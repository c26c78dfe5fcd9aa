import type { Middleware, ParameterizedContext } from 'koa';
import { anonymous } from '../base/caller.js';
import { encode } from './delivery/deliver.js';
import { impose } from './limits/impose.js';
import type { Limits } from './limits/limits.js';
import type { State } from './mounts.js';

/** Counts a reader before a page is made for them. Throws 429 where nothing is left of their allowance. */
export type AdmitReader = (context: ParameterizedContext) => void;

/** Web pages, made elsewhere; what is no page's path goes on. */
export type WebPages = (admit: AdmitReader) => Middleware;

/** A secret beside words of the reader's own choosing would show in the compressed length. */
const isSecret = (context: ParameterizedContext): boolean =>
  context.response.get('Cache-Control').includes('no-store');

/** Readers of pages are counted like anonymous callers of the API; what they get is compressed. */
export const servePages = (pages: WebPages, limits: Limits): Middleware<State> => {
  const answer = pages((context) => {
    const { exchange }: State = context.state;
    const counted = limits.forCaller(anonymous, exchange.address);
    impose(exchange, counted?.limiter.take(counted.key));
  });
  return async (context, next) => {
    await answer(context, next);
    const { body } = context;
    if (context.status !== 200 || isSecret(context) || !Buffer.isBuffer(body)) return;
    context.vary('Accept-Encoding');
    context.body = await encode(context, body);
  };
};
