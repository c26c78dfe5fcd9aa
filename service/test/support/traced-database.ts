import type {
  CollectionSpec,
  Cursor,
  Database,
  Documents,
  StoredDocument,
} from '../../src/base/documents.js';

export interface StoreCall {
  readonly collection: string;
  readonly method: string;
}

export interface Tracing {
  /** Calls so far, in order. */
  readonly calls: readonly StoreCall[];
  /** True while a call is under way. */
  readonly isBusy: () => boolean;
}

export interface Hooks {
  /** Before the call reaches the store; throwing means that it never does. */
  readonly before?: (call: StoreCall) => Promise<void> | void;
  /** After the store has done it; throwing means that its answer is lost. */
  readonly after?: (call: StoreCall) => Promise<void> | void;
}

export type TracedDatabase = Pick<Database, 'collection'> & Tracing;

/** Counts every call on a database, knows when it is at rest, and lets a test break in before and after each. */
export const traceDatabase = (database: Pick<Database, 'collection'>, hooks: Hooks = {}): TracedDatabase => {
  const calls: StoreCall[] = [];
  let underWay = 0;

  const busily = async <Result>(run: () => Promise<Result>): Promise<Result> => {
    underWay += 1;
    try {
      return await run();
    } finally {
      underWay -= 1;
    }
  };

  /** A hook that waits is not busy: it may wait for the clock. */
  const traced = async <Result>(call: StoreCall, run: () => Promise<Result>): Promise<Result> => {
    calls.push(call);
    await hooks.before?.(call);
    const result = await busily(run);
    await hooks.after?.(call);
    return result;
  };

  const collection = <T extends StoredDocument>(spec: CollectionSpec<T>): Documents<T> => {
    const inner = database.collection(spec);
    const call = <Result>(method: string, run: () => Promise<Result>): Promise<Result> =>
      traced({ collection: spec.name, method }, run);
    const followed = (open: () => Cursor<T>): Cursor<T> => ({
      toArray: () => call('find', () => open().toArray()),
      close: async () => undefined,
      [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
    });
    return {
      findOne: (...given) => call('findOne', () => inner.findOne(...given)),
      find: (...given) => followed(() => inner.find(...given)),
      countDocuments: (...given) => call('countDocuments', () => inner.countDocuments(...given)),
      insertOne: (document) => call('insertOne', () => inner.insertOne(document)),
      insertMany: (...given) => call('insertMany', () => inner.insertMany(...given)),
      updateOne: (...given) => call('updateOne', () => inner.updateOne(...given)),
      updateMany: (...given) => call('updateMany', () => inner.updateMany(...given)),
      findOneAndUpdate: (...given) => call('findOneAndUpdate', () => inner.findOneAndUpdate(...given)),
      deleteOne: (filter) => call('deleteOne', () => inner.deleteOne(filter)),
      deleteMany: (filter) => call('deleteMany', () => inner.deleteMany(filter)),
      bulkWrite: (...given) => call('bulkWrite', () => inner.bulkWrite(...given)),
    };
  };

  return { collection, calls, isBusy: () => underWay > 0 };
};
