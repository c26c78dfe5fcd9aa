import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '../../src/base/clock.js';
import type { Database, Documents } from '../../src/base/documents.js';
import { type Connection, openConnection } from '../../src/storage/embedded/connection.js';
import { createEmbeddedDatabase } from '../../src/storage/embedded/database.js';
import { type Thing, thingCollection } from './thing.js';

interface Watched {
  readonly database: Database;
  readonly things: Documents<Thing>;
  /** What was executed, and what the test notes itself, in order. */
  readonly log: string[];
  /** The next COMMITs fail, this many. */
  readonly failCommits: (count: number) => void;
}

const sqliteError = (): Error =>
  Object.assign(new Error('disk I/O error'), { name: 'SqliteError', code: 'SQLITE_IOERR' });

const watched = (): Watched => {
  const connection = openConnection(':memory:');
  const log: string[] = [];
  let failures = 0;
  const exec: Connection['exec'] = (sql) => {
    log.push(sql);
    if (sql === 'COMMIT' && failures > 0) {
      failures -= 1;
      throw sqliteError();
    }
    connection.exec(sql);
  };
  const database = createEmbeddedDatabase({ connection: { ...connection, exec }, clock: systemClock });
  const things = database.collection(thingCollection);
  log.length = 0;
  const failCommits = (count: number): void => {
    failures = count;
  };
  return { database, things, log, failCommits };
};

describe('group commit', () => {
  it('commits what arrives in one turn at once, and resolves nothing before', async () => {
    const { database, things, log } = watched();
    const writes = Array.from({ length: 50 }, (_, _id) =>
      things.insertOne({ _id }).then(() => {
        log.push('resolved');
      }),
    );
    const read = things.findOne({ _id: 49 }).then((thing) => {
      log.push(`read ${thing?._id}`);
    });
    await Promise.all([...writes, read]);
    const expected = ['BEGIN IMMEDIATE', 'COMMIT', ...Array(50).fill('resolved'), 'read 49'];
    // `then` of the read passes one more promise; the order among those resolved together is of no matter.
    assert.deepEqual(log.toSorted(), expected.toSorted());
    assert.deepEqual(log.slice(0, 2), ['BEGIN IMMEDIATE', 'COMMIT']);
    await database.close();
  });

  it('keeps the order in which one caller asked', async () => {
    const { database, things } = watched();
    const [, one, , two, , none] = await Promise.all([
      things.insertOne({ _id: 'a', count: 1 }),
      things.findOne({ _id: 'a' }),
      things.updateOne({ _id: 'a', count: 1 }, { $set: { count: 2 } }),
      things.find({ count: 2 }).toArray(),
      things.deleteOne({ _id: 'a' }),
      things.countDocuments({}),
    ]);
    assert.deepEqual([one, two, none], [{ _id: 'a', count: 1 }, [{ _id: 'a', count: 2 }], 0]);
    await database.close();
  });

  it('rejects only the one that fails by itself', async () => {
    const { database, things, log } = watched();
    const outcomes = await Promise.allSettled([
      things.insertOne({ _id: 'a' }),
      things.insertOne({ _id: 'a' }),
      things.insertOne({ _id: 'b' }),
    ]);
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.deepEqual(log, ['BEGIN IMMEDIATE', 'COMMIT']);
    assert.equal(await things.countDocuments({}), 2);
    await database.close();
  });

  it('tries each alone where the common commit fails, and applies none twice', async () => {
    const { database, things, failCommits } = watched();
    await things.insertOne({ _id: 'a', count: 0 });
    failCommits(1);
    await Promise.all([1, 2, 3].map(() => things.updateOne({ _id: 'a' }, { $inc: { count: 1 } })));
    assert.deepEqual(await things.findOne({ _id: 'a' }), { _id: 'a', count: 3 });
    await database.close();
  });

  it('rejects a write whose own commit fails, leaves nothing of it, and goes on', async () => {
    const { database, things, failCommits } = watched();
    failCommits(1);
    await assert.rejects(things.insertOne({ _id: 'lost' }), /disk I\/O error/);
    assert.equal(await things.findOne({ _id: 'lost' }), null);
    await things.insertOne({ _id: 'next' });
    assert.equal(await things.countDocuments({}), 1);
    await database.close();
  });

  it('applies an updateMany wholly or not at all', async () => {
    const { database } = watched();
    const loose = database.collection<{ _id: number; value: number | string; seen?: number }>({
      name: 'loose',
      indexes: [],
    });
    await loose.insertMany([
      { _id: 1, value: 1 },
      { _id: 2, value: 'text' },
    ]);
    const change = JSON.parse('{"$inc":{"value":1},"$set":{"seen":1}}');
    await assert.rejects(loose.updateMany({}, change));
    assert.deepEqual(await loose.find({}).toArray(), [
      { _id: 1, value: 1 },
      { _id: 2, value: 'text' },
    ]);
    await database.close();
  });

  it('commits more than a thousand writes of one turn in several transactions', async () => {
    const { database, things, log } = watched();
    await Promise.all(Array.from({ length: 2_500 }, (_, _id) => things.insertOne({ _id })));
    assert.equal(log.filter((sql) => sql === 'COMMIT').length, 3);
    assert.equal(await things.countDocuments({}), 2_500);
    await database.close();
  });

  it('commits what waits when it is closed', async () => {
    const { database, things, log } = watched();
    const write = things.insertOne({ _id: 'a' });
    await database.close();
    await write;
    assert.ok(log.includes('COMMIT'));
  });
});
