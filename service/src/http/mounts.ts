import Router from '@koa/router';
import type { ParameterizedContext } from 'koa';
import { Problem } from '../base/problem.js';
import type { AnyRoute } from '../base/route.js';
import type { ApiVersion } from '../base/view.js';
import { type BinderOptions, bindRow } from './binder.js';
import type { Answer } from './conventions/answer.js';
import { mediaTypeOf } from './conventions/media-type.js';
import type { Exchange } from './exchange.js';

/** Rows that answer below one prefix. */
export interface Mount {
  readonly prefix: string;
  readonly version: ApiVersion;
  readonly rows: readonly AnyRoute[];
}

/** What travels with a request through the middleware. */
export interface State {
  exchange: Exchange;
}

const send = (context: ParameterizedContext, row: AnyRoute, answer: Answer): void => {
  context.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) context.set(name, value);
  if (answer.text === undefined) return;
  context.set('Content-Type', mediaTypeOf(context, row, answer.text));
  context.body = Buffer.from(answer.text);
};

/** Methods by the paths that have no parameter; such a path never falls through to a row with one. */
const fixedMethods = (mounts: readonly Mount[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const methods = new Map<string, Set<string>>();
  for (const { prefix, rows } of mounts) {
    for (const { path, method } of rows) {
      if (path.includes(':')) continue;
      const known = methods.get(prefix + path) ?? new Set();
      methods.set(prefix + path, known.add(method));
      if (method === 'GET') known.add('HEAD');
    }
  }
  return methods;
};

const refuseMethod = (context: ParameterizedContext, methods: ReadonlySet<string>): never => {
  context.set('Allow', [...methods].sort().join(', '));
  throw new Problem('route_method_not_allowed');
};

export interface Routing {
  readonly router: Router<State>;
  /** For what no row answers: 405 with the methods the path has, 404 where it has none. */
  readonly refuse: (context: ParameterizedContext) => never;
}

/** One router for all rows; routes are matched on the path as it was normalised, letter for letter. */
export const createRouting = (mounts: readonly Mount[], options: BinderOptions): Routing => {
  const router = new Router<State>({ sensitive: true, strict: true });
  const fixed = fixedMethods(mounts);
  const refuse = (context: ParameterizedContext): never => {
    const known = fixed.get(context.path);
    const layers = known === undefined ? router.match(context.path, context.method).path : [];
    const methods = known ?? new Set(layers.flatMap((layer) => layer.methods));
    if (methods.size === 0) throw new Problem('route_not_found');
    return refuseMethod(context, methods);
  };
  for (const { prefix, version, rows } of mounts) {
    for (const row of rows) {
      const handle = bindRow(row, version, options);
      router.register(prefix + row.path, [row.method], async (context) => {
        if (row.path.includes(':') && fixed.has(context.path)) refuse(context);
        send(context, row, await handle(context, context.state.exchange));
      });
    }
  }
  return { router, refuse };
};
