import { Problem } from '../../base/problem.js';

/** A request's address, ready for routing; the query is still encoded. */
export interface Target {
  readonly path: string;
  readonly query: string;
}

const isDecodable = (text: string): boolean => {
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
};

/** Scheme and authority of an absolute address: every server must take one (RFC 9112, 3.2.2). */
const origin = /^https?:\/\/[^/?]*/i;

/** The host that an absolute address names: a Host header beside it does not count, or caches would keep links to it under this one. */
export const namedHost = (url: string): string | undefined => /^https?:\/\/([^/?]*)/i.exec(url)?.[1];

/** The path of a request's address as it was written, whatever it is. */
export const writtenPath = (url: string): string => url.replace(/\?.*/s, '');

/** Doubled and trailing slashes are taken out before anything is decoded, so that an encoded slash never counts as one. */
export const readTarget = (url: string): Target => {
  const relative = url.replace(origin, '');
  const written = writtenPath(relative) || '/';
  const query = relative.slice(relative.indexOf('?') + 1 || relative.length);
  if (!written.startsWith('/')) throw new Problem('request_path_invalid');
  const isPlain = !/\/\/|.\/$|%/.test(written);
  if (isPlain) return { path: written, query };
  const path = written.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (!isDecodable(path)) throw new Problem('request_path_invalid', { details: 'broken percent-encoding' });
  return { path, query };
};
