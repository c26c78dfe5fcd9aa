import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isDuplicateKey, type Update } from '../../src/base/documents.js';
import type { Stage } from './stage.js';
import type { Thing } from './thing.js';

/** Part of the contract: see documents-contract.ts. */
export const describeWriting = (stage: Stage): void => {
  describe('writing', () => {
    it('refuses a second document with the same _id with code 11000, and keeps the first', async () => {
      await stage.things.insertOne({ _id: 'a', count: 1 });
      await assert.rejects(stage.things.insertOne({ _id: 'a', count: 2 }), isDuplicateKey);
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), { _id: 'a', count: 1 });
    });

    it('stops an ordered insertMany at the duplicate, and goes on in an unordered one', async () => {
      const batch: Thing[] = [{ _id: 'a' }, { _id: 'a' }, { _id: 'b' }];
      await assert.rejects(stage.things.insertMany(batch), isDuplicateKey);
      assert.deepEqual(await stage.found({}), ['a']);
      await assert.rejects(stage.things.insertMany(batch, { ordered: false }), isDuplicateKey);
      assert.deepEqual(await stage.found({}), ['a', 'b']);
    });

    it('applies $set, $unset and $inc together, along dotted paths', async () => {
      await stage.things.insertOne({ _id: 'a', name: 'n', count: 1, list: [1] });
      const outcome = await stage.things.updateOne(
        { _id: 'a' },
        {
          $set: { 'inner.name': 'i', list: [2, 3] },
          $unset: { name: 1 },
          $inc: { count: -3, 'inner.count': 2.5 },
        },
      );
      assert.equal(outcome.modifiedCount, 1);
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), {
        _id: 'a',
        count: -2,
        list: [2, 3],
        inner: { name: 'i', count: 2.5 },
      });
    });

    it('tells matched from modified', async () => {
      await stage.things.insertOne({ _id: 'a', count: 1 });
      const same = await stage.things.updateOne({ _id: 'a' }, { $set: { count: 1 } });
      assert.deepEqual([same.matchedCount, same.modifiedCount], [1, 0]);
      const none = await stage.things.updateOne({ _id: 'a', count: 2 }, { $set: { count: 3 } });
      assert.deepEqual([none.matchedCount, none.modifiedCount, none.upsertedCount], [0, 0, 0]);
    });

    it('changes nothing of a document where one part of the update fails', async () => {
      await stage.things.insertOne({ _id: 'a', name: 'text' });
      // Out of the compiler's sight: it knows that a text cannot be added to.
      const update: Update<Thing> = JSON.parse('{"$set":{"isOpen":true},"$inc":{"name":1}}');
      await assert.rejects(stage.things.updateOne({ _id: 'a' }, update));
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), { _id: 'a', name: 'text' });
    });

    it('inserts by an upsert what filter, $set, $inc and $setOnInsert say, and ignores $setOnInsert later', async () => {
      const upsert = () =>
        stage.things.updateOne(
          { _id: 'a', name: 'n', count: { $ne: 5 } },
          { $set: { 'inner.name': 'i' }, $inc: { 'inner.count': 1 }, $setOnInsert: { isOpen: true } },
          { upsert: true },
        );
      assert.equal((await upsert()).upsertedCount, 1);
      const first = { _id: 'a', name: 'n', inner: { name: 'i', count: 1 }, isOpen: true };
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), first);
      await stage.things.updateOne({ _id: 'a' }, { $set: { isOpen: false } });
      assert.equal((await upsert()).matchedCount, 1);
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), {
        ...first,
        inner: { name: 'i', count: 2 },
        isOpen: false,
      });
    });

    it('rejects an upsert with 11000 where the _id is there but the rest of the filter does not match', async () => {
      await stage.things.insertOne({ _id: 'a', count: 1 });
      const busy = stage.things.updateOne({ _id: 'a', count: 2 }, { $set: { name: 'n' } }, { upsert: true });
      await assert.rejects(busy, isDuplicateKey);
    });

    it('returns the document before or after by findOneAndUpdate', async () => {
      const change = (returnDocument: 'before' | 'after') =>
        stage.things.findOneAndUpdate({ _id: 'a' }, { $inc: { count: 1 } }, { returnDocument });
      assert.equal(await change('after'), null);
      await stage.things.insertOne({ _id: 'a', count: 1 });
      assert.deepEqual(await change('before'), { _id: 'a', count: 1 });
      assert.deepEqual(await change('after'), { _id: 'a', count: 3 });
      const upsert = { returnDocument: 'before', upsert: true } as const;
      assert.equal(await stage.things.findOneAndUpdate({ _id: 'b' }, { $set: { count: 1 } }, upsert), null);
      assert.deepEqual(await stage.found({}), ['a', 'b']);
    });

    it('updates and deletes many', async () => {
      await stage.things.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id, count: _id % 2 })));
      const outcome = await stage.things.updateMany({ count: 1 }, { $set: { name: 'odd' } });
      assert.deepEqual([outcome.matchedCount, outcome.modifiedCount], [5, 5]);
      assert.equal((await stage.things.deleteMany({ name: 'odd' })).deletedCount, 5);
      assert.deepEqual(await stage.found({}), [0, 2, 4, 6, 8]);
    });

    it('deletes one, only where the whole filter matches', async () => {
      await stage.things.insertOne({ _id: 'a', count: 1 });
      assert.equal((await stage.things.deleteOne({ _id: 'a', count: 2 })).deletedCount, 0);
      assert.equal((await stage.things.deleteOne({ _id: 'a', count: 1 })).deletedCount, 1);
      assert.equal(await stage.things.findOne({ _id: 'a' }), null);
    });

    it('applies the rest of a bulk where one write fails, and says which', async () => {
      await stage.things.insertMany([{ _id: 'a' }, { _id: 'gone' }]);
      const bulk = stage.things.bulkWrite(
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
      const all = await stage.things.find({}, { sort: { _id: 1 } }).toArray();
      assert.deepEqual(all, [{ _id: 'a', count: 1 }, { _id: 'b' }, { _id: 'c', count: 2 }]);
    });

    it('counts what a bulk did', async () => {
      await stage.things.insertOne({ _id: 'a' });
      const counts = await stage.things.bulkWrite(
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

    it('makes the writes of a bulk that touch one document one after the other', async () => {
      await stage.things.insertMany([
        { _id: 'a', tally: 1 },
        { _id: 'b', tally: 1 },
      ]);
      const add = (_id: string, wanted: number) => ({
        updateOne: { filter: { _id, tally: wanted }, update: { $inc: { tally: 1 } } },
      });
      const { matchedCount } = await stage.things.bulkWrite([add('a', 1), add('b', 1), add('a', 2)], {
        ordered: false,
      });
      assert.equal(matchedCount, 3);
      const all = await stage.things.find({}, { sort: { _id: 1 } }).toArray();
      assert.deepEqual(
        all.map(({ tally }) => tally),
        [3, 2],
      );
    });

    it('adds in many documents at once, to what is missing too', async () => {
      const batch: Thing[] = [{ _id: 'a', tally: 2 }, { _id: 'b' }, { _id: 'c', tally: 0.5 }];
      await stage.things.insertMany(batch);
      const outcome = await stage.things.updateMany(
        { _id: { $in: ['a', 'b', 'c'] } },
        { $set: { name: 'n' }, $inc: { tally: 3 } },
      );
      assert.deepEqual([outcome.matchedCount, outcome.modifiedCount], [3, 3]);
      const add = (_id: string) => ({ updateOne: { filter: { _id }, update: { $inc: { tally: -1 } } } });
      await stage.things.insertOne({ _id: 'd' });
      await stage.things.bulkWrite(['a', 'd'].map(add), { ordered: false });
      assert.deepEqual(await stage.things.find({}, { sort: { _id: 1 } }).toArray(), [
        { _id: 'a', tally: 4, name: 'n' },
        { _id: 'b', name: 'n', tally: 3 },
        { _id: 'c', tally: 3.5, name: 'n' },
        { _id: 'd', tally: -1 },
      ]);
    });

    it('adds nothing to a text, and does the rest of the bulk', async () => {
      await stage.things.insertMany([
        { _id: 'a', name: 'text' },
        { _id: 'b', tally: 0 },
        { _id: 'c', tally: 1 },
      ]);
      const add = (_id: string, field: string) =>
        // Out of the compiler's sight: it knows that a text cannot be added to.
        JSON.parse(`{"updateOne":{"filter":{"_id":"${_id}"},"update":{"$inc":{"${field}":1}}}}`);
      const bulk = [add('b', 'tally'), add('c', 'tally'), add('a', 'name')];
      await assert.rejects(stage.things.bulkWrite(bulk, { ordered: false }));
      await assert.rejects(stage.things.updateMany({ name: 'text' }, bulk[2].updateOne.update));
      assert.deepEqual(await stage.things.find({}, { sort: { _id: 1 } }).toArray(), [
        { _id: 'a', name: 'text' },
        { _id: 'b', tally: 1 },
        { _id: 'c', tally: 2 },
      ]);
    });

    it('refuses an empty batch and an empty update', async () => {
      await assert.rejects(stage.things.insertMany([]));
      await assert.rejects(stage.things.bulkWrite([], { ordered: false }));
      await assert.rejects(stage.things.updateOne({ _id: 'a' }, {}));
    });

    it('shows a write to the reads asked for after it', async () => {
      const [, thing, count] = await Promise.all([
        stage.things
          .insertOne({ _id: 'a', count: 1 })
          .then(() => stage.things.updateOne({ _id: 'a' }, { $inc: { count: 1 } })),
        stage.things.insertOne({ _id: 'b' }).then(() => stage.things.findOne({ _id: 'b' })),
        stage.things
          .insertOne({ _id: 'c', name: 'c' })
          .then(() => stage.things.countDocuments({ name: 'c' })),
      ]);
      assert.deepEqual([thing, count], [{ _id: 'b' }, 1]);
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), { _id: 'a', count: 2 });
    });
  });
};
