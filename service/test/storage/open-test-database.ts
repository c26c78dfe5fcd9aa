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

export interface TestDatabase extends Database {
  /** What the tests should print about where they ran: `embedded`, or the server's own words. */
  readonly server: string;
  /** Whether single-document updates are atomic on this server, as far as is known. */
  readonly isAtomic: boolean;
}

export const mongodbUrl = process.env['PARKING_TEST_MONGODB_URL'];

interface Server {
  readonly name: string;
  readonly isAtomic: boolean;
}

/** FerretDB says so in its build information; it queries, then writes, without a lock between the two. */
const describeServer = async (client: MongoClient): Promise<Server> => {
  const build = await client.db('admin').command({ buildInfo: 1 });
  const isFerret = 'ferretdb' in build || 'ferretdbVersion' in build;
  const isAtomic = !isFerret && process.env['PARKING_TEST_MONGODB_ATOMIC'] !== '0';
  return { name: `${isFerret ? 'FerretDB, speaking as ' : ''}version ${build['version']}`, isAtomic };
};

const openMongo = async (url: string): Promise<TestDatabase> => {
  const databaseName = `parking_test_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const admin = await new MongoClient(url).connect();
  const server = await describeServer(admin);
  const database = await openDatabase({ kind: 'mongodb', url, databaseName });
  return {
    ...database,
    server: server.name,
    isAtomic: server.isAtomic,
    close: async () => {
      await database.close();
      await admin.db(databaseName).dropDatabase();
      await admin.close();
    },
  };
};

/**
 * A fresh, empty database: embedded in memory, or one of its own on `PARKING_TEST_MONGODB_URL`, dropped on close.
 * Indexes exist as soon as `collection()` returns when embedded; call `ensureIndexes()` where a test is about them.
 */
export const openTestDatabase = async (options: TestDatabaseOptions = {}): Promise<TestDatabase> => {
  if (mongodbUrl !== undefined && mongodbUrl !== '') return openMongo(mongodbUrl);
  const { clock = systemClock, requireIndexes = true } = options;
  const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes });
  return { ...database, server: 'embedded', isAtomic: true };
};
