import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { idsOf, type Stage } from './stage.js';
import type { Thing } from './thing.js';

/** Part of the contract: see documents-contract.ts. */
export const describeReading = (stage: Stage): void => {
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
      await stage.things.insertOne(thing);
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }), thing);
      assert.deepEqual(await stage.things.findOne({ name: thing.name ?? '' }), thing);
    });

    it('keeps a number and the same number as text apart, also as ids', async () => {
      await stage.things.insertMany([
        { _id: 1, mixed: 1 },
        { _id: '1', mixed: '1' },
      ]);
      assert.deepEqual(await stage.things.findOne({ _id: 1 }), { _id: 1, mixed: 1 });
      assert.deepEqual(await stage.found({ mixed: '1' }), ['1']);
    });

    it('keeps booleans apart from 1 and 0', async () => {
      await stage.things.insertMany([
        { _id: 'f', mixed: false },
        { _id: 'n0', mixed: 0 },
        { _id: 'n1', mixed: 1 },
        { _id: 't', mixed: true },
      ]);
      assert.deepEqual(await stage.found({ mixed: true }), ['t']);
      assert.deepEqual(await stage.found({ mixed: 1 }), ['n1']);
      assert.deepEqual(await stage.found({ mixed: { $in: [false, 1] } }), ['f', 'n1']);
      assert.deepEqual(await stage.found({ mixed: { $ne: false } }), ['n0', 'n1', 't']);
      assert.deepEqual(await stage.found({ mixed: { $gte: 0 } }), ['n0', 'n1']);
    });

    it('keeps integers up to 2^53 exact', async () => {
      const large = 2 ** 53 - 1;
      await stage.things.insertMany([
        { _id: large, count: large },
        { _id: large - 1, count: large - 1 },
      ]);
      assert.deepEqual(await stage.found({ count: large }), [large]);
      assert.deepEqual(await stage.found({ count: { $lt: large } }), [large - 1]);
      assert.deepEqual(await stage.found({ _id: large }), [large]);
    });

    it('finds every fraction it stored', async () => {
      const fractions = Array.from(
        { length: 500 },
        (_, index) => Math.sin(index + 1) * 10 ** ((index % 60) - 30),
      );
      await stage.things.insertMany(fractions.map((count, _id) => ({ _id, count })));
      for (const [_id, count] of fractions.entries()) assert.deepEqual(await stage.found({ count }), [_id]);
      assert.equal(await stage.things.countDocuments({ count: { $in: fractions } }), fractions.length);
    });

    it('takes null for null or missing, and $ne for missing too', async () => {
      await stage.things.insertMany([
        { _id: 'missing' },
        { _id: 'null', count: null, inner: {} },
        { _id: 'one', count: 1, inner: { count: 1 } },
      ]);
      assert.deepEqual(await stage.found({ count: null }), ['missing', 'null']);
      assert.deepEqual(await stage.found({ 'inner.count': null }), ['missing', 'null']);
      assert.deepEqual(await stage.found({ count: { $ne: 1 } }), ['missing', 'null']);
      assert.deepEqual(await stage.found({ count: { $ne: null } }), ['one']);
      assert.deepEqual(await stage.found({ count: { $in: [null, 1] } }), ['missing', 'null', 'one']);
      assert.deepEqual(await stage.found({ count: null, _id: { $ne: 'null' } }), ['missing']);
    });

    it('tells missing from null by $exists', async () => {
      await stage.things.insertMany([
        { _id: 'missing' },
        { _id: 'null', count: null },
        { _id: 'one', count: 1 },
      ]);
      assert.deepEqual(await stage.found({ count: { $exists: false } }), ['missing']);
      assert.deepEqual(
        await stage.found({ _id: { $in: ['missing', 'null', 'one'] }, count: { $exists: true } }),
        ['null', 'one'],
      );
    });

    it('keeps a range inside its own type', async () => {
      await stage.things.insertMany([
        { _id: 'n', mixed: 5 },
        { _id: 's', mixed: '5' },
        { _id: 't', mixed: true },
        { _id: 'x', mixed: null },
      ]);
      assert.deepEqual(await stage.found({ mixed: { $gt: 1 } }), ['n']);
      assert.deepEqual(await stage.found({ mixed: { $lt: 9 } }), ['n']);
      assert.deepEqual(await stage.found({ mixed: { $gte: '' } }), ['s']);
      assert.deepEqual(await stage.found({ mixed: { $lte: '9' } }), ['s']);
    });

    it('finds nothing by an empty $in', async () => {
      await stage.things.insertMany([{ _id: 'a', count: 1 }, { _id: 'b' }]);
      assert.deepEqual(await stage.found({ count: { $in: [] } }), []);
    });

    it('joins $or with the other conditions', async () => {
      await stage.things.insertMany([
        { _id: 'a', name: 'x', count: 1 },
        { _id: 'b', name: 'x', count: 2 },
        { _id: 'c', name: 'y', count: 1 },
      ]);
      assert.deepEqual(await stage.found({ name: 'x', $or: [{ count: 1 }, { _id: 'b' }, { _id: 'c' }] }), [
        'a',
        'b',
      ]);
    });

    it('sorts missing first, then numbers, texts and booleans', async () => {
      const rising = [undefined, -1, 0.5, 10, '', 'Z', 'a', 'aa', 'ä', '～', false, true];
      await stage.things.insertMany(
        rising.map((mixed, _id) => (mixed === undefined ? { _id } : { _id, mixed })).toReversed(),
      );
      const up = await stage.things.find({}, { sort: { mixed: 1, _id: 1 } }).toArray();
      assert.deepEqual(idsOf(up), [...rising.keys()]);
      const down = await stage.things.find({}, { sort: { mixed: -1, _id: 1 }, skip: 1, limit: 3 }).toArray();
      assert.deepEqual(idsOf(down), [10, 9, 8]);
    });

    it('compares texts by their bytes in UTF-8', async (t) => {
      if (stage.database.gaps.has('byte order of texts'))
        return t.skip(`not verified on ${stage.database.server}`);
      // In UTF-16, as Java and JavaScript compare, they come the other way round.
      await stage.things.insertMany([
        { _id: '😀', name: '😀' },
        { _id: '～', name: '～' },
      ]);
      assert.deepEqual(await stage.found({}), ['～', '😀']);
      assert.deepEqual(await stage.found({ name: { $gt: '～' } }), ['😀']);
    });

    it('returns the projected fields and _id', async () => {
      await stage.things.insertOne({ _id: 'a', count: 1, name: 'n', inner: { count: 2, name: 'i' } });
      const options = { projection: { name: 1, 'inner.count': 1 } } as const;
      assert.deepEqual(await stage.things.findOne({ _id: 'a' }, options), {
        _id: 'a',
        name: 'n',
        inner: { count: 2 },
      });
      assert.deepEqual(await stage.things.find({ count: 1 }, { projection: { _id: 1 } }).toArray(), [
        { _id: 'a' },
      ]);
    });

    it('reads by a cursor and counts up to a bound', async () => {
      await stage.things.insertMany(Array.from({ length: 250 }, (_, _id) => ({ _id, count: _id })));
      const seen: (string | number)[] = [];
      for await (const { _id } of stage.things.find({ count: { $gte: 0 } }, { sort: { count: 1 } }))
        seen.push(_id);
      assert.deepEqual(seen, [...Array(250).keys()]);
      assert.equal(await stage.things.countDocuments({ count: { $gte: 50 } }), 200);
      assert.equal(await stage.things.countDocuments({ count: { $gte: 50 } }, { limit: 7 }), 7);
    });

    it('answers null where nothing matches', async () => {
      assert.equal(await stage.things.findOne({ _id: 'none' }), null);
    });
  });
};
