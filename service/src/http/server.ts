import { createServer, type Server, type ServerOptions } from 'node:http';
import Koa, { type Middleware, type ParameterizedContext } from 'koa';
import type { Clock } from '../base/clock.js';
import { defaultLocale, localeNamed } from '../base/locale.js';
import type { Logger } from '../base/logger.js';
import { Problem } from '../base/problem.js';
import { createViews } from './conventions/views.js';
import { refuseBrokenRequests } from './errors/broken-request.js';
import { type FailureOptions, failWith } from './errors/failure.js';
import { type Exchange, requestIdOf } from './exchange.js';
import { answerOptions, answerWholeServer } from './headers/answer-options.js';
import { createOldVersionMarks, type OldVersion } from './headers/old-version.js';
import { createStanding } from './headers/standing-headers.js';
import { addressKey, createClientAddress } from './limits/client-address.js';
import { createEntrance } from './limits/entrance.js';
import { createGuard } from './limits/guard-attempt.js';
import { createLimits, noLimits, type RateLimits } from './limits/limits.js';
import { rateHeaders } from './limits/rate-headers.js';
import { createRouting, type Mount, type State } from './mounts.js';
import type { Gate } from './request/bearer.js';
import { createBodyReader } from './request/body.js';
import { namedHost, readTarget, writtenPath } from './request/target.js';
import { type Answered, logRequest } from './request-log.js';
import { servePages, type WebPages } from './serve-pages.js';
import { createSiteUrl } from './site-url.js';
import { createTurns } from './turns.js';

export interface HttpOptions extends Gate, FailureOptions {
  readonly mounts: readonly Mount[];
  /** Answers web pages; asked about what no row answers. */
  readonly pages?: WebPages;
  /** Prefix of our link relations. */
  readonly curie: string;
  /** Absolute, without a slash at its end; from the request's Host when absent. */
  readonly baseUrl: string | undefined;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  /** Told of every request beside its log line; must not throw. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Off where absent. */
  readonly rateLimits?: RateLimits;
  /** Proxies of ours that every request has come through; 0 where absent. */
  readonly trustedProxies?: number;
  readonly oldVersion?: OldVersion;
  /** Connections held at once; more are let go at once. */
  readonly maxConnections?: number;
  readonly timeouts?: Pick<ServerOptions, keyof typeof usualTimeouts>;
}

const viewsKept = 16;
/** A client that takes longer to send its request is let go; how late that may be seen is the interval. */
const usualTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 2_000,
} as const;
/** So is one whose connection has been silent for so long: it reads nothing of its answer. */
const silenceMs = 120_000;
/** Some 10 to 20 kB each, and a file descriptor. */
const usualMaxConnections = 10_000;
/** Every server should take 8,000 (RFC 9110, 4.1). */
const maxAddressLength = 8_192;

type Observer = HttpOptions & {
  readonly isClosing: () => boolean;
  readonly headersFor: (path: string) => Readonly<Record<string, string>>;
  readonly siteUrlOf: (host: string) => string;
};

const createBeginning = (options: Observer) => {
  const addressOf = createClientAddress(options.trustedProxies ?? 0);
  return (context: ParameterizedContext): Exchange => {
    const locale = localeNamed(context.get('x-language-locale'));
    return {
      requestId: requestIdOf(context.get('x-request-id'), options.randomHex),
      startedAt: options.clock.now(),
      locale: locale ?? defaultLocale,
      isLocaleAccepted: locale !== undefined,
      address: addressKey(addressOf(context.req)),
      // Not `context.path`: it throws for some addresses, and nothing catches yet.
      path: writtenPath(context.url),
    };
  };
};

const fail = (context: ParameterizedContext, thrown: unknown, options: Observer): void => {
  const { exchange } = context.state;
  const { status, headers, body } = failWith(exchange, thrown, options);
  context.status = status;
  context.set(headers);
  context.body = body;
  // What is left of a refused body is not read.
  if (!context.req.complete) context.set('Connection', 'close');
};

/** Outermost: whatever happens further in leaves as an answer and as one log line. */
const observed = (options: Observer): Middleware<State> => {
  const beginExchange = createBeginning(options);
  const markOldVersion = createOldVersionMarks(
    options.oldVersion ?? { deprecatedAt: undefined, sunsetAt: undefined },
  );
  const setStandingHeaders = (context: ParameterizedContext, exchange: Exchange): void => {
    context.set(options.headersFor(exchange.path));
    context.set('X-Request-Id', exchange.requestId);
    if (exchange.isLocaleAccepted) context.set('X-Language-Locale', exchange.locale);
  };
  return async (context, next) => {
    const exchange = beginExchange(context);
    context.state.exchange = exchange;
    const startedMs = performance.now();
    setStandingHeaders(context, exchange);
    try {
      await next();
    } catch (thrown) {
      fail(context, thrown, options);
    }
    if (exchange.allowance !== undefined) context.set(rateHeaders(exchange.allowance));
    markOldVersion(context, exchange, options.siteUrlOf);
    // A client that keeps its connection would send the next request on it until it is cut off in the middle of one.
    if (options.isClosing()) context.set('Connection', 'close');
    const durationMs = Math.round((performance.now() - startedMs) * 1000) / 1000;
    const { method, status } = context;
    logRequest(options.logger, exchange, { method, status, durationMs });
    options.onAnswered?.({ operation: exchange.row?.operation, status, durationMs });
  };
};

const normalised: Middleware<State> = (context, next) => {
  if (context.url.length > maxAddressLength) {
    throw new Problem('request_address_too_long', { details: `more than ${maxAddressLength} characters` });
  }
  const target = readTarget(context.url);
  context.req.headers.host = namedHost(context.url) ?? context.req.headers.host;
  context.url = target.query === '' ? target.path : `${target.path}?${target.query}`;
  context.state.exchange.path = target.path;
  return next();
};

/** The rows as an HTTP server that does not listen yet. */
export const createHttpServer = (options: HttpOptions): Server => {
  const { mounts, baseUrl, clock } = options;
  const siteUrlOf = createSiteUrl(baseUrl);
  const standing = createStanding({ mounts, baseUrl });
  const limits = createLimits(options.rateLimits ?? noLimits, clock);
  const { answerFixed, router, methodsAt, refuse } = createRouting(mounts, {
    enter: createEntrance(options, limits),
    guardAttempt: createGuard(limits.attempts),
    viewFor: createViews(options.curie, viewsKept),
    bodyReader: createBodyReader(),
    clock,
    siteUrlOf,
  });
  const app = new Koa<State>();
  const isClosing = (): boolean => !server.listening;
  app.use(observed({ ...options, isClosing, headersFor: standing.headersFor, siteUrlOf }));
  app.use(answerWholeServer);
  app.use(normalised);
  app.use(answerOptions({ methodsAt, isOpen: standing.isOpen }));
  app.use(answerFixed);
  app.use(router.routes());
  if (options.pages !== undefined) app.use(servePages(options.pages, limits));
  app.use(refuse);
  // Reached only when an answer can no longer be sent (the client is gone).
  app.on('error', (error: unknown) => options.logger.debug({ err: error }, 'answer not sent'));

  const handle = app.callback();
  const turns = createTurns();
  const server = createServer({ ...usualTimeouts, ...options.timeouts }, (request, response) =>
    turns.take(request, response, () => void handle(request, response)),
  );
  server.setTimeout(silenceMs);
  server.maxConnections = options.maxConnections ?? usualMaxConnections;
  refuseBrokenRequests(server, { turns, randomHex: options.randomHex });
  return server;
};
