import type { Cursor, Database, Documents, StoredDocument } from '../../src/base/documents.js';

export class ProcessDied extends Error {
  override readonly name = 'ProcessDied';
}

export interface DyingDatabase extends Pick<Database, 'collection'> {
  /** Store calls made so far, with what each was. */
  readonly calls: () => readonly string[];
}

/** When the process dies: before its n-th store call, or when that has taken effect but before its answer came. */
export interface Death {
  readonly atCall: number;
  readonly when: 'before' | 'after';
}

/** A database whose every call fails from one point on, as if the process had been killed there. */
export const dyingDatabase = (database: Pick<Database, 'collection'>, death: Death): DyingDatabase => {
  const calls: string[] = [];

  const attempt = async <Result>(call: string, run: () => Promise<Result>): Promise<Result> => {
    calls.push(call);
    const number = calls.length;
    const isDead = number > death.atCall || (number === death.atCall && death.when === 'before');
    if (isDead) throw new ProcessDied(call);
    const result = await run();
    if (number === death.atCall) throw new ProcessDied(call);
    return result;
  };

  const cursor = <T>(call: string, open: () => Cursor<T>): Cursor<T> => ({
    toArray: () => attempt(call, () => open().toArray()),
    close: async () => undefined,
    [Symbol.asyncIterator]: async function* () {
      yield* await attempt(call, () => open().toArray());
    },
  });

  const wrap = <T extends StoredDocument>(documents: Documents<T>, name: string): Documents<T> => ({
    findOne: (...args) => attempt(`${name}.findOne`, () => documents.findOne(...args)),
    find: (...args) => cursor(`${name}.find`, () => documents.find(...args)),
    countDocuments: (...args) => attempt(`${name}.count`, () => documents.countDocuments(...args)),
    insertOne: (...args) => attempt(`${name}.insertOne`, () => documents.insertOne(...args)),
    insertMany: (...args) => attempt(`${name}.insertMany`, () => documents.insertMany(...args)),
    updateOne: (...args) => attempt(`${name}.updateOne`, () => documents.updateOne(...args)),
    updateMany: (...args) => attempt(`${name}.updateMany`, () => documents.updateMany(...args)),
    findOneAndUpdate: (...args) =>
      attempt(`${name}.findOneAndUpdate`, () => documents.findOneAndUpdate(...args)),
    deleteOne: (...args) => attempt(`${name}.deleteOne`, () => documents.deleteOne(...args)),
    deleteMany: (...args) => attempt(`${name}.deleteMany`, () => documents.deleteMany(...args)),
    bulkWrite: (...args) => attempt(`${name}.bulkWrite`, () => documents.bulkWrite(...args)),
  });

  return { calls: () => calls, collection: (spec) => wrap(database.collection(spec), spec.name) };
};
