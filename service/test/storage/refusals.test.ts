import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { filterToSql } from '../../src/storage/embedded/filter.js';
import { segmentsOf } from '../../src/storage/embedded/path.js';
import { checkId, checkPlain } from '../../src/storage/embedded/plain-json.js';
import { projectedPaths, readPlan } from '../../src/storage/embedded/read-plan.js';
import { compileUpdate } from '../../src/storage/embedded/update.js';
import { IndexMissing, OutsideThePort, UpdateRefused } from '../../src/storage/errors.js';
import { openEmbeddedTestDatabase } from './open-test-database.js';
import { thingCollection } from './thing.js';

const refused = (cases: Readonly<Record<string, unknown>>, attempt: (value: unknown) => unknown): void => {
  for (const [name, value] of Object.entries(cases))
    it(`refuses ${name}`, () => assert.throws(() => attempt(value), OutsideThePort));
};

describe('filters outside the port', () => {
  refused(
    {
      'no object': 'a',
      'an unknown operator': { count: { $mod: [2, 0] } },
      'an unknown operator beside a known one': { count: { $gt: 1, $where: 'true' } },
      'the name of an inherited property as operator': { count: { constructor: 1 } },
      'an operator at the top': { $where: 'true' },
      $and: { $and: [{ count: 1 }] },
      $nor: { $nor: [{ count: 1 }] },
      'an operator within $or': { $or: [{ count: 1 }, { count: { $not: { $gt: 1 } } }] },
      'an empty $or': { $or: [] },
      'undefined as a value': { count: undefined },
      'undefined in $in': { count: { $in: [undefined] } },
      'undefined in a range': { count: { $gt: undefined } },
      'a Date': { count: new Date(0) },
      'a Date in a range': { count: { $lt: new Date(0) } },
      NaN: { count: Number.NaN },
      Infinity: { count: { $lt: Number.POSITIVE_INFINITY } },
      'a bigint': { count: 1n },
      'a regular expression': { name: /a/ },
      $regex: { name: { $regex: 'a' } },
      'an array': { list: [1] },
      'an array in $in': { list: { $in: [[1]] } },
      'an object': { inner: { count: 1 } },
      'an empty object': { inner: {} },
      'null in a range': { count: { $gte: null } },
      'a boolean in a range': { isOpen: { $gt: false } },
      '$exists with a number': { count: { $exists: 1 } },
      '$in without an array': { count: { $in: 1 } },
      'a quote in a path': { 'name"': 1 },
      'an empty path': { '': 1 },
      'a path below _id': { '_id.a': 1 },
      'a class instance': new Map(),
    },
    filterToSql,
  );
});

describe('updates outside the port', () => {
  refused(
    {
      'nothing at all': {},
      'a replacement document': { name: 'n' },
      'an unknown operator': { $push: { list: 1 } },
      'an unknown operator beside a known one': { $set: { name: 'n' }, $rename: { name: 'count' } },
      'a pipeline': [{ $set: { name: 'n' } }],
      'a change of _id': { $set: { _id: 'b' } },
      'two changes of one field': { $set: { count: 1 }, $inc: { count: 1 } },
      'a change of a field and of a part of it': { $set: { inner: {}, 'inner.count': 1 } },
      undefined: { $set: { name: undefined } },
      'undefined inside': { $set: { inner: { name: undefined } } },
      'a Date': { $set: { count: new Date(0) } },
      NaN: { $inc: { count: Number.NaN } },
      'an increment that is no number': { $inc: { count: '1' } },
      'a positional path': { $set: { 'list.$': 1 } },
      'a path to the prototype': { $set: { '__proto__.count': 1 } },
      'an operator as a field name': { $set: { inner: { $gt: 1 } } },
    },
    compileUpdate,
  );
});

describe('documents outside the port', () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  refused(
    {
      undefined: { a: undefined },
      'a hole in an array': { a: new Array(1) },
      NaN: { a: [Number.NaN] },
      'a Date': { a: new Date(0) },
      'a class instance': { a: new Set() },
      'a function': { a: () => 1 },
      'a field name with a dot': { 'a.b': 1 },
      'a field name with $': { a: { $b: 1 } },
      'an empty field name': { '': 1 },
      'a circle': { cyclic },
    },
    (value) => checkPlain(value, 'the document'),
  );
  refused(
    { 'a missing _id': undefined, 'a fraction as _id': 1.5, 'null as _id': null, 'an object as _id': {} },
    checkId,
  );
});

describe('options outside the port', () => {
  refused(
    {
      'a limit of 0': { limit: 0 },
      'a negative limit': { limit: -1 },
      'a fractional skip': { skip: 0.5 },
      'a sort by text': { sort: { name: 'asc' } },
      'an unknown option': { hint: 'x' },
    },
    (options) => readPlan({}, Object(options)),
  );
  refused(
    {
      'an exclusion': { name: 0 },
      'a field and a part of it': { inner: 1, 'inner.count': 1 },
      'an expression': { a: '$b' },
    },
    projectedPaths,
  );
  refused({ 'an SQL injection': "a')) OR 1 --", 'a wildcard': 'a.*', 'an index': 'a[0]' }, (path) =>
    segmentsOf(String(path)),
  );
});

