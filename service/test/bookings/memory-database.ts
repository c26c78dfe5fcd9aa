import type {
  CollectionSpec,
  Database,
  DocumentId,
  Documents,
  StoredDocument,
} from '../../src/base/documents.js';
import { type Carry, createMemoryDocuments } from './memory-documents.js';

/** An empty database in memory whose every call is carried out as the test says. */
export const createMemoryDatabase = (carry: Carry): Pick<Database, 'collection'> => {
  const collections = new Map<string, unknown>();
  return {
    collection: <T extends StoredDocument>({ name }: CollectionSpec<T>): Documents<T> => {
      if (collections.has(name)) throw new Error(`${name} was asked for twice`);
      collections.set(name, true);
      return createMemoryDocuments(name, new Map<DocumentId, T>(), carry);
    },
  };
};
