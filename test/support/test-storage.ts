import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#service/base/clock.js';
import type { Database } from '#service/base/documents.js';
import { openDatabase, storageOf } from '#service/storage/open.js';
import { openMongoTestDatabase } from '#service-test/storage/open-test-database.js';

const mongodbUrl = process.env['PARKING_TEST_MONGODB_URL'] || undefined;

/** Storage of a test's own, that outlives the service processes which use it. */
export interface TestStorage {
  readonly settings: Readonly<Record<string, string>>;
  /** For people: on which server the test ran, and whether its updates are atomic. */
  readonly server: string;
  readonly isAtomic: boolean;
  /** Looks into the storage while no service runs on it. */
  readonly open: () => Promise<Database>;
  readonly remove: () => Promise<void>;
}

const withDatabase = (url: string, name: string): string => {
  const [address = '', query] = url.split('?');
  const hosts = address.replace(/^(mongodb(?:\+srv)?:\/\/[^/]+).*$/, '$1');
  return `${hosts}/${name}${query === undefined ? '' : `?${query}`}`;
};

const secrets = (): Readonly<Record<string, string>> => ({
  PARKING_OPERATOR_TOKEN: randomBytes(24).toString('hex'),
  PARKING_SECRET_KEY: randomBytes(32).toString('hex'),
});

const openWith = (settings: Readonly<Record<string, string>>): Promise<Database> =>
  openDatabase(
    storageOf(
      {
        PARKING_DATA_DIR: settings['PARKING_DATA_DIR'] ?? '',
        ...(settings['PARKING_MONGODB_URL'] === undefined
          ? {}
          : { PARKING_MONGODB_URL: settings['PARKING_MONGODB_URL'] }),
      },
      systemClock,
    ),
  );

const onMongodb = async (url: string): Promise<TestStorage> => {
  const { server, isAtomic, close } = await openMongoTestDatabase(url);
  await close();
  const own = withDatabase(url, `parking_e2e_${randomBytes(6).toString('hex')}`);
  const settings = { ...secrets(), PARKING_MONGODB_URL: own, PARKING_DATA_DIR: ':memory:' };
  return { settings, server, isAtomic, open: () => openWith(settings), remove: async () => undefined };
};

const onDisk = async (): Promise<TestStorage> => {
  const folder = await mkdtemp(join(tmpdir(), 'parking-test-'));
  const settings = { ...secrets(), PARKING_DATA_DIR: folder };
  return {
    settings,
    server: 'embedded, on disk',
    isAtomic: true,
    open: () => openWith(settings),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
};

/** The embedded engine on disk, or a database of its own on `PARKING_TEST_MONGODB_URL`. */
export const createTestStorage = (): Promise<TestStorage> =>
  mongodbUrl === undefined ? onDisk() : onMongodb(mongodbUrl);
