import type { EnvelopeParts } from '../../base/reply.js';
import type { JsonText, View } from '../../base/view.js';
import { formatInZone } from '../../base/zoned-time.js';
import { number, object, plain, text } from '../representations/json-text.js';

export interface Enveloped {
  readonly status: number;
  readonly data: JsonText;
  readonly recordCount: number;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly query: string;
  readonly parts?: EnvelopeParts | undefined;
  /** Paging links by relation. */
  readonly links: readonly (readonly [string, string])[];
}

const queryObject = (query: string): JsonText =>
  plain(Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => name !== '__proto__')));

const linksObject = (links: Enveloped['links']): JsonText | undefined =>
  links.length === 0
    ? undefined
    : object(Object.fromEntries(links.map(([rel, href]) => [rel, object({ href: text(href) })])));

const stamp = (at: number): JsonText => text(formatInZone(at, 'UTC'));

/** Wraps an answer; curated picks and the like stand beside `data`. */
export const envelope = (answer: Enveloped, view: View): JsonText => {
  const { parts } = answer;
  const extras = Object.entries(parts?.extras ?? {}).map(([name, show]) => [name, show?.(view)] as const);
  return object({
    status: number(answer.status),
    record_count: number(answer.recordCount),
    start_timestamp: stamp(answer.startedAt),
    end_timestamp: stamp(answer.endedAt),
    time_taken: number((answer.endedAt - answer.startedAt) / 1000),
    query: parts?.echoesQuery === true ? queryObject(answer.query) : undefined,
    meta: parts?.meta?.(view),
    data: answer.data,
    ...Object.fromEntries(extras),
    _links: linksObject(answer.links),
  });
};
