import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type Documents, isDuplicateKey, type Update } from '../../src/base/documents.js';
import type { TestDatabase } from './open-test-database.js';
import { type Thing, thingCollection } from './thing.js';

const ids = (things: readonly Thing[]): (string | number)[] => things.map(({ _id }) => _id);

/** What every engine must do, seen through the port alone. */
export const describeDocuments = (engine: string, open: () => Promise<TestDatabase>): void => {
  describe(`documents on ${engine}`, () => {
    let database: TestDatabase;
    let things: Documents<Thing>;

    const found = async (filter: Parameters<typeof things.find>[0]): Promise<(string | number)[]> =>
      ids(await things.find(filter, { sort: { _id: 1 } }).toArray());

    before(async () => {
      database = await open();
      things = database.collection(thingCollection);
      await database.ensureIndexes();
    });
    beforeEach(async () => {
      await things.deleteMany({});
    });
    after(() => database.close());

    describe('reading', () => {
      it('returns a document as it was stored', async () => {
        const thing: Thing = {
          _id: 'a',
          count: 0.1,
          name: 'Zoë \u0000 "quoted" \\ 😀',
          isOpen: false,
          mixed: null,
          inner: { count: 2 ** 53 - 1, name: '' },
          list: [],
        };
        await things.insertOne(thing);
        assert.deepEqual(await things.findOne({ _id: 'a' }), thing);
        assert.deepEqual(await things.findOne({ name: thing.name ?? '' }), thing);
      });

      it('keeps a number and the same number as text apart, also as ids', async () => {
        await things.insertMany([
          { _id: 1, mixed: 1 },
          { _id: '1', mixed: '1' },
        ]);
        assert.deepEqual(await things.findOne({ _id: 1 }), { _id: 1, mixed: 1 });
        assert.deepEqual(await found({ mixed: '1' }), ['1']);
      });

      it('keeps booleans apart from 1 and 0', async () => {
        await things.insertMany([
          { _id: 'f', mixed: false },
          { _id: 'n0', mixed: 0 },
          { _id: 'n1', mixed: 1 },
          { _id: 't', mixed: true },
        ]);
        assert.deepEqual(await found({ mixed: true }), ['t']);
        assert.deepEqual(await found({ mixed: 1 }), ['n1']);
        assert.deepEqual(await found({ mixed: { $in: [false, 1] } }), ['f', 'n1']);
        assert.deepEqual(await found({ mixed: { $ne: false } }), ['n0', 'n1', 't']);
        assert.deepEqual(await found({ mixed: { $gte: 0 } }), ['n0', 'n1']);
      });

      it('keeps integers up to 2^53 exact', async () => {
        const large = 2 ** 53 - 1;
        await things.insertMany([
          { _id: large, count: large },
          { _id: large - 1, count: large - 1 },
        ]);
        assert.deepEqual(await found({ count: large }), [large]);
        assert.deepEqual(await found({ count: { $lt: large } }), [large - 1]);
        assert.deepEqual(await found({ _id: large }), [large]);
      });

      it('finds every fraction it stored', async () => {
        const fractions = Array.from(
          { length: 500 },
          (_, index) => Math.sin(index + 1) * 10 ** ((index % 60) - 30),
        );
        await things.insertMany(fractions.map((count, _id) => ({ _id, count })));
        for (const [_id, count] of fractions.entries()) assert.deepEqual(await found({ count }), [_id]);
        assert.equal(await things.countDocuments({ count: { $in: fractions } }), fractions.length);
      });

      it('takes null for null or missing, and $ne for missing too', async () => {
        await things.insertMany([
          { _id: 'missing' },
          { _id: 'null', count: null, inner: {} },
          { _id: 'one', count: 1, inner: { count: 1 } },
        ]);
        assert.deepEqual(await found({ count: null }), ['missing', 'null']);
        assert.deepEqual(await found({ 'inner.count': null }), ['missing', 'null']);
        assert.deepEqual(await found({ count: { $ne: 1 } }), ['missing', 'null']);
        assert.deepEqual(await found({ count: { $ne: null } }), ['one']);
        assert.deepEqual(await found({ count: { $in: [null, 1] } }), ['missing', 'null', 'one']);
        assert.deepEqual(await found({ count: null, _id: { $ne: 'null' } }), ['missing']);
      });

      it('tells missing from null by $exists', async () => {
        await things.insertMany([{ _id: 'missing' }, { _id: 'null', count: null }, { _id: 'one', count: 1 }]);
        assert.deepEqual(await found({ count: { $exists: false } }), ['missing']);
        assert.deepEqual(
          await found({ _id: { $in: ['missing', 'null', 'one'] }, count: { $exists: true } }),
          ['null', 'one'],
        );
      });

      it('keeps a range inside its own type', async () => {
        await things.insertMany([
          { _id: 'n', mixed: 5 },
          { _id: 's', mixed: '5' },
          { _id: 't', mixed: true },
          { _id: 'x', mixed: null },
        ]);
        assert.deepEqual(await found({ mixed: { $gt: 1 } }), ['n']);
        assert.deepEqual(await found({ mixed: { $lt: 9 } }), ['n']);
        assert.deepEqual(await found({ mixed: { $gte: '' } }), ['s']);
        assert.deepEqual(await found({ mixed: { $lte: '9' } }), ['s']);
      });

      it('finds nothing by an empty $in', async () => {
        await things.insertMany([{ _id: 'a', count: 1 }, { _id: 'b' }]);
        assert.deepEqual(await found({ count: { $in: [] } }), []);
      });

      it('joins $or with the other conditions', async () => {
        await things.insertMany([
          { _id: 'a', name: 'x', count: 1 },
          { _id: 'b', name: 'x', count: 2 },
          { _id: 'c', name: 'y', count: 1 },
        ]);
        assert.deepEqual(await found({ name: 'x', $or: [{ count: 1 }, { _id: 'b' }, { _id: 'c' }] }), [
          'a',
          'b',
        ]);
      });

      it('sorts missing first, then numbers, texts and booleans', async () => {
        const rising = [undefined, -1, 0.5, 10, '', 'Z', 'a', 'aa', 'ä', '～', false, true];
        await things.insertMany(
          rising.map((mixed, _id) => (mixed === undefined ? { _id } : { _id, mixed })).toReversed(),
        );
        const up = await things.find({}, { sort: { mixed: 1, _id: 1 } }).toArray();
        assert.deepEqual(ids(up), [...rising.keys()]);
        const down = await things.find({}, { sort: { mixed: -1, _id: 1 }, skip: 1, limit: 3 }).toArray();
        assert.deepEqual(ids(down), [10, 9, 8]);
      });

      it('compares texts by their bytes in UTF-8', async (t) => {
        if (database.gaps.has('byte order of texts')) return t.skip(`not verified on ${database.server}`);
        // In UTF-16, as Java and JavaScript compare, they come the other way round.
        await things.insertMany([
          { _id: '😀', name: '😀' },
          { _id: '～', name: '～' },
        ]);
        assert.deepEqual(await found({}), ['～', '😀']);
        assert.deepEqual(await found({ name: { $gt: '～' } }), ['😀']);
      });

      it('returns the projected fields and _id', async () => {
        await things.insertOne({ _id: 'a', count: 1, name: 'n', inner: { count: 2, name: 'i' } });
        const options = { projection: { name: 1, 'inner.count': 1 } } as const;
        assert.deepEqual(await things.findOne({ _id: 'a' }, options), {
          _id: 'a',
          name: 'n',
          inner: { count: 2 },
        });
        assert.deepEqual(await things.find({ count: 1 }, { projection: { _id: 1 } }).toArray(), [
          { _id: 'a' },
        ]);
      });

      it('reads by a cursor and counts up to a bound', async () => {
        await things.insertMany(Array.from({ length: 250 }, (_, _id) => ({ _id, count: _id })));
        const seen: (string | number)[] = [];
        for await (const { _id } of things.find({ count: { $gte: 0 } }, { sort: { count: 1 } }))
          seen.push(_id);
        assert.deepEqual(seen, [...Array(250).keys()]);
        assert.equal(await things.countDocuments({ count: { $gte: 50 } }), 200);
        assert.equal(await things.countDocuments({ count: { $gte: 50 } }, { limit: 7 }), 7);
      });

      it('answers null where nothing matches', async () => {
        assert.equal(await things.findOne({ _id: 'none' }), null);
      });
    });

    describe('writing', () => {
      it('refuses a second document with the same _id with code 11000, and keeps the first', async () => {
        await things.insertOne({ _id: 'a', count: 1 });
        await assert.rejects(things.insertOne({ _id: 'a', count: 2 }), isDuplicateKey);
        assert.deepEqual(await things.findOne({ _id: 'a' }), { _id: 'a', count: 1 });
      });

      it('stops an ordered insertMany at the duplicate, and goes on in an unordered one', async () => {
        const batch: Thing[] = [{ _id: 'a' }, { _id: 'a' }, { _id: 'b' }];
        await assert.rejects(things.insertMany(batch), isDuplicateKey);
        assert.deepEqual(await found({}), ['a']);
        await assert.rejects(things.insertMany(batch, { ordered: false }), isDuplicateKey);
        assert.deepEqual(await found({}), ['a', 'b']);
      });

      it('applies $set, $unset and $inc together, along dotted paths', async () => {
        await things.insertOne({ _id: 'a', name: 'n', count: 1, list: [1] });
        const outcome = await things.updateOne(
          { _id: 'a' },
          {
            $set: { 'inner.name': 'i', list: [2, 3] },
            $unset: { name: 1 },
            $inc: { count: -3, 'inner.count': 2.5 },
          },
        );
        assert.equal(outcome.modifiedCount, 1);
        assert.deepEqual(await things.findOne({ _id: 'a' }), {
          _id: 'a',
          count: -2,
          list: [2, 3],
          inner: { name: 'i', count: 2.5 },
        });
      });

      it('tells matched from modified', async () => {
        await things.insertOne({ _id: 'a', count: 1 });
        const same = await things.updateOne({ _id: 'a' }, { $set: { count: 1 } });
        assert.deepEqual([same.matchedCount, same.modifiedCount], [1, 0]);
        const none = await things.updateOne({ _id: 'a', count: 2 }, { $set: { count: 3 } });
        assert.deepEqual([none.matchedCount, none.modifiedCount, none.upsertedCount], [0, 0, 0]);
      });

      it('changes nothing of a document where one part of the update fails', async () => {
        await things.insertOne({ _id: 'a', name: 'text' });
        // Out of the compiler's sight: it knows that a text cannot be added to.
        const update: Update<Thing> = JSON.parse('{"$set":{"isOpen":true},"$inc":{"name":1}}');
        await assert.rejects(things.updateOne({ _id: 'a' }, update));
        assert.deepEqual(await things.findOne({ _id: 'a' }), { _id: 'a', name: 'text' });
      });

      it('inserts by an upsert what filter, $set, $inc and $setOnInsert say, and ignores $setOnInsert later', async () => {
        const upsert = () =>
          things.updateOne(
            { _id: 'a', name: 'n', count: { $ne: 5 } },
            { $set: { 'inner.name': 'i' }, $inc: { 'inner.count': 1 }, $setOnInsert: { isOpen: true } },
            { upsert: true },
          );
        assert.equal((await upsert()).upsertedCount, 1);
        const first = { _id: 'a', name: 'n', inner: { name: 'i', count: 1 }, isOpen: true };
        assert.deepEqual(await things.findOne({ _id: 'a' }), first);
        await things.updateOne({ _id: 'a' }, { $set: { isOpen: false } });
        assert.equal((await upsert()).matchedCount, 1);
        assert.deepEqual(await things.findOne({ _id: 'a' }), {
          ...first,
          inner: { name: 'i', count: 2 },
          isOpen: false,
        });
      });

      it('rejects an upsert with 11000 where the _id is there but the rest of the filter does not match', async () => {
        await things.insertOne({ _id: 'a', count: 1 });
        const busy = things.updateOne({ _id: 'a', count: 2 }, { $set: { name: 'n' } }, { upsert: true });
        await assert.rejects(busy, isDuplicateKey);
      });

      it('returns the document before or after by findOneAndUpdate', async () => {
        const change = (returnDocument: 'before' | 'after') =>
          things.findOneAndUpdate({ _id: 'a' }, { $inc: { count: 1 } }, { returnDocument });
        assert.equal(await change('after'), null);
        await things.insertOne({ _id: 'a', count: 1 });
        assert.deepEqual(await change('before'), { _id: 'a', count: 1 });
        assert.deepEqual(await change('after'), { _id: 'a', count: 3 });
        const upsert = { returnDocument: 'before', upsert: true } as const;
        assert.equal(await things.findOneAndUpdate({ _id: 'b' }, { $set: { count: 1 } }, upsert), null);
        assert.deepEqual(await found({}), ['a', 'b']);
      });

      it('updates and deletes many', async () => {
        await things.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id, count: _id % 2 })));
        const outcome = await things.updateMany({ count: 1 }, { $set: { name: 'odd' } });
        assert.deepEqual([outcome.matchedCount, outcome.modifiedCount], [5, 5]);
        assert.equal((await things.deleteMany({ name: 'odd' })).deletedCount, 5);
        assert.deepEqual(await found({}), [0, 2, 4, 6, 8]);
      });

      it('deletes one, only where the whole filter matches', async () => {
        await things.insertOne({ _id: 'a', count: 1 });
        assert.equal((await things.deleteOne({ _id: 'a', count: 2 })).deletedCount, 0);
        assert.equal((await things.deleteOne({ _id: 'a', count: 1 })).deletedCount, 1);
        assert.equal(await things.findOne({ _id: 'a' }), null);
      });

      it('applies the rest of a bulk where one write fails, and says which', async () => {
        await things.insertMany([{ _id: 'a' }, { _id: 'gone' }]);
        const bulk = things.bulkWrite(
          [
            { insertOne: { document: { _id: 'a' } } },
            { insertOne: { document: { _id: 'b' } } },
            { updateOne: { filter: { _id: 'a' }, update: { $set: { count: 1 } } } },
            { updateOne: { filter: { _id: 'c' }, update: { $set: { count: 2 } }, upsert: true } },
            { deleteOne: { filter: { _id: 'gone' } } },
          ],
          { ordered: false },
        );
        await assert.rejects(bulk, (error) => {
          assert.ok(isDuplicateKey(error));
          assert.ok(typeof error === 'object' && error !== null && 'writeErrors' in error);
          assert.ok(Array.isArray(error.writeErrors));
          assert.deepEqual(
            error.writeErrors.map(({ index, code }) => [index, code]),
            [[0, 11000]],
          );
          return true;
        });
        const all = await things.find({}, { sort: { _id: 1 } }).toArray();
        assert.deepEqual(all, [{ _id: 'a', count: 1 }, { _id: 'b' }, { _id: 'c', count: 2 }]);
      });

      it('counts what a bulk did', async () => {
        await things.insertOne({ _id: 'a' });
        const counts = await things.bulkWrite(
          [
            { insertOne: { document: { _id: 'b' } } },
            { updateOne: { filter: { _id: 'a' }, update: { $set: { count: 1 } } } },
            { updateOne: { filter: { _id: 'none' }, update: { $set: { count: 1 } } } },
            { updateOne: { filter: { _id: 'c' }, update: { $set: { count: 1 } }, upsert: true } },
          ],
          { ordered: false },
        );
        assert.deepEqual([counts.insertedCount, counts.matchedCount, counts.upsertedCount], [1, 1, 1]);
      });

      it('refuses an empty batch and an empty update', async () => {
        await assert.rejects(things.insertMany([]));
        await assert.rejects(things.bulkWrite([], { ordered: false }));
        await assert.rejects(things.updateOne({ _id: 'a' }, {}));
      });

      it('shows a write to the reads asked for after it', async () => {
        const [, thing, count] = await Promise.all([
          things
            .insertOne({ _id: 'a', count: 1 })
            .then(() => things.updateOne({ _id: 'a' }, { $inc: { count: 1 } })),
          things.insertOne({ _id: 'b' }).then(() => things.findOne({ _id: 'b' })),
          things.insertOne({ _id: 'c', name: 'c' }).then(() => things.countDocuments({ name: 'c' })),
        ]);
        assert.deepEqual([thing, count], [{ _id: 'b' }, 1]);
        assert.deepEqual(await things.findOne({ _id: 'a' }), { _id: 'a', count: 2 });
      });
    });

    describe('64 callers at once', () => {
      it('lets exactly one of them win each version by compare-and-set', async (t) => {
        const versions = 20;
        const wins: number[] = [];
        const caller = async (): Promise<void> => {
          for (;;) {
            const count = (await things.findOne({ _id: 'contended' }))?.count ?? 0;
            if (count >= versions) return;
            const won = await things.updateOne({ _id: 'contended', count }, { $set: { count: count + 1 } });
            if (won.matchedCount === 1) wins.push(count);
          }
        };
        await things.insertOne({ _id: 'contended', count: 0 });
        await Promise.all(Array.from({ length: 64 }, caller));
        if (!database.isAtomic) {
          t.diagnostic(`not verified on ${database.server}: ${wins.length} wins of ${versions} versions`);
          return;
        }
        assert.deepEqual(
          wins.toSorted((a, b) => a - b),
          [...Array(versions).keys()],
        );
      });

      it('loses no increment', async (t) => {
        await things.insertOne({ _id: 'counter', count: 0 });
        const increment = () =>
          things.findOneAndUpdate({ _id: 'counter' }, { $inc: { count: 1 } }, { returnDocument: 'after' });
        const seen = await Promise.all(Array.from({ length: 64 }, increment));
        const counts = new Set(seen.map((thing) => thing?.count));
        if (!database.isAtomic) {
          t.diagnostic(`not verified on ${database.server}: ${counts.size} different numbers of 64`);
          return;
        }
        assert.equal(counts.size, 64);
      });

      it('lets one of them insert an _id', async () => {
        const outcomes = await Promise.allSettled(
          Array.from({ length: 64 }, (_, count) => things.insertOne({ _id: 'once', count })),
        );
        assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      });
    });

    it("tells the server's time and answers a ping", async () => {
      assert.ok(Number.isSafeInteger(await database.serverNow()));
      await database.ping();
    });

    it('makes its indexes again without complaint', async () => {
      await database.ensureIndexes();
      await database.ensureIndexes();
    });
  });
};
