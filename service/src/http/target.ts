import { Problem } from '../base/problem.js';

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

/** Doubled and trailing slashes are taken out before anything is decoded, so that an encoded slash never counts as one. */
export const readTarget = (url: string): Target => {
  const mark = url.indexOf('?');
  const written = mark === -1 ? url : url.slice(0, mark);
  const query = mark === -1 ? '' : url.slice(mark + 1);
  if (!written.startsWith('/')) throw new Problem('request_path_invalid');
  const isPlain = !/\/\/|.\/$|%/.test(written);
  if (isPlain) return { path: written, query };
  const path = written.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
  if (!isDecodable(path)) throw new Problem('request_path_invalid', { details: 'broken percent-encoding' });
  return { path, query };
};
