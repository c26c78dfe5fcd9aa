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
  /** What it was called with. */
  readonly given?: readonly unknown[];
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
    const call = <Result>(
      method: string,
      given: readonly unknown[],
      run: () => Promise<Result>,
    ): Promise<Result> => traced({ collection: spec.name, method, given }, run);
    const followed = (given: readonly unknown[], open: () => Cursor<T>): Cursor<T> => ({
      toArray: () => call('find', given, () => open().toArray()),
      close: async () => undefined,
      [Symbol.asyncIterator]: () => open()[Symbol.asyncIterator](),
    });
    return {
      findOne: (...given) => call('findOne', given, () => inner.findOne(...given)),
      find: (...given) => followed(given, () => inner.find(...given)),
      countDocuments: (...given) => call('countDocuments', given, () => inner.countDocuments(...given)),
      insertOne: (document) => call('insertOne', [document], () => inner.insertOne(document)),
      insertMany: (...given) => call('insertMany', given, () => inner.insertMany(...given)),
      updateOne: (...given) => call('updateOne', given, () => inner.updateOne(...given)),
      updateMany: (...given) => call('updateMany', given, () => inner.updateMany(...given)),
      findOneAndUpdate: (...given) => call('findOneAndUpdate', given, () => inner.findOneAndUpdate(...given)),
      deleteOne: (filter) => call('deleteOne', [filter], () => inner.deleteOne(filter)),
      deleteMany: (filter) => call('deleteMany', [filter], () => inner.deleteMany(filter)),
      bulkWrite: (...given) => call('bulkWrite', given, () => inner.bulkWrite(...given)),
    };
  };

  return { collection, calls, isBusy: () => underWay > 0 };
};
