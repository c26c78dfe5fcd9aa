import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '../../src/base/clock.js';
import type { Documents, Filter } from '../../src/base/documents.js';
import { openConnection } from '../../src/storage/embedded/connection.js';
import { createEmbeddedDatabase } from '../../src/storage/embedded/database.js';
import { DataDirectoryInUse } from '../../src/storage/errors.js';
import { openDatabase } from '../../src/storage/open.js';
import { type Thing, thingCollection } from './thing.js';

const newFolder = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-folder-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'data');
};

const open = (dataDir: string) => openDatabase({ kind: 'embedded', dataDir, clock: systemClock });

const openInAnotherProcess = async (dataDir: string): Promise<string> => {
  const module = new URL('../../src/storage/open.js', import.meta.url).href;
  const program = `
    import { openDatabase } from ${JSON.stringify(module)};
    const clock = { now: Date.now, elapsed: () => performance.now() };
    const opened = openDatabase({ kind: 'embedded', dataDir: process.argv[1], clock });
    console.log(await opened.then(() => 'opened', (error) => error.name + ': ' + error.message));`;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '-e',
    program,
    dataDir,
  ]);
  return stdout.trim();
};

describe('the data directory', () => {
  it('is made, for its owner alone, and keeps what was stored', async (t) => {
    const dataDir = newFolder(t);
    const first = await open(dataDir);
    await first.collection(thingCollection).insertOne({ _id: 'a', count: 1 });
    await first.close();
    assert.equal(statSync(dataDir).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(dataDir), ['parking.db']);
    const second = await open(dataDir);
    assert.deepEqual(await second.collection(thingCollection).findOne({ _id: 'a' }), { _id: 'a', count: 1 });
    await second.close();
  });

  it('keeps its files from everybody else where the folder itself is open to them', async (t) => {
    const dataDir = newFolder(t);
    mkdirSync(dataDir, { mode: 0o755 });
    const database = await open(dataDir);
    await database.collection(thingCollection).insertOne({ _id: 'a' });
    for (const file of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, file)).mode & 0o77, 0, file);
    await database.close();
  });

  it('is refused to a second process and to a second opening, by a message that says what to do', async (t) => {
    const dataDir = newFolder(t);
    const database = await open(dataDir);
    const answer = await openInAnotherProcess(dataDir);
    assert.match(
      answer,
      /^DataDirectoryInUse: The data directory .* is in use by another process\. Stop that process/,
    );
    assert.ok(answer.includes(dataDir));
    await assert.rejects(open(dataDir), DataDirectoryInUse);
    // The refused ones have not hurt the one that holds it.
    await database.collection(thingCollection).insertOne({ _id: 'a' });
    await database.close();
    assert.equal(await openInAnotherProcess(dataDir), 'opened');
  });

  it('gains and loses indexes as the lists say', async (t) => {
    const dataDir = newFolder(t);
    const indexesWith = async (indexes: (typeof thingCollection)['indexes']): Promise<unknown[]> => {
      const connection = openConnection(dataDir);
      const database = createEmbeddedDatabase({ connection, clock: systemClock });
      const things = database.collection<Thing>({ name: 'things', indexes });
      await database.ensureIndexes();
      if ((await things.countDocuments({})) === 0) await things.insertOne({ _id: 'a', name: 'n' });
      const names = connection.rows(
        "SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
        [],
      );
      assert.deepEqual(connection.rows('PRAGMA integrity_check', []), [['ok']]);
      await database.close();
      return names.flat().toSorted();
    };
    assert.deepEqual(await indexesWith([['count'], ['name', 'count']]), [
      'things(count)',
      'things(name,count)',
    ]);
    assert.deepEqual(await indexesWith([['name', 'count'], ['isOpen']]), [
      'things(isOpen)',
      'things(name,count)',
    ]);
  });

  it('finds by a field what was stored before it was indexed, and what an earlier version stored since', async (t) => {
    const connection = openConnection(newFolder(t));
    const openedAnew = async (): Promise<Documents<Thing>> => {
      const database = createEmbeddedDatabase({ connection, clock: systemClock });
      const things = database.collection(thingCollection);
      await database.ensureIndexes();
      return things;
    };
    const insertAsBefore = (_id: string): void => {
      connection.run('INSERT INTO things (_id, doc) VALUES (?, ?)', [
        _id,
        JSON.stringify({ _id, name: 'n', isOpen: true }),
      ]);
    };
    connection.exec('CREATE TABLE things (_id PRIMARY KEY NOT NULL, doc TEXT NOT NULL)');
    insertAsBefore('a');
    const wanted: Filter<Thing> = { name: 'n', isOpen: true };
    assert.equal(await (await openedAnew()).countDocuments(wanted), 1);
    // It knows no columns: it makes its own indexes, by the same names, and drops ours.
    for (const [name] of connection.rows("SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE INDEX%'", []))
      connection.exec(`DROP INDEX "${String(name)}"`);
    insertAsBefore('b');
    connection.run("UPDATE things SET doc = json_set(doc, '$.name', 'other') WHERE _id = 'a'", []);
    const things = await openedAnew();
    assert.equal(await things.countDocuments(wanted), 1);
    assert.equal(await things.countDocuments({ name: 'other' }), 1);
    await things.insertOne({ _id: 'c', name: 'n', isOpen: true });
    assert.equal(await (await openedAnew()).countDocuments(wanted), 2);
    connection.close();
  });

  it('keeps the columns of its indexes right before the lists are there', async (t) => {
    const connection = openConnection(newFolder(t));
    const first = createEmbeddedDatabase({ connection, clock: systemClock });
    first.collection(thingCollection);
    await first.ensureIndexes();
    const again = createEmbeddedDatabase({ connection, clock: systemClock });
    const things = again.collection(thingCollection);
    await things.insertOne({ _id: 'a', name: 'n' });
    await things.updateOne({ _id: 'a' }, { $set: { name: 'm' } });
    await again.ensureIndexes();
    assert.equal(await things.countDocuments({ name: 'm' }), 1);
    assert.equal(await things.countDocuments({ name: 'n' }), 0);
    connection.close();
  });

  it('rejects what a full disk has no room for, and goes on', async (t) => {
    const connection = openConnection(newFolder(t));
    const database = createEmbeddedDatabase({ connection, clock: systemClock });
    const things = database.collection(thingCollection);
    await database.ensureIndexes();
    connection.exec('PRAGMA max_page_count = 40');
    const outcomes = await Promise.allSettled([
      things.insertOne({ _id: 'small', count: 1 }),
      things.insertOne({ _id: 'large', name: 'x'.repeat(200_000) }),
      things.updateOne({ _id: 'small' }, { $inc: { count: 1 } }),
      things.findOne({ _id: 'small' }),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
    );
    assert.match(String(outcomes[1]?.status === 'rejected' && outcomes[1].reason), /full/);
    assert.deepEqual(await things.find({}).toArray(), [{ _id: 'small', count: 2 }]);
    connection.exec('PRAGMA max_page_count = 100000');
    await things.insertOne({ _id: 'large', name: 'x'.repeat(200_000) });
    assert.deepEqual(connection.rows('PRAGMA integrity_check', []), [['ok']]);
    await database.close();
  });

  it('names the folder where the file is no database', async (t) => {
    const dataDir = newFolder(t);
    const database = await open(dataDir);
    await database.close();
    writeFileSync(join(dataDir, 'parking.db'), 'something else'.repeat(1_000));
    await assert.rejects(open(dataDir), (error) => error instanceof Error && error.message.includes(dataDir));
  });
});
