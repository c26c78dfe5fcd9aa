import type { NoticeKey } from './store.js';

/** A claim's token carries its key, so that a store finds the row by its primary key. */
export const writeToken = (key: NoticeKey, nonce: string): string =>
  JSON.stringify([key.namespace, key.bookingId, key.kind, nonce]);

const parse = (token: string): unknown => {
  try {
    return JSON.parse(token);
  } catch {
    return undefined;
  }
};

/** The key within a token; `undefined` for a string that no store of ours has made. */
export const readToken = (token: string): NoticeKey | undefined => {
  const parts = parse(token);
  if (!Array.isArray(parts)) return undefined;
  const [namespace, bookingId, kind]: readonly unknown[] = parts;
  if (typeof namespace !== 'string' || typeof bookingId !== 'number') return undefined;
  return kind === 'create' || kind === 'cancel' ? { namespace, bookingId, kind } : undefined;
};