describe('the embedded engine', () => {
  const open = async (requireIndexes: boolean) => {
    const database = await openEmbeddedTestDatabase(':memory:', { requireIndexes });
    return { database, things: database.collection(thingCollection) };
  };

  it('rejects, and does not throw, where a promise is promised', async () => {
    const { database, things } = await open(false);
    // Too wrong for the typed overload, as a caller in JavaScript would be.
    await assert.rejects(Reflect.apply(things.findOne, undefined, [{ count: { $mod: 2 } }]), OutsideThePort);
    await assert.rejects(
      Reflect.apply(things.insertOne, undefined, [{ _id: 'a', at: new Date(0) }]),
      OutsideThePort,
    );
    assert.equal(await things.countDocuments({}), 0);
    await database.close();
  });

  it('refuses a write to one document without _id in its filter', async () => {
    const { database, things } = await open(false);
    await assert.rejects(things.updateOne({ name: 'n' }, { $set: { count: 1 } }), OutsideThePort);
    await assert.rejects(things.deleteOne({ name: 'n' }), OutsideThePort);
    await database.close();
  });

  it('refuses an array or an object in an indexed field, on insert and on update', async () => {
    const { database } = await open(false);
    const loose = database.collection<{ _id: string; value?: readonly number[] | number }>({
      name: 'loose',
      indexes: [['value']],
    });
    await assert.rejects(loose.insertOne({ _id: 'a', value: [1] }), OutsideThePort);
    await loose.insertOne({ _id: 'a', value: 1 });
    await assert.rejects(loose.updateOne({ _id: 'a' }, { $set: { value: [1] } }), OutsideThePort);
    assert.deepEqual(await loose.findOne({ _id: 'a' }), { _id: 'a', value: 1 });
    await database.close();
  });

  it('refuses an increment out of the exact numbers', async () => {
    const { database, things } = await open(false);
    await things.insertOne({ _id: 'a', count: Number.MAX_SAFE_INTEGER });
    await assert.rejects(things.updateOne({ _id: 'a' }, { $inc: { count: 1 } }), UpdateRefused);
    await database.close();
  });

  it('tells, where indexes are required, which filter no declared index serves', async () => {
    const { database, things } = await open(true);
    await assert.rejects(things.findOne({ 'inner.name': 'n' }), IndexMissing);
    await assert.rejects(things.find({ count: { $ne: 1 } }).toArray(), IndexMissing);
    await assert.rejects(things.updateMany({ 'inner.name': 'n' }, { $set: { count: 1 } }), IndexMissing);
    await assert.rejects(things.deleteMany({ $or: [{ count: 1 }, { 'inner.name': 'n' }] }), IndexMissing);
    await things.find({ name: 'n', count: { $lt: 5 } }, { sort: { _id: 1 } }).toArray();
    await things.countDocuments({ 'inner.count': 1, isOpen: { $ne: true } });
    await things.find({}, { sort: { 'inner.name': 1 } }).toArray();
    await database.close();
  });

  it('breaks ties of a sort by _id', async () => {
    const { database, things } = await open(true);
    await things.insertMany([3, 1, 2].map((_id) => ({ _id, count: 7, name: 'n' })));
    const found = await things.find({ name: 'n' }, { sort: { count: -1 } }).toArray();
    assert.deepEqual(
      found.map(({ _id }) => _id),
      [1, 2, 3],
    );
    await database.close();
  });

  it('turns half a surrogate pair into U+FFFD, as the way to MongoDB does', async () => {
    const { database, things } = await open(true);
    await things.insertOne({ _id: 'a', name: 'x\ud800y' });
    assert.deepEqual(await things.findOne({ name: 'x\ud800y' }), { _id: 'a', name: 'x\ufffdy' });
    await database.close();
  });

  it('stores what was handed over, not what the caller made of it since', async () => {
    const { database, things } = await open(true);
    const document = { _id: 'a', list: [1] };
    const list = [2];
    const writes = [
      things.insertOne(document),
      things.updateOne({ _id: 'a' }, { $set: { 'inner.name': 'n', list } }),
    ];
    document.list.push(9);
    list.push(9);
    await Promise.all(writes);
    assert.deepEqual(await things.findOne({ _id: 'a' }), { _id: 'a', list: [2], inner: { name: 'n' } });
    await database.close();
  });

  it('rejects everything after close', async () => {
    const { database, things } = await open(true);
    await database.close();
    await assert.rejects(things.findOne({ _id: 'a' }), /closed/);
    await assert.rejects(things.insertOne({ _id: 'a' }), /closed/);
    await assert.rejects(database.ping(), /closed/);
  });
});
