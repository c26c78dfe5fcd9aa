import type { Shown } from './view.js';

/** What `run` gives back: a resource (rendered by the conventions), or a status and headers without a body. */
export type Reply =
  | {
      readonly status: number;
      readonly resource: Resource;
      /** Of the caller's allowance of requests, once all of it was shown; 1 where absent. */
      readonly cost?: () => number;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly status: 204 | 302; readonly headers?: Readonly<Record<string, string>> };

/** What goes into the envelope beside the records themselves. */
export interface EnvelopeParts {
  /** The answer is enveloped even when nobody asked for it. */
  readonly isRequired: boolean;
  /** The request's query is echoed. */
  readonly echoesQuery: boolean;
  readonly meta?: Shown;
  /** Further members by name, such as `curated_data`. */
  readonly extras?: Readonly<Record<string, Shown | undefined>>;
}

/** One record, a list of which only one page is ever shown, or a ready-made body that no convention touches. */
export type Resource =
  | { readonly shape: 'one'; readonly show: Shown }
  | {
      readonly shape: 'list';
      readonly total: number;
      /** The records from index `from` up to, not including, `to`. */
      readonly page: (from: number, to: number) => readonly Shown[] | Promise<readonly Shown[]>;
      readonly envelope?: EnvelopeParts;
    }
  | { readonly shape: 'raw'; readonly body: unknown }
  | TextResource;

/** Text in a format of its own that no convention touches. */
export interface TextResource {
  readonly shape: 'text';
  readonly mediaType: string;
  readonly body: string;
}

/** An answer with one record. */
export const one = (status: number, show: Shown): Reply => ({ status, resource: { shape: 'one', show } });

/** An answer with plain JSON that the conventions leave alone. */
export const raw = (status: number, body: unknown): Reply => ({ status, resource: { shape: 'raw', body } });

/** An answer that is no JSON. */
export const text = (status: number, mediaType: string, body: string): Reply => ({
  status,
  resource: { shape: 'text', mediaType, body },
});

/** An answer with a list whose records are all at hand. */
export const list = <T>(records: readonly T[], show: (record: T) => Shown): Reply => ({
  status: 200,
  resource: {
    shape: 'list',
    total: records.length,
    page: (from, to) => records.slice(from, to).map(show),
  },
});
