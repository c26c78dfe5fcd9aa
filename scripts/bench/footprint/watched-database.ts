import type { CollectionSpec, Database, Documents, StoredDocument } from '#service/base/documents.js';
import { traceDatabase } from '#service-test/support/traced-database.js';
import { type DocumentBytes, measureDocuments } from './document-bytes.js';

/** A database that remembers what was asked of it, and weighs what it holds. */
export interface WatchedDatabase extends Database {
  /** Calls since the last time, each kind as `collection method`, in how many. */
  readonly takeCalls: () => ReadonlyMap<string, number>;
  readonly weigh: () => Promise<ReadonlyMap<string, DocumentBytes>>;
}

export const watchDatabase = (database: Database): WatchedDatabase => {
  const traced = traceDatabase(database);
  const held = new Map<string, () => Promise<DocumentBytes>>();
  let taken = 0;

  const collection = <T extends StoredDocument>(spec: CollectionSpec<T>): Documents<T> => {
    const documents = database.collection(spec);
    held.set(spec.name, async () => measureDocuments(await documents.find({}).toArray(), spec.indexes));
    return traced.collection(spec);
  };

  return {
    ...database,
    collection,
    takeCalls: () => {
      const counts = new Map<string, number>();
      for (const { collection: name, method } of traced.calls.slice(taken)) {
        const kind = `${name} ${method}`;
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
      }
      taken = traced.calls.length;
      return counts;
    },
    weigh: async () => {
      const weights = new Map<string, DocumentBytes>();
      for (const [name, measure] of held) {
        const weight = await measure();
        if (weight.documents > 0) weights.set(name, weight);
      }
      return weights;
    },
  };
};
