import { Collection, type Db, MongoClient } from 'mongodb';
import type { CollectionSpec, Database, Documents, StoredDocument } from '../../base/documents.js';
import { clientOptionsFor, databaseNameOf } from './client-options.js';

export interface MongoOptions {
  /** Options in the URL win over our defaults. */
  readonly url: string;
  /** Default: the URL's own, else `parking`. */
  readonly databaseName?: string;
}

/** The compiler cannot compare the driver's class with the port for an open T; port-proof.ts does it for closed ones. */
const isPort = <T extends StoredDocument>(collection: unknown): collection is Documents<T> =>
  collection instanceof Collection;

const documentsOf = <T extends StoredDocument>(database: Db, name: string): Documents<T> => {
  const collection: unknown = database.collection(name);
  if (!isPort<T>(collection)) throw new Error('the driver gave no collection');
  return collection;
};

const keyOf = (paths: readonly string[]): Record<string, 1> =>
  Object.fromEntries(paths.map((path) => [path, 1]));

const createIndexList = (database: Db) => {
  const declared = new Map<string, Map<string, readonly string[]>>();
  return {
    declare: <T extends StoredDocument>({ name, indexes }: CollectionSpec<T>): void => {
      const known = declared.get(name) ?? new Map<string, readonly string[]>();
      for (const paths of indexes) known.set(paths.join(), paths);
      declared.set(name, known);
    },
    // One at a time: a list of which some exist brings a stand-in down.
    ensure: async (): Promise<void> => {
      for (const [name, indexes] of declared)
        for (const paths of indexes.values()) await database.collection(name).createIndex(keyOf(paths));
    },
  };
};

const serverNow = async (database: Db): Promise<number> => {
  const answer = await database.admin().command({ hello: 1 });
  const localTime: unknown = answer['localTime'];
  if (!(localTime instanceof Date)) throw new Error('the database server does not tell its time');
  return localTime.getTime();
};

/** Connects at once, so that a wrong URL or an unreachable server is known at the start. */
export const openMongoDatabase = async (options: MongoOptions): Promise<Database> => {
  const client = new MongoClient(options.url, clientOptionsFor(options.url));
  await client.connect();
  const database = client.db(databaseNameOf(options.url, options.databaseName));
  const indexes = createIndexList(database);
  return {
    engine: 'mongodb',
    collection: (spec) => {
      indexes.declare(spec);
      return documentsOf(database, spec.name);
    },
    ensureIndexes: indexes.ensure,
    serverNow: () => serverNow(database),
    ping: async () => {
      await database.command({ ping: 1 });
    },
    close: () => client.close(),
  };
};
