import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { type Documents, isDuplicateKey } from '../../src/base/documents.js';
import { filter, guardedWrites, idArbitrary, sort, thing, update } from './arbitrary-documents.js';
import { matches, sorted, updated } from './model.js';
import type { TestDatabase } from './open-test-database.js';
import { type Thing, thingCollection } from './thing.js';

/** The model: documents by id, in no order that matters. */
type Model = Map<string | number, unknown>;

/** Does one thing to both and compares what they answer. */
type Take = (things: Documents<Thing>, model: Model) => Promise<void>;

/** `what` is there to be read in a counterexample. */
interface Step {
  readonly kind: string;
  readonly what: unknown;
  readonly take: Take;
}

const stepOf = <A>(kind: string, what: fc.Arbitrary<A>, toTake: (what: A) => Take): fc.Arbitrary<Step> =>
  what.map((chosen) => ({ kind, what: chosen, take: toTake(chosen) }));

const insert = stepOf('insert', thing, (document) => async (things, model) => {
  const inserting = things.insertOne(document);
  if (model.has(document._id)) await assert.rejects(inserting, isDuplicateKey);
  else await inserting;
  if (!model.has(document._id)) model.set(document._id, document);
});

const find = stepOf(
  'find',
  fc.record({ filter, sort, skip: fc.integer({ min: 0, max: 3 }), limit: fc.integer({ min: 1, max: 20 }) }),
  ({ filter, ...options }) =>
    async (things, model) => {
      const { skip, limit } = options;
      const all = sorted(
        [...model.values()].filter((document) => matches(document, filter)),
        options.sort,
      );
      assert.deepEqual(await things.find(filter, options).toArray(), all.slice(skip, skip + limit));
      assert.equal(await things.countDocuments(filter), all.length);
      assert.deepEqual(await things.findOne(filter, { sort: options.sort }), all[0] ?? null);
    },
);

const updateOne = stepOf(
  'updateOne',
  fc.record({ _id: idArbitrary, filter, update }),
  ({ _id, filter, update }) =>
    async (things, model) => {
      const before = model.get(_id);
      const wanted = { ...filter, _id };
      const isMatch = before !== undefined && matches(before, wanted);
      const after = isMatch ? updated(before, update) : null;
      const options = { returnDocument: 'after' } as const;
      assert.deepEqual(await things.findOneAndUpdate(wanted, update, options), after);
      if (after !== null) model.set(_id, after);
    },
);

const updateMany = stepOf(
  'updateMany',
  fc.record({ filter, update }),
  ({ filter, update }) =>
    async (things, model) => {
      const hit = [...model].filter(([, document]) => matches(document, filter));
      const outcome = await things.updateMany(filter, update);
      assert.equal(outcome.matchedCount, hit.length);
      for (const [_id, document] of hit) model.set(_id, updated(document, update));
    },
);

const bulkWrite = stepOf('bulkWrite', guardedWrites, (writes) => async (things, model) => {
  let matched = 0;
  for (const { filter, update } of writes) {
    const hit = [...model].find(([, document]) => matches(document, filter));
    if (hit === undefined) continue;
    model.set(hit[0], updated(hit[1], update));
    matched += 1;
  }
  const outcome = await things.bulkWrite(
    writes.map((updateOne) => ({ updateOne })),
    { ordered: false },
  );
  assert.equal(outcome.matchedCount, matched);
});

const deleteSome = stepOf(
  'deleteSome',
  fc.record({ _id: idArbitrary, filter, isMany: fc.boolean() }),
  ({ _id, filter, isMany }) =>
    async (things, model) => {
      const wanted = isMany ? filter : { ...filter, _id };
      const hit = [...model].filter(([, document]) => matches(document, wanted));
      const outcome = isMany ? await things.deleteMany(wanted) : await things.deleteOne(wanted);
      assert.equal(outcome.deletedCount, hit.length);
      for (const [key] of hit) model.delete(key);
    },
);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: insert },
  { weight: 6, arbitrary: find },
  { weight: 3, arbitrary: updateOne },
  { weight: 1, arbitrary: updateMany },
  { weight: 2, arbitrary: bulkWrite },
  { weight: 1, arbitrary: deleteSome },
);

/** Random documents, filters, sorts and updates, compared with a naive filter over an array. */
export const describeRandomly = (
  engine: string,
  { open, runs }: { readonly open: () => Promise<TestDatabase>; readonly runs: number },
): void => {
  describe(`documents at random on ${engine}`, () => {
    let database: TestDatabase;
    let things: Documents<Thing>;
    before(async () => {
      database = await open();
      things = database.collection(thingCollection);
      await database.ensureIndexes();
    });
    after(() => database.close());

    it('answers as a plain filter over all documents does', async () => {
      const compare = async (documents: readonly Thing[], steps: readonly Step[]): Promise<void> => {
        await things.deleteMany({});
        const model: Model = new Map(documents.map((document) => [document._id, document]));
        if (documents.length > 0) await things.insertMany(documents);
        for (const { take } of steps) await take(things, model);
        const left = await things.find({}, { sort: { _id: 1 } }).toArray();
        assert.deepEqual(left, sorted([...model.values()], { _id: 1 }));
      };
      const documents = fc.uniqueArray(thing, { selector: ({ _id }) => _id, maxLength: 15 });
      const property = fc.asyncProperty(documents, fc.array(step, { maxLength: 30 }), compare);
      await fc.assert(property, { numRuns: runs });
    });
  });
};
