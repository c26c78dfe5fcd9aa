import type { Mount } from '../mounts.js';

type Headers = Readonly<Record<string, string>>;

/** What every answer carries, unless who answers knows better. JSON is nothing a browser should run or frame. */
const always: Headers = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const exposed = [
  'Deprecation',
  'ETag',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Language-Locale',
  'X-Pagination-Current-Page',
  'X-Pagination-Per-Page',
  'X-Pagination-Returned',
  'X-Pagination-Total',
  'X-Pagination-Total-Pages',
  'X-Request-Id',
];

/** The same whoever asks, so that no cache keeps an answer for one origin from another. There are no cookies to protect. */
const forAnyOrigin: Headers = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
};

const oneYearSeconds = 31_536_000;

const firstPart = (path: string): string => /^\/*([^/?]*)/.exec(path)?.[1] ?? '';

interface StandingOptions {
  readonly mounts: readonly Mount[];
  readonly baseUrl: string | undefined;
}

export interface Standing {
  /** Pages of any origin may read what is below this path. */
  readonly isOpen: (path: string) => boolean;
  readonly headersFor: (path: string) => Headers;
}

/** Headers that do not depend on what is answered: errors have them too. */
export const createStanding = ({ mounts, baseUrl }: StandingOptions): Standing => {
  const open = mounts.filter(({ origins }) => origins === 'any');
  const openParts = new Set(
    open.flatMap(({ prefix, rows }) => rows.map(({ path }) => firstPart(prefix + path))),
  );
  const closedHeaders: Headers = {
    ...always,
    ...(baseUrl?.startsWith('https:') && { 'Strict-Transport-Security': `max-age=${oneYearSeconds}` }),
  };
  const openHeaders: Headers = { ...closedHeaders, ...forAnyOrigin };
  const isOpen = (path: string): boolean => openParts.has(firstPart(path));
  return { isOpen, headersFor: (path) => (isOpen(path) ? openHeaders : closedHeaders) };
};
