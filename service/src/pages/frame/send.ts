import type { ParameterizedContext } from 'koa';
import type { Visit } from '../visit/visit.js';
import type { Asset } from './assets.js';
import { type Html, markupOf } from './html.js';

const policy =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The name of an asset never stands for other content, so it is kept for good. */
export const sendAsset = (context: ParameterizedContext, asset: Asset): void => {
  context.status = 200;
  context.set({
    'Content-Type': asset.type,
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Content-Security-Policy': "default-src 'none'",
    // Weak: it stands for the compressed forms too.
    ETag: `W/"${asset.digest}"`,
  });
  if (context.fresh) context.status = 304;
  else context.body = asset.content;
};

/** Every page: no script runs, nothing is fetched from elsewhere, and no link tells where the reader came from. */
const setPageHeaders = (context: ParameterizedContext, visit: Visit, isSecret: boolean): void => {
  context.set({
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': isSecret ? 'private, no-store' : 'no-cache',
    'Content-Language': visit.locale,
  });
  context.vary('Accept-Language');
  if (isSecret) context.set('X-Robots-Tag', 'noindex, nofollow');
};

export const sendDocument = (
  context: ParameterizedContext,
  visit: Visit,
  document: { readonly status: number; readonly markup: Html; readonly isSecret: boolean },
): void => {
  setPageHeaders(context, visit, document.isSecret);
  context.status = document.status;
  context.set('Content-Type', 'text/html; charset=utf-8');
  context.body = Buffer.from(markupOf(document.markup));
};

export const sendRedirect = (
  context: ParameterizedContext,
  visit: Visit,
  { status, to }: { readonly status: 301 | 302; readonly to: string },
): void => {
  setPageHeaders(context, visit, false);
  context.status = status;
  context.set('Location', to);
  context.body = '';
};
