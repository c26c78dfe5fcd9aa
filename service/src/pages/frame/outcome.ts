import type { Html } from './html.js';

/** What a page comes to. */
export type Outcome =
  | {
      readonly kind: 'page';
      readonly title: string;
      readonly body: Html;
      /** Its address lets anyone in who holds it: never stored, never indexed. */
      readonly isSecret?: boolean;
      /** The address that names it best. */
      readonly canonical?: string;
    }
  | { readonly kind: 'redirect'; readonly status: 301 | 302; readonly to: string };

export const redirect = (status: 301 | 302, to: string): Outcome => ({ kind: 'redirect', status, to });

/** The path with the query it was asked with. */
export const withQuery = (path: string, query: URLSearchParams): string =>
  query.size === 0 ? path : `${path}?${query}`;
