import { hash, timingSafeEqual } from 'node:crypto';
import type { RequestHeaders } from './notice.js';

export type HeaderVerdict =
  | { readonly type: 'accepted'; readonly valueIndex: number }
  | { readonly type: 'refused'; readonly reason: 'missing' | 'repeated' | 'wrong' };

// Node and Fetch show a header's bytes as Latin-1 text; only a caller of the core can hand in more than that.
const isLatin1 = (text: string): boolean => !/[\u0100-\uffff]/.test(text);
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const receivedBytes = (text: string): Buffer => (isLatin1(text) ? latin1(text) : utf8(text));

const digest = (bytes: Buffer): Buffer => hash('sha256', bytes, 'buffer');

/** A sender may write a value outside ASCII as Latin-1 or as UTF-8: both are it. */
const digestsOf = (value: string): readonly Buffer[] =>
  isLatin1(value) ? [digest(latin1(value)), digest(utf8(value))] : [digest(utf8(value))];

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** A loop: a pattern for the end of a text tries anew at every blank within it. */
const withoutBlanks = (value: string): string => {
  let [from, to] = [0, value.length];
  while (from < to && isBlank(value[from])) from += 1;
  while (to > from && isBlank(value[to - 1])) to -= 1;
  return value.slice(from, to);
};

const valuesOf = (headers: RequestHeaders, name: string): readonly string[] =>
  Object.entries(headers).flatMap(([key, value]) =>
    value !== undefined && key.toLowerCase() === name ? value : [],
  );

/** Compares the header in constant time with every configured value; neither its length nor its position shows in the time taken. */
export const createHeaderCheck = (
  headerKey: string,
  headerValues: readonly string[],
): ((headers: RequestHeaders) => HeaderVerdict) => {
  const name = headerKey.toLowerCase();
  const expected = headerValues.map(digestsOf);
  return (headers) => {
    const [value, ...more] = valuesOf(headers, name);
    if (value === undefined) return { type: 'refused', reason: 'missing' };
    // Two headers leave open which one a proxy has looked at.
    if (more.length > 0) return { type: 'refused', reason: 'repeated' };
    const received = digest(receivedBytes(withoutBlanks(value)));
    let valueIndex = -1;
    for (const [index, digests] of expected.entries())
      for (const each of digests) if (timingSafeEqual(each, received)) valueIndex = index;
    return valueIndex < 0 ? { type: 'refused', reason: 'wrong' } : { type: 'accepted', valueIndex };
  };
};
