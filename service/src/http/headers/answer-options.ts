import type { Middleware, ParameterizedContext } from 'koa';
import { allowText, type Routing, type State } from '../mounts.js';

interface OptionsOfServer {
  readonly methodsAt: Routing['methodsAt'];
  /** Pages of any origin may read what is there. */
  readonly isOpen: (path: string) => boolean;
}

const everyMethod = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT'];
const askedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-None-Match',
  'X-Language-Locale',
  'X-Request-Id',
];
/** Browsers ask again after at most two hours to a day, whatever we say. */
const oneDaySeconds = 86_400;

const isPreflight = (context: ParameterizedContext): boolean =>
  context.get('origin') !== '' && context.get('access-control-request-method') !== '';

/** Also where there is nothing: the page is then told so by the request itself, whose error it can read. */
const allowOrigins = (context: ParameterizedContext): void => {
  context.status = 204;
  context.set({
    'Access-Control-Allow-Methods': everyMethod.join(', '),
    'Access-Control-Allow-Headers': askedHeaders.join(', '),
    'Access-Control-Max-Age': String(oneDaySeconds),
  });
};

/** Says which methods a path has, and lets browsers ask before they send what another origin's page wants. */
export const answerOptions =
  ({ methodsAt, isOpen }: OptionsOfServer): Middleware<State> =>
  async (context, next) => {
    const methods: ReadonlySet<string> = context.method === 'OPTIONS' ? methodsAt(context.path) : new Set();
    const isAsking = context.method === 'OPTIONS' && isOpen(context.path) && isPreflight(context);
    if (!isAsking && methods.size === 0) return next();
    if (isAsking) allowOrigins(context);
    context.status = 204;
    if (methods.size > 0) context.set('Allow', allowText(methods));
  };

/** `OPTIONS *` asks the server as a whole (RFC 9110, 9.3.7). */
export const answerWholeServer: Middleware<State> = async (context, next) => {
  if (context.method !== 'OPTIONS' || context.url !== '*') return next();
  context.status = 204;
  context.set('Allow', everyMethod.join(', '));
};
