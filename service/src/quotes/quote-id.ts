import { eventId, locationId } from '../base/ids.js';
import { isSameText } from '../base/same-text.js';
import type { QuoteClaims } from './quote.js';

/** Authenticates text under keys of the service, told apart by a version of one character; see `seal.ts`. */
export interface Seal {
  readonly currentVersion: string;
  /** 22 characters of base64url over the text; `undefined` where there is no key of this version. */
  readonly tag: (version: string, text: string) => string | undefined;
}

export interface QuoteIds {
  readonly write: (claims: QuoteClaims) => string;
  /** `undefined` for anything that this service did not write exactly so. Never throws. */
  readonly read: (id: string) => QuoteClaims | undefined;
}

export const tagLength = 22;
const longestId = 1024;

/** The numbers as they are and the words as JSON: an array in JSON, written without building one. */
const pack = ({ location, option, start, end, quotedAt, event, accessCode }: QuoteClaims): string => {
  const words = `${JSON.stringify(option)},${accessCode === undefined ? 'null' : JSON.stringify(accessCode)}`;
  const packed = `[${location},${start},${end},${quotedAt},${event ?? 'null'},${words}]`;
  return Buffer.from(packed).toString('base64url');
};

/** Reads only what carried a true tag, so what it holds was packed above, by this version of the service or another. */
const unpack = (body: string): QuoteClaims | undefined => {
  const packed: unknown = JSON.parse(Buffer.from(body, 'base64url').toString());
  if (!Array.isArray(packed)) return undefined;
  const [location, start, end, quotedAt, event, option, accessCode]: readonly unknown[] = packed;
  if (typeof location !== 'number' || typeof option !== 'string') return undefined;
  if (typeof start !== 'number' || typeof end !== 'number' || typeof quotedAt !== 'number') return undefined;
  return {
    location: locationId(location),
    option,
    start,
    end,
    quotedAt,
    ...(typeof event === 'number' ? { event: eventId(event) } : {}),
    ...(typeof accessCode === 'string' ? { accessCode } : {}),
  };
};

/** Quote ids: one character of key version, the tag, and the claims in base64url. The tag covers the text as written, so no second spelling of an id is valid. */
export const createQuoteIds = (seal: Seal): QuoteIds => ({
  write: (claims) => {
    const body = pack(claims);
    const version = seal.currentVersion;
    return `${version}${seal.tag(version, body)}${body}`;
  },
  read: (id) => {
    if (id.length <= tagLength + 1 || id.length > longestId) return undefined;
    const body = id.slice(tagLength + 1);
    const tag = seal.tag(id.slice(0, 1), body);
    return tag !== undefined && isSameText(tag, id.slice(1, tagLength + 1)) ? unpack(body) : undefined;
  },
});
