import type { Middleware, ParameterizedContext } from 'koa';
import type { Clock } from '../base/clock.js';
import type { Logger } from '../base/logger.js';
import { Problem } from '../base/problem.js';
import type { Bookings } from '../bookings/bookings.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import type { Quotes } from '../quotes/quote.js';
import { errorPage } from './error-page.js';
import { findPage } from './find-page.js';
import { loadAssets } from './frame/assets.js';
import { createIconOf } from './frame/icons.js';
import { layout } from './frame/layout.js';
import type { Outcome } from './frame/outcome.js';
import { sendAsset, sendDocument, sendRedirect } from './frame/send.js';
import { type PageAddress, readPageAddress } from './visit/page-address.js';
import { createVisits, type Visit } from './visit/visit.js';

interface PagesDependencies {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly quotes: Pick<Quotes, 'search'>;
  readonly bookings: Pick<Bookings, 'view'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Pick<Logger, 'error'>;
  /** The storage failed for now, so that the same request may do later. */
  readonly isStorageAway: (error: unknown) => boolean;
}

const retryAfterSeconds = 2;

/** Counts a reader before a page is made for them. Throws 429 where nothing is left of their allowance. */
type AdmitReader = (context: ParameterizedContext) => void;

/** Answers GET and HEAD at the paths that pages have; whatever is none of them goes on. */
export const createPages = (dependencies: PagesDependencies) => {
  const { catalogue, quotes, bookings, clock, logger, isStorageAway } = dependencies;
  const assets = loadAssets();
  const visits = createVisits();
  const iconOf = createIconOf(assets);

  const send = (context: ParameterizedContext, visit: Visit, outcome: Outcome, status: number): void => {
    if (outcome.kind === 'redirect') sendRedirect(context, visit, outcome);
    else {
      const markup = layout(visit, outcome, assets.stylePath);
      sendDocument(context, visit, { status, markup, isSecret: outcome.isSecret === true });
    }
  };

  const asProblem = (context: ParameterizedContext, thrown: unknown): Problem => {
    if (thrown instanceof Problem) return thrown;
    logger.error({ err: thrown, requestId: context.response.get('X-Request-Id') }, 'page failed');
    return isStorageAway(thrown)
      ? new Problem('service_unavailable', { retryAfterSeconds })
      : new Problem('service_error');
  };

  /** Whoever would rather have JSON gets the API's answer. */
  const refuse = (context: ParameterizedContext, visit: Visit, problem: Problem): void => {
    if (context.accepts('html', 'json') === 'json') throw problem;
    const seconds = problem.detail.retryAfterSeconds;
    if (seconds !== undefined) context.set('Retry-After', String(seconds));
    send(context, visit, errorPage(visit, problem), problem.status);
  };

  const answerPage = async (
    context: ParameterizedContext,
    address: PageAddress,
    admit: AdmitReader,
  ): Promise<void> => {
    const asked = {
      path: context.path,
      query: new URLSearchParams(context.querystring),
      acceptLanguage: context.get('accept-language'),
      now: clock.now(),
    };
    try {
      admit(context);
      const visit = visits.open(asked);
      const page = { visit, snapshot: catalogue.snapshot(), quotes, bookings, iconOf };
      send(context, visit, await findPage(page, address), 200);
    } catch (thrown) {
      refuse(context, visits.openPlain(asked), asProblem(context, thrown));
    }
  };

  return (admit: AdmitReader): Middleware =>
    async (context, next) => {
      const isReading = context.method === 'GET' || context.method === 'HEAD';
      const asset = isReading ? assets.find(context.path) : undefined;
      const address = isReading ? readPageAddress(context.path) : undefined;
      if (asset !== undefined) sendAsset(context, asset);
      else if (address !== undefined) await answerPage(context, address, admit);
      else await next();
    };
};
