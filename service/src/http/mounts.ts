import Router from '@koa/router';
import type { Middleware, ParameterizedContext } from 'koa';
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

type AnswerRow = (context: ParameterizedContext<State>) => Promise<void>;

/** What answers at a path that has no parameter, by method; such a path never falls through to a row with one. */
type FixedPaths = Map<string, Map<string, AnswerRow>>;

const addFixed = (fixed: FixedPaths, path: string, [method, answer]: readonly [string, AnswerRow]): void => {
  const known = fixed.get(path) ?? new Map<string, AnswerRow>();
  fixed.set(path, known);
  // The row that was mounted first answers.
  if (!known.has(method)) known.set(method, answer);
};

/** The Allow header of a path whose rows have these methods; every path answers OPTIONS. */
export const allowText = (methods: ReadonlySet<string>): string => [...methods, 'OPTIONS'].sort().join(', ');

const refuseMethod = (context: ParameterizedContext, methods: ReadonlySet<string>): never => {
  context.set('Allow', allowText(methods));
  throw new Problem('route_method_not_allowed');
};

export interface Routing {
  /** Answers with the row of a path that has no parameter. */
  readonly answerFixed: Middleware<State>;
  /** The rows with a parameter in their path. */
  readonly router: Router<State>;
  /** The methods of the rows at a path. */
  readonly methodsAt: (path: string) => ReadonlySet<string>;
  /** For what no row answers: 405 with the methods the path has, 404 where it has none. */
  readonly refuse: (context: ParameterizedContext) => never;
}

/** All rows, matched on the path as it was normalised, letter for letter: most by looking it up, those with a parameter by a router. */
export const createRouting = (mounts: readonly Mount[], options: BinderOptions): Routing => {
  const router = new Router<State>({ sensitive: true, strict: true });
  const fixed: FixedPaths = new Map();
  const deliver = createDelivery(createBodyBuffers());
  const methodsAt = (path: string): ReadonlySet<string> =>
    new Set(fixed.get(path)?.keys() ?? router.match(path, 'OPTIONS').path.flatMap(({ methods }) => methods));
  const refuse = (context: ParameterizedContext): never => {
    const methods = methodsAt(context.path);
    if (methods.size === 0) throw new Problem('route_not_found');
    return refuseMethod(context, methods);
  };
  for (const { prefix, version, rows } of mounts) {
    for (const row of rows) {
      const path = prefix + row.path;
      const handle = bindRow(row, version, options);
      const answer: AnswerRow = async (context) =>
        deliver(context, row, await handle(context, context.state.exchange));
      if (row.path.includes(':')) {
        router.register(path, [row.method], (context) =>
          fixed.has(context.path) ? refuse(context) : answer(context),
        );
        continue;
      }
      addFixed(fixed, path, [row.method, answer]);
      if (row.method === 'GET') addFixed(fixed, path, ['HEAD', answer]);
    }
  }
  return {
    answerFixed: (context, next) => {
      const answer = fixed.get(context.path)?.get(context.method);
      return answer === undefined ? next() : answer(context);
    },
    router,
    methodsAt,
    refuse,
  };
};
