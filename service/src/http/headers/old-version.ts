import type { ParameterizedContext } from 'koa';
import type { Exchange } from '../exchange.js';

/** When v3_1 was given up, and when it ends. Epoch ms. */
export interface OldVersion {
  readonly deprecatedAt: number | undefined;
  readonly sunsetAt: number | undefined;
}

const oldPath = /^\/v3_1(?=\/|$)/;

const linked = (existing: unknown, link: string): string =>
  existing === undefined ? link : `${String(existing)}, ${link}`;

type Mark = (context: ParameterizedContext, exchange: Exchange, siteUrlOf: (host: string) => string) => void;

/** Tells readers of v3_1 how long they have (RFC 9745, RFC 8594), and where the record they read is to be found in v4. */
export const createOldVersionMarks = ({ deprecatedAt, sunsetAt }: OldVersion): Mark => {
  const headers = {
    ...(deprecatedAt !== undefined && { Deprecation: `@${Math.floor(deprecatedAt / 1000)}` }),
    ...(sunsetAt !== undefined && { Sunset: new Date(sunsetAt).toUTCString() }),
  };
  const isMarked = Object.keys(headers).length > 0;
  return (context, { path }, siteUrlOf) => {
    if (!isMarked || !oldPath.test(path)) return;
    context.set(headers);
    if (context.status >= 400 || context.method === 'OPTIONS') return;
    const successor = `<${siteUrlOf(context.host)}${path.replace(oldPath, '/v4')}>; rel="successor-version"`;
    context.set('Link', linked(context.res.getHeader('Link'), successor));
  };
};
