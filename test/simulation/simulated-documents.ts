import {
  type BulkWrite,
  type Documents,
  type Filter,
  isDuplicateKey,
  type StoredDocument,
  type Update,
  type UpdateOutcome,
} from '#service/base/documents.js';
import { BulkWriteFailed, type WriteFault } from '#service/storage/errors.js';
import type { Rows } from './rows.js';

/** A call as the server carries it out: it may do others' calls wherever this one yields. */
export type Steps<Result> = Iterator<undefined, Result, undefined>;
type Course<Result> = Generator<undefined, Result, undefined>;

/** Done all at once. */
export const oneStep = <Result>(run: () => Result): Steps<Result> => ({
  next: () => ({ done: true, value: run() }),
});

export interface StoreCall {
  /** `deliveries.updateMany` */
  readonly label: string;
  readonly isWrite: boolean;
  /** What it asks for, for people. */
  readonly detail: () => string;
}

/** Brings a call to the server and its answer back, or not. */
export type Carry = <Result>(call: StoreCall, steps: () => Steps<Result>) => Promise<Result>;

const nothing: UpdateOutcome = { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 };

interface UpdateOne<T> {
  readonly filter: Filter<T>;
  readonly update: Update<T>;
  readonly upsert?: boolean;
}

function* updateOne<T extends StoredDocument>(
  rows: Rows<T>,
  { filter, update, upsert }: UpdateOne<T>,
): Course<UpdateOutcome> {
  const [found] = rows.find(filter);
  const outcome = found === undefined ? nothing : rows.update(found._id, filter, update);
  if (found === undefined && Object.keys(update).length === 0) throw new Error('an empty update');
  if (outcome.matchedCount > 0 || upsert !== true) return outcome;
  // Looked for and not found; somebody else may insert it now.
  yield;
  rows.insertByUpsert(filter, update);
  return { ...nothing, upsertedCount: 1 };
}

function* updateMany<T extends StoredDocument>(
  rows: Rows<T>,
  { filter, update }: UpdateOne<T>,
): Course<UpdateOutcome> {
  let [matchedCount, modifiedCount] = [0, 0];
  for (const { _id } of rows.find(filter)) {
    const one = rows.update(_id, filter, update);
    matchedCount += one.matchedCount;
    modifiedCount += one.modifiedCount;
    yield;
  }
  return { matchedCount, modifiedCount, upsertedCount: 0 };
}

function* deleteMany<T extends StoredDocument>(
  rows: Rows<T>,
  filter: Filter<T>,
): Course<{ readonly deletedCount: number }> {
  let deletedCount = 0;
  for (const { _id } of rows.find(filter)) {
    if (rows.remove(_id, filter)) deletedCount += 1;
    yield;
  }
  return { deletedCount };
}

const faultAt = (index: number, error: unknown): WriteFault => ({
  index,
  code: isDuplicateKey(error) ? 11000 : undefined,
  errmsg: String(error),
});

function* insertMany<T extends StoredDocument>(
  rows: Rows<T>,
  documents: readonly T[],
  isOrdered: boolean,
): Course<void> {
  if (documents.length === 0) throw new Error('an empty batch');
  const faults: WriteFault[] = [];
  for (const [index, document] of documents.entries()) {
    try {
      rows.insert(document);
    } catch (error) {
      faults.push(faultAt(index, error));
      if (isOrdered) break;
    }
    yield;
  }
  if (faults.length > 0) throw new BulkWriteFailed(faults);
}

interface BulkCounts {
  matchedCount: number;
  upsertedCount: number;
  insertedCount: number;
}

function* writeOne<T extends StoredDocument>(
  rows: Rows<T>,
  write: BulkWrite<T>,
  counts: BulkCounts,
): Course<void> {
  if ('updateOne' in write) {
    const { matchedCount, upsertedCount } = yield* updateOne(rows, write.updateOne);
    counts.matchedCount += matchedCount;
    counts.upsertedCount += upsertedCount;
  } else if ('insertOne' in write) {
    rows.insert(write.insertOne.document);
    counts.insertedCount += 1;
  } else {
    const [found] = rows.find(write.deleteOne.filter);
    if (found !== undefined) rows.remove(found._id, write.deleteOne.filter);
  }
}

function* bulkWrite<T extends StoredDocument>(
  rows: Rows<T>,
  writes: readonly BulkWrite<T>[],
): Course<Readonly<BulkCounts>> {
  if (writes.length === 0) throw new Error('an empty batch');
  const counts: BulkCounts = { matchedCount: 0, upsertedCount: 0, insertedCount: 0 };
  const faults: WriteFault[] = [];
  for (const [index, write] of writes.entries()) {
    try {
      yield* writeOne(rows, write, counts);
    } catch (error) {
      faults.push(faultAt(index, error));
    }
    yield;
  }
  if (faults.length > 0) throw new BulkWriteFailed(faults);
  return counts;
}

/** The documents port over shared rows: one document at a time is changed, and others' calls come in between, as on MongoDB. */
export const createSimulatedDocuments = <T extends StoredDocument>(
  rows: Rows<T>,
  carry: Carry,
): Documents<T> => {
  const call = (method: string, asked: unknown, isWrite = true): StoreCall => ({
    label: `${rows.name}.${method}`,
    isWrite,
    detail: () => JSON.stringify(asked),
  });
  const read = <Result>(method: string, asked: unknown, run: () => Result): Promise<Result> =>
    carry(call(method, asked, false), () => oneStep(run));

  return {
    findOne: (filter, options) => read('findOne', filter, () => rows.find(filter, options)[0] ?? null),
    find: (filter, options) => {
      const toArray = (): Promise<T[]> => read('find', filter, () => rows.find(filter, options));
      return {
        toArray,
        close: async () => undefined,
        [Symbol.asyncIterator]: async function* () {
          yield* await toArray();
        },
      };
    },
    countDocuments: (filter, { limit = Number.POSITIVE_INFINITY } = {}) =>
      read('countDocuments', filter, () => Math.min(rows.find(filter).length, limit)),
    insertOne: (document) =>
      carry(call('insertOne', document._id), () => oneStep(() => rows.insert(document))),
    insertMany: (documents, { ordered = true } = {}) =>
      carry(
        call(
          'insertMany',
          documents.map(({ _id }) => _id),
        ),
        () => insertMany(rows, documents, ordered),
      ),
    updateOne: (filter, update, options) =>
      carry(call('updateOne', [filter, update]), () => updateOne(rows, { filter, update, ...options })),
    updateMany: (filter, update) =>
      carry(call('updateMany', [filter, update]), () => updateMany(rows, { filter, update })),
    findOneAndUpdate: (filter, update, { returnDocument, upsert = false }) =>
      carry(call('findOneAndUpdate', [filter, update]), () =>
        oneStep(() => {
          const [before] = rows.find(filter);
          if (before !== undefined) rows.update(before._id, filter, update);
          else if (upsert) {
            const made = rows.insertByUpsert(filter, update);
            return returnDocument === 'after' ? made : null;
          }
          if (before === undefined) return null;
          return returnDocument === 'after' ? (rows.get(before._id) ?? null) : before;
        }),
      ),
    deleteOne: (filter) =>
      carry(call('deleteOne', filter), () =>
        oneStep(() => {
          const [found] = rows.find(filter);
          return { deletedCount: found !== undefined && rows.remove(found._id, filter) ? 1 : 0 };
        }),
      ),
    deleteMany: (filter) => carry(call('deleteMany', filter), () => deleteMany(rows, filter)),
    bulkWrite: (writes) => carry(call('bulkWrite', writes), () => bulkWrite(rows, writes)),
  };
};
