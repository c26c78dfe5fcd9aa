import { createServer, type Server } from 'node:http';
import Koa, { type Middleware, type ParameterizedContext } from 'koa';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import type { Gate } from './bearer.js';
import { createBodyReader } from './body.js';
import { refuseBrokenRequests } from './broken-request.js';
import { acceptedLocale, defaultLocale } from './conventions/locale.js';
import { createViews } from './conventions/views.js';
import { type Exchange, requestIdOf } from './exchange.js';
import { type FailureOptions, failWith } from './failure.js';
import { createRouting, type Mount, type State } from './mounts.js';
import { logRequest } from './request-log.js';
import { createSiteUrl } from './site-url.js';
import { readTarget, writtenPath } from './target.js';
import { createTurns } from './turns.js';

export interface HttpOptions extends Gate, FailureOptions {
  readonly mounts: readonly Mount[];
  /** Prefix of our link relations. */
  readonly curie: string;
  /** Absolute, without a slash at its end; from the request's Host when absent. */
  readonly baseUrl: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  /** Answers web pages; asked about what no row answers. */
  readonly pages?: Middleware;
}

const viewsKept = 16;
/** A client that takes longer to send its request is let go. */
const timeouts = { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 } as const;
/** So is one whose connection has been silent for so long: it reads nothing of its answer. */
const silenceMs = 120_000;

const beginExchange = (context: ParameterizedContext, options: HttpOptions): Exchange => {
  const locale = acceptedLocale(context.get('x-language-locale'));
  return {
    requestId: requestIdOf(context.get('x-request-id'), options.randomHex),
    startedAt: options.clock.now(),
    locale: locale ?? defaultLocale,
    isLocaleAccepted: locale !== undefined,
    // Not `context.path`: it throws for some addresses, and nothing catches yet.
    path: writtenPath(context.url),
  };
};

const setStandingHeaders = (context: ParameterizedContext, exchange: Exchange): void => {
  context.set('X-Request-Id', exchange.requestId);
  context.set('X-Content-Type-Options', 'nosniff');
  context.set('Cache-Control', 'no-store');
  if (exchange.isLocaleAccepted) context.set('X-Language-Locale', exchange.locale);
};

/** Outermost: whatever happens further in leaves as an answer and as one log line. */
const observed =
  (options: HttpOptions, isClosing: () => boolean): Middleware<State> =>
  async (context, next) => {
    const exchange = beginExchange(context, options);
    context.state.exchange = exchange;
    const startedMs = performance.now();
    setStandingHeaders(context, exchange);
    try {
      await next();
    } catch (thrown) {
      const { status, headers, body } = failWith(exchange, thrown, options);
      context.status = status;
      context.set(headers);
      context.body = body;
      // What is left of a refused body is not read.
      if (!context.req.complete) context.set('Connection', 'close');
    }
    // A client that keeps its connection would send the next request on it until it is cut off in the middle of one.
    if (isClosing()) context.set('Connection', 'close');
    const durationMs = Math.round((performance.now() - startedMs) * 1000) / 1000;
    logRequest(options.logger, exchange, { method: context.method, status: context.status, durationMs });
  };

const normalised: Middleware<State> = (context, next) => {
  const target = readTarget(context.url);
  context.url = target.query === '' ? target.path : `${target.path}?${target.query}`;
  context.state.exchange.path = target.path;
  return next();
};

/** The rows as an HTTP server that does not listen yet. */
export const createHttpServer = (options: HttpOptions): Server => {
  const { router, refuse } = createRouting(options.mounts, {
    gate: options,
    viewFor: createViews(options.curie, viewsKept),
    bodyReader: createBodyReader(),
    clock: options.clock,
    siteUrlOf: createSiteUrl(options.baseUrl),
  });
  const app = new Koa<State>();
  app.use(observed(options, () => !server.listening));
  app.use(normalised);
  app.use(router.routes());
  if (options.pages !== undefined) app.use(options.pages);
  app.use(refuse);
  // Reached only when an answer can no longer be sent (the client is gone).
  app.on('error', (error: unknown) => options.logger.debug({ err: error }, 'answer not sent'));

  const handle = app.callback();
  const turns = createTurns();
  const server = createServer(timeouts, (request, response) =>
    turns.take(request, response, () => void handle(request, response)),
  );
  server.setTimeout(silenceMs);
  refuseBrokenRequests(server, { turns, randomHex: options.randomHex });
  return server;
};
