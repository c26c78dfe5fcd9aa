import type { Middleware, ParameterizedContext } from 'koa';
import { anonymous, hasScope } from '../base/caller.js';
import type { Clock } from '../base/clock.js';
import type { Reply } from '../base/reply.js';
import type { AnyRoute } from '../base/route.js';
import type { Shows } from '../base/shows.js';
import type { ApiVersion } from '../base/view.js';
import { type Answer, type Asked, answerOf } from './conventions/answer.js';
import {
  type Conventions,
  conventionNames,
  readConventions,
  requireStats,
} from './conventions/conventions.js';
import { liveFields, showsAny } from './conventions/live-fields.js';
import type { ViewFor } from './conventions/views.js';
import type { Exchange } from './exchange.js';
import type { Entrance } from './limits/entrance.js';
import type { GuardAttempt } from './limits/guard-attempt.js';
import { charge } from './limits/impose.js';
import { createBodyReader, readBody } from './request/body.js';
import { createInputReader } from './request/input.js';
import { knownParameters, mergeParameters, type Parameters, readPairs } from './request/parameters.js';

export interface BinderOptions {
  readonly enter: Entrance;
  readonly guardAttempt: GuardAttempt;
  readonly viewFor: ViewFor;
  readonly bodyReader: Middleware;
  readonly clock: Pick<Clock, 'now'>;
  /** Absolute address of the service as this request sees it. */
  readonly siteUrlOf: (host: string) => string;
}

export type Handler = (context: ParameterizedContext, exchange: Exchange) => Promise<Answer>;

interface Given {
  readonly parameters: Parameters;
  readonly givenTwice: readonly string[];
}

const noShows: Shows = { kind: '', fields: {}, relations: {}, hasLinks: false, holds: [] };

const pathPairs = (context: ParameterizedContext): readonly (readonly [string, string])[] => {
  const { params } = context;
  return typeof params === 'object' && params !== null
    ? Object.entries(params).map(([name, value]) => [name, String(value)])
    : [];
};

/** Makes one row answer requests: who calls, what they sent, the row itself, and how its reply is shown. */
export const bindRow = (row: AnyRoute, version: ApiVersion, options: BinderOptions): Handler => {
  const reader = createInputReader(row);
  const live = liveFields(row.shows);
  const pathNames = row.path.split('/').filter((part) => part.startsWith(':'));
  const fromPath = new Set(pathNames.map((part) => part.slice(1)));
  const unknown = version === 'v4' ? [] : (row.parametersOfV4 ?? []);
  const ownNames = reader.names.filter((name) => !fromPath.has(name) && !unknown.includes(name));
  const known = new Set([...ownNames, ...conventionNames(row)]);
  const hasBody = row.method === 'POST' || row.method === 'PUT';
  const bodyReader = row.maxBodyBytes === undefined ? options.bodyReader : createBodyReader(row.maxBodyBytes);

  const readGiven = async (context: ParameterizedContext): Promise<Given> => {
    const query = knownParameters(readPairs(context.querystring), known);
    const body = hasBody
      ? knownParameters(await readBody(context, bodyReader), known)
      : new Map<string, unknown>();
    const parameters = mergeParameters(query, body);
    const givenTwice = [...query.keys()].filter((name) => body.has(name));
    return { parameters: new Map([...parameters, ...pathPairs(context)]), givenTwice };
  };

  const askedBy = (context: ParameterizedContext, exchange: Exchange, conventions: Conventions): Asked => {
    const siteUrl = options.siteUrlOf(context.host);
    const caller = exchange.caller ?? anonymous;
    const view = options.viewFor({
      version,
      locale: exchange.locale,
      siteUrl,
      isLicensed: hasScope(caller, 'data') || hasScope(caller, 'internal'),
      shows: row.shows ?? noShows,
      fields: conventions.isStats ? '' : conventions.fields,
      zoom: row.shows === undefined ? '' : conventions.zoom,
    });
    const { startedAt, path } = exchange;
    const { now } = options.clock;
    return { conventions, view, address: siteUrl + path, query: context.querystring, startedAt, now };
  };

  return async (context, exchange) => {
    exchange.row = row;
    const caller = await options.enter(row, context.headers.authorization, exchange);
    exchange.caller = caller;
    const { parameters, givenTwice } = await readGiven(context);
    exchange.parameterNames = [...parameters.keys()];
    const conventions = readConventions(row, parameters);
    const asked = askedBy(context, exchange, conventions);
    const prepared = reader.prepare(parameters);
    const run = (): Promise<Reply> =>
      prepared.run({
        caller,
        headers: (name) => context.get(name) || undefined,
        givenTwice,
        remoteAddress: exchange.address,
      });
    const reply = await options.guardAttempt({ row, parameters, exchange }, run);
    requireStats(row, conventions);
    const answer = await answerOf(reply, asked);
    if ('resource' in reply) charge(exchange, reply.cost?.() ?? 1);
    return showsAny(live, asked.view) ? { ...answer, isLive: true } : answer;
  };
};
