import Router from '@koa/router';
import type { ParameterizedContext } from 'koa';
import { Problem } from '../base/problem.js';
import type { AnyRoute } from '../base/route.js';
import type { ApiVersion } from '../base/view.js';
import { type BinderOptions, bindRow } from './binder.js';
import type { Answer } from './conventions/answer.js';
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

const send = (context: ParameterizedContext, answer: Answer): void => {
  context.status = answer.status;
  for (const [name, value] of Object.entries(answer.headers)) context.set(name, value);
  if (answer.text === undefined) return;
  context.set('Content-Type', 'application/json; charset=utf-8');
  context.body = answer.text;
};

/** One router for all rows; routes are matched on the path as it was normalised, letter for letter. */
export const createRouter = (mounts: readonly Mount[], options: BinderOptions): Router<State> => {
  const router = new Router<State>({ sensitive: true, strict: true });
  for (const { prefix, version, rows } of mounts) {
    for (const row of rows) {
      const handle = bindRow(row, version, options);
      router.register(prefix + row.path, [row.method], async (context) => {
        send(context, await handle(context, context.state.exchange));
      });
    }
  }
  return router;
};

/** For what no row answered: 405 with the methods the path has, 404 where it has none. */
export const refuseUnrouted = (router: Router<State>, context: ParameterizedContext): never => {
  const layers = router.match(context.path, context.method).path;
  const methods = new Set(layers.flatMap((layer) => layer.methods));
  if (methods.size === 0) throw new Problem('route_not_found');
  context.set('Allow', [...methods].sort().join(', '));
  throw new Problem('route_method_not_allowed');
};
