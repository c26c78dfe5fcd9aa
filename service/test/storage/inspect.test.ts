import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/base/clock.js';
import { collectionSpec, type Database } from '../../src/base/documents.js';
import { openDatabase } from '../../src/storage/open.js';
import { mongodbUrl } from './open-test-database.js';

interface Coloured {
  readonly _id: string;
  readonly color: string;
  readonly size: number;
}

const by = (...indexes: readonly (readonly ('color' | 'size')[])[]) =>
  collectionSpec<Coloured>({ name: 'coloured', indexes });

/** The same database, opened by one version after another. */
const versions = () => {
  if (mongodbUrl !== undefined) {
    const databaseName = `parking_test_${randomUUID().slice(0, 8)}`;
    const url = mongodbUrl;
    return { open: () => openDatabase({ kind: 'mongodb', url, databaseName }), remove: () => undefined };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'parking-inspect-'));
  return {
    open: () => openDatabase({ kind: 'embedded', dataDir, clock: systemClock }),
    remove: () => rmSync(dataDir, { recursive: true }),
  };
};

const indexesOf = async ({ inspect }: Database) => {
  const { missingIndexes, strayIndexes } = await inspect();
  return { missingIndexes, strayIndexes };
};

describe('an open database, looked at', () => {
  it('says which indexes are missing, and which nobody declares; looking makes none', async () => {
    const { open, remove } = versions();
    const first = await open();
    first.collection(by(['color'], ['color', 'size']));
    const missing = ['coloured(color)', 'coloured(color,size)'];
    assert.deepEqual(await indexesOf(first), { missingIndexes: missing, strayIndexes: [] });
    assert.deepEqual(await indexesOf(first), { missingIndexes: missing, strayIndexes: [] });
    await first.ensureIndexes();
    assert.deepEqual(await indexesOf(first), { missingIndexes: [], strayIndexes: [] });
    await first.close();

    const second = await open();
    second.collection(by(['size'], ['color']));
    assert.deepEqual(await indexesOf(second), {
      missingIndexes: ['coloured(size)'],
      strayIndexes: ['coloured(color,size)'],
    });
    await second.close();
    remove();
  });

  it('says who answers', async () => {
    const { open, remove } = versions();
    const database = await open();
    const { server, isReplicated } = await database.inspect();
    assert.match(server, database.engine === 'embedded' ? /^SQLite 3\.\d+/ : /^MongoDB \d.*standalone/);
    assert.equal(isReplicated, false);
    await database.close();
    remove();
  });
});
