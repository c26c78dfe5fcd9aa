import type { EnvelopeParts, Reply, Resource, TextResource } from '../../base/reply.js';
import type { JsonText, View } from '../../base/view.js';
import { array, number, object, plain } from '../representations/json-text.js';
import type { Conventions } from './conventions.js';
import { envelope } from './envelope.js';
import { neighbours, pageAddresses, pagingHeaders, rangeOf } from './paging.js';

/** What is sent: `text` is the body (JSON unless a media type is named), absent with 204 and 302. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text?: JsonText;
  readonly mediaType?: string;
  readonly isEnveloped: boolean;
  /** Holds what changes while the catalogue stands still. */
  readonly isLive?: boolean;
}

/** What of the request the answer refers to. Instants are epoch ms. */
export interface Asked {
  readonly conventions: Conventions;
  readonly view: View;
  /** Absolute address without the query. */
  readonly address: string;
  readonly query: string;
  readonly startedAt: number;
  readonly now: () => number;
}

interface Payload {
  readonly data: JsonText;
  readonly recordCount: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly links: readonly (readonly [string, string])[];
  readonly parts?: EnvelopeParts | undefined;
}

const bare = (data: JsonText): Payload => ({ data, recordCount: 1, headers: {}, links: [] });

const linkHeader = (links: Payload['links']): Readonly<Record<string, string>> =>
  links.length === 0 ? {} : { Link: links.map(([rel, href]) => `<${href}>; rel="${rel}"`).join(', ') };

const pageOf = async (list: Extract<Resource, { shape: 'list' }>, asked: Asked): Promise<Payload> => {
  const { paging } = asked.conventions;
  const [from, to] = rangeOf(paging);
  const shown = from < list.total ? await list.page(from, Math.min(to, list.total)) : [];
  const pages = neighbours(paging, list.total);
  const addressOf = pages.length === 0 ? String : pageAddresses(asked.address, asked.query);
  const links = pages.map(([rel, page]) => [rel, addressOf(page)] as const);
  return {
    data: array(shown.map((show) => show(asked.view))),
    recordCount: shown.length,
    headers: { ...pagingHeaders(paging, list.total, shown.length), ...linkHeader(links) },
    links,
    parts: list.envelope,
  };
};

const payloadOf = async (resource: Exclude<Resource, TextResource>, asked: Asked): Promise<Payload> => {
  if (resource.shape === 'raw') return bare(plain(resource.body));
  if (resource.shape === 'one') return bare(resource.show(asked.view));
  if (asked.conventions.isStats) return bare(object({ count: number(resource.total) }));
  return pageOf(resource, asked);
};

const wrap = (status: number, payload: Payload, asked: Asked): JsonText => {
  const { startedAt, query, view, now } = asked;
  return envelope({ ...payload, status, startedAt, endedAt: now(), query }, view);
};

const indented = (json: JsonText): JsonText => `${JSON.stringify(JSON.parse(json), null, 2)}\n`;

/** Applies the shared conventions to what a row replied: paging, stats, envelope, indentation. */
export const answerOf = async (reply: Reply, asked: Asked): Promise<Answer> => {
  if (!('resource' in reply))
    return { status: reply.status, headers: reply.headers ?? {}, isEnveloped: false };
  const { status, resource } = reply;
  if (resource.shape === 'text') {
    const { mediaType, body } = resource;
    return { status, headers: reply.headers ?? {}, text: body, mediaType, isEnveloped: false };
  }
  const payload = await payloadOf(resource, asked);
  const isEnveloped = asked.conventions.isEnveloped || payload.parts?.isRequired === true;
  const json = isEnveloped ? wrap(reply.status, payload, asked) : payload.data;
  return {
    status: reply.status,
    headers: { ...payload.headers, ...reply.headers },
    text: asked.conventions.isPretty ? indented(json) : json,
    isEnveloped,
  };
};
