import type { Cursor } from '../../base/documents.js';

/** A cursor over texts that are read, all at once, when the first document is asked for, and parsed one by one. */
export const createCursor = <T>(
  read: () => Promise<readonly string[]>,
  parse: (text: string) => T,
): Cursor<T> => {
  let isClosed = false;
  return {
    toArray: async () => (await read()).map(parse),
    close: async () => {
      isClosed = true;
    },
    async *[Symbol.asyncIterator]() {
      for (const text of await read()) {
        if (isClosed) return;
        yield parse(text);
      }
    },
  };
};
