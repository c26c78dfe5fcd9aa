import { randomUUID } from 'node:crypto';
import { MongoClient } from 'mongodb';
import { type Clock, systemClock } from '../../src/base/clock.js';
import type { Database } from '../../src/base/documents.js';
import { openDatabase } from '../../src/storage/open.js';

export interface TestDatabaseOptions {
  readonly clock?: Pick<Clock, 'now'>;
  /** Default true: a filter that no declared index serves throws (embedded engine). */
  readonly requireIndexes?: boolean;
}

/** What a wire-compatible stand-in is known not to do as MongoDB does. */
export type Gap = 'atomic updates' | 'byte order of texts';

export interface TestDatabase extends Database {
  /** What the tests should print about where they ran: `embedded`, or the server's name and version. */
  readonly server: string;
  /** Whether single-document updates are atomic on this server, as far as is known. */
  readonly isAtomic: boolean;
  readonly gaps: ReadonlySet<Gap>;
}

/** `undefined` where the tests run on the embedded engine. */
export const mongodbUrl = process.env['PARKING_TEST_MONGODB_URL'] || undefined;

interface Server {
  readonly server: string;
  readonly gaps: ReadonlySet<Gap>;
}

/** By what the build information of each stand-in holds, or lacks. */
const describeServer = (build: Readonly<Record<string, unknown>>): Server => {
  const version = String(build['version']);
  // It queries, then writes, without a lock between the two.
  if ('ferretdbVersion' in build)
    return { server: `FerretDB (as ${version})`, gaps: new Set(['atomic updates']) };
  // Java compares texts by UTF-16 units.
  if (!('gitVersion' in build))
    return { server: `mongo-java-server (as ${version})`, gaps: new Set(['byte order of texts']) };
  return { server: `MongoDB ${version}`, gaps: new Set() };
};

const isToldAtomic = process.env['PARKING_TEST_MONGODB_ATOMIC'] !== '0';

/** A fresh database on that server, dropped on close. */
export const openMongoTestDatabase = async (url: string): Promise<TestDatabase> => {
  const databaseName = `parking_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const admin = await new MongoClient(url).connect();
  const { server, gaps } = describeServer(await admin.db('admin').command({ buildInfo: 1 }));
  const database = await openDatabase({ kind: 'mongodb', url, databaseName });
  return {
    ...database,
    server,
    gaps,
    isAtomic: isToldAtomic && !gaps.has('atomic updates'),
    close: async () => {
      await database.close();
      await admin.db(databaseName).dropDatabase();
      await admin.close();
    },
  };
};

/** The embedded engine in that folder, or in memory for `:memory:`. */
export const openEmbeddedTestDatabase = async (
  dataDir: string,
  { clock = systemClock, requireIndexes = true }: TestDatabaseOptions = {},
): Promise<TestDatabase> => {
  const steady = { elapsed: clock.now, ...clock };
  const database = await openDatabase({ kind: 'embedded', dataDir, clock: steady, requireIndexes });
  return { ...database, server: 'embedded', isAtomic: true, gaps: new Set() };
};

/**
 * A fresh, empty database: embedded in memory, or one of its own on `PARKING_TEST_MONGODB_URL`, dropped on close.
 * Indexes exist as soon as `collection()` returns when embedded; call `ensureIndexes()` where a test is about them.
 */
export const openTestDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  if (mongodbUrl !== undefined) return openMongoTestDatabase(mongodbUrl);
  return openEmbeddedTestDatabase(':memory:', options);
};
