import type { Failure } from './failure.js';
import type { OutboundRequest } from './outbound.js';

/** A request as the client sends it. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

const tokenPattern = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;
/** Visible text and blanks: a line break would let a value become a header of its own. */
const valuePattern = /^[\t\x20-\x7e]*$/;

export const isHeaderName = (name: string): boolean => tokenPattern.test(name);
export const isHeaderValue = (value: string): boolean => valuePattern.test(value);

/** `undefined` for anything but a plain http or https address without a user. */
export const readUrl = (text: string): URL | undefined => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain =
    (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === '';
  return isPlain ? url : undefined;
};

const maxKept = 1_000;

/** The parts of a request, or why it can never be sent. */
export type TargetOf = (request: OutboundRequest) => Target | Failure;

/** Reads each address once: the same few are asked for all day, and reading one costs a tenth of an exchange. */
export const createTargetOf = (): TargetOf => {
  const kept = new Map<string, Target>();

  const read = (text: string): Target | undefined => {
    const url = readUrl(text);
    if (url === undefined) return undefined;
    const target = { origin: url.origin, path: url.pathname + url.search };
    if (kept.size >= maxKept) kept.clear();
    kept.set(text, target);
    return target;
  };

  return ({ url, headers }) => {
    const bad = Object.entries(headers).find(([name, value]) => !isHeaderName(name) || !isHeaderValue(value));
    if (bad !== undefined)
      return { reason: 'bad_header', detail: `header ${JSON.stringify(bad[0])} cannot be sent` };
    return kept.get(url) ?? read(url) ?? { reason: 'bad_url', detail: 'not a plain http or https address' };
  };
};
