import { Collection, type Db, MongoClient } from 'mongodb';
import {
  type DatabaseInspection,
  type IndexDifferences,
  indexDifferences,
} from '../../base/database-inspection.js';
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

const namespaceNotFound = 26;

const hasCode = (error: unknown, code: number): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** All but that of `_id`; of a collection that does not exist yet, none. */
const storedIndexes = async (database: Db, name: string): Promise<readonly string[]> => {
  const indexes = await database
    .collection(name)
    .indexes()
    .catch((error: unknown) => {
      if (hasCode(error, namespaceNotFound)) return [];
      throw error;
    });
  return indexes
    .map(({ key }) => Object.keys(key).join())
    .filter((paths) => paths !== '_id')
    .map((paths) => `${name}(${paths})`);
};

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
    differences: async () => {
      const stored = new Set<string>();
      for (const name of declared.keys())
        for (const index of await storedIndexes(database, name)) stored.add(index);
      const wanted = [...declared].flatMap(([name, indexes]) =>
        [...indexes.keys()].map((paths) => `${name}(${paths})`),
      );
      return indexDifferences(new Set(wanted), stored);
    },
  };
};

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** By what the greeting holds: a set names its members, a router of a sharded cluster says `isdbgrid`. */
const describeTopology = (hello: Readonly<Record<string, unknown>>) => {
  if (hello['msg'] === 'isdbgrid') return { topology: 'a sharded cluster', isReplicated: true };
  const members = countOf(hello['hosts']);
  if (typeof hello['setName'] !== 'string') return { topology: 'a standalone server', isReplicated: false };
  return { topology: `a replica set of ${members}`, isReplicated: members > 1 };
};

const sizeOf = async (database: Db): Promise<number | undefined> => {
  try {
    const { storageSize, indexSize } = await database.stats();
    return Number(storageSize) + Number(indexSize);
  } catch {
    // Not every user may ask.
    return undefined;
  }
};

const inspect = async (
  database: Db,
  differences: () => Promise<IndexDifferences>,
): Promise<DatabaseInspection> => {
  const build = await database.admin().command({ buildInfo: 1 });
  const { topology, isReplicated } = describeTopology(await database.admin().command({ hello: 1 }));
  const sizeBytes = await sizeOf(database);
  return {
    server: `MongoDB ${String(build['version'])}, ${topology}`,
    isReplicated,
    sizeBytes,
    ...(await differences()),
  };
};

/** As long as whoever asks for readiness waits; a connection that hangs is given up with it. */
const pingMs = 2_000;

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
      await database.command({ ping: 1 }, { timeoutMS: pingMs });
    },
    inspect: () => inspect(database, indexes.differences),
    close: () => client.close(),
  };
};
