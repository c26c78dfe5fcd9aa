import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDocuments } from './documents-contract.js';
import { describeRandomly } from './documents-random.js';
import {
  mongodbUrl,
  openEmbeddedTestDatabase,
  openMongoTestDatabase,
  type TestDatabase,
} from './open-test-database.js';

/** The suites ask for things that no index serves, on purpose. */
const openEmbedded = (dataDir: string): Promise<TestDatabase> =>
  openEmbeddedTestDatabase(dataDir, { requireIndexes: false });

const openOnDisk = async (): Promise<TestDatabase> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parking-storage-'));
  const database = await openEmbedded(dataDir);
  const close = async (): Promise<void> => {
    await database.close();
    rmSync(dataDir, { recursive: true });
  };
  return { ...database, close };
};

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;

describeDocuments('the embedded engine in memory', () => openEmbedded(':memory:'));
describeDocuments('the embedded engine on disk', openOnDisk);
describeRandomly('the embedded engine', {
  open: () => openEmbedded(':memory:'),
  runs: isLong ? 5_000 : 300,
});

if (mongodbUrl !== undefined) {
  const open = (): Promise<TestDatabase> => openMongoTestDatabase(mongodbUrl ?? '');
  describeDocuments('a server over the wire', open);
  describeRandomly('a server over the wire', { open, runs: isLong ? 500 : 25 });
}
