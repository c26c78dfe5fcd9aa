import Router from '@koa/router';
import type { ParameterizedContext } from 'koa';
import { Problem } from '../base/problem.js';
import type { AnyRoute } from '../base/route.js';
import type { ApiVersion } from '../base/view.js';
import { type BinderOptions, bindRow } from './binder.js';
import { createBodyBuffers } from './delivery/body-buffers.js';
import { createDelivery } from './delivery/deliver.js';
import type { Exchange } from './exchange.js';

/** Rows that answer below one prefix. */
export interface Mount {
  readonly prefix: string;
  readonly version: ApiVersion;
  readonly rows: readonly AnyRoute[];
  /** Pages of any origin may read what these rows answer. */
  readonly origins?: 'any';
}

/** What travels with a request through the middleware. */
export interface State {
  exchange: Exchange;
}

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

/** The Allow header of a path whose rows have these methods; every path answers OPTIONS. */
export const allowText = (methods: ReadonlySet<string>): string => [...methods, 'OPTIONS'].sort().join(', ');

const refuseMethod = (context: ParameterizedContext, methods: ReadonlySet<string>): never => {
  context.set('Allow', allowText(methods));
  throw new Problem('route_method_not_allowed');
};

export interface Routing {
  readonly router: Router<State>;
  /** The methods of the rows at a path. */
  readonly methodsAt: (path: string) => ReadonlySet<string>;
  /** For what no row answers: 405 with the methods the path has, 404 where it has none. */
  readonly refuse: (context: ParameterizedContext) => never;
}

/** One router for all rows; routes are matched on the path as it was normalised, letter for letter. */
export const createRouting = (mounts: readonly Mount[], options: BinderOptions): Routing => {
  const router = new Router<State>({ sensitive: true, strict: true });
  const fixed = fixedMethods(mounts);
  const deliver = createDelivery(createBodyBuffers());
  const methodsAt = (path: string): ReadonlySet<string> =>
    fixed.get(path) ?? new Set(router.match(path, 'OPTIONS').path.flatMap(({ methods }) => methods));
  const refuse = (context: ParameterizedContext): never => {
    const methods = methodsAt(context.path);
    if (methods.size === 0) throw new Problem('route_not_found');
    return refuseMethod(context, methods);
  };
  for (const { prefix, version, rows } of mounts) {
    for (const row of rows) {
      const handle = bindRow(row, version, options);
      router.register(prefix + row.path, [row.method], async (context) => {
        if (row.path.includes(':') && fixed.has(context.path)) refuse(context);
        await deliver(context, row, await handle(context, context.state.exchange));
      });
    }
  }
  return { router, methodsAt, refuse };
};
