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

/** The parts of a request, or why it can never be sent. */
export const targetOf = (request: OutboundRequest): Target | Failure => {
  const bad = Object.entries(request.headers).find(
    ([name, value]) => !isHeaderName(name) || !isHeaderValue(value),
  );
  if (bad !== undefined)
    return { reason: 'bad_header', detail: `header ${JSON.stringify(bad[0])} cannot be sent` };
  const url = readUrl(request.url);
  if (url === undefined) return { reason: 'bad_url', detail: 'not a plain http or https address' };
  return { origin: url.origin, path: url.pathname + url.search };
};
