import type { DatabaseInspection } from './database-inspection.js';

/**
 * The storage port: the narrow, closed subset of the MongoDB driver's `Collection` that stores are written against.
 * The driver's class satisfies it as it is (see `storage/mongo/port-proof.ts`); the embedded engine implements it.
 * Documents are plain JSON; instants are integers (epoch ms). Anything outside this file is refused by the embedded engine.
 */
export type Scalar = string | number | boolean | null;
export type Json = Scalar | readonly Json[] | { readonly [key: string]: Json };
export type DocumentId = string | number;

/** Every stored document: JSON with a string or integer `_id`. */
export interface StoredDocument {
  readonly _id: DocumentId;
}

type Nested<T> =
  NonNullable<T> extends readonly unknown[] ? never : NonNullable<T> extends object ? NonNullable<T> : never;

/** Dotted paths into a document, three levels deep, never through arrays. */
export type Path<T> = PathAt<T, 3>;
type Shallower = [never, never, 1, 2];
type PathAt<T, Depth extends number> = [Depth] extends [never]
  ? never
  : {
      [K in keyof T & string]:
        | K
        | ([Nested<T[K]>] extends [never]
            ? never
            : `${K}.${PathAt<Nested<T[K]>, Shallower[Depth] & number>}`);
    }[keyof T & string];

export type PathValue<T, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T
    ? PathValue<NonNullable<T[Head]>, Rest>
    : never
  : P extends keyof T
    ? T[P]
    : never;

/** What one field of a filter may say. `null` (where the field's type has it) means "null or missing"; `$ne` matches a missing field. */
export type Condition<V> =
  | V
  | {
      readonly $in?: readonly V[];
      readonly $ne?: V;
      readonly $gt?: V;
      readonly $gte?: V;
      readonly $lt?: V;
      readonly $lte?: V;
      readonly $exists?: boolean;
    };

type Fields<T> = { readonly [P in Path<T>]?: Condition<Exclude<PathValue<T, P>, undefined>> };
export type Filter<T> = Fields<T> & { readonly $or?: Filter<T>[] };

type Assign<T> = { readonly [P in Path<T>]?: Exclude<PathValue<T, P>, undefined> };
type NumberPath<T> = {
  [P in Path<T>]: Exclude<PathValue<T, P>, undefined | null> extends number ? P : never;
}[Path<T>];

/** `$setOnInsert` counts only where the write is an upsert. */
export interface Update<T> {
  readonly $set?: Assign<T>;
  readonly $unset?: { readonly [P in Path<T>]?: 1 };
  readonly $inc?: { readonly [P in NumberPath<T>]?: number };
  readonly $setOnInsert?: Assign<T>;
}

export type Sort<T> = { readonly [P in Path<T>]?: 1 | -1 };
/** Fields to return (`_id` always comes along). */
export type Projection<T> = { readonly [P in Path<T>]?: 1 };

export interface FindOptions<T> {
  readonly sort?: Sort<T>;
  readonly skip?: number;
  readonly limit?: number;
  readonly projection?: Projection<T>;
}

export interface Cursor<T> extends AsyncIterable<T> {
  readonly toArray: () => Promise<T[]>;
  readonly close: () => Promise<void>;
}

export interface UpdateOutcome {
  readonly matchedCount: number;
  readonly modifiedCount: number;
  readonly upsertedCount: number;
}

export type BulkWrite<T> =
  | { readonly insertOne: { readonly document: T } }
  | {
      readonly updateOne: {
        readonly filter: Filter<T>;
        readonly update: Update<T>;
        readonly upsert?: boolean;
      };
    }
  | { readonly deleteOne: { readonly filter: Filter<T> } };

/**
 * One collection. A duplicate `_id` rejects with an error whose `code` is 11000 (see `isDuplicateKey`).
 * Every single-document write carries `_id` in its filter (sharding); `updateMany` and `deleteMany` need not.
 */
export interface Documents<T extends StoredDocument> {
  readonly findOne: (filter: Filter<T>, options?: FindOptions<T>) => Promise<T | null>;
  readonly find: (filter: Filter<T>, options?: FindOptions<T>) => Cursor<T>;
  readonly countDocuments: (filter: Filter<T>, options?: { readonly limit?: number }) => Promise<number>;
  readonly insertOne: (document: T) => Promise<unknown>;
  readonly insertMany: (
    documents: readonly T[],
    options?: { readonly ordered?: boolean },
  ) => Promise<unknown>;
  readonly updateOne: (
    filter: Filter<T>,
    update: Update<T>,
    options?: { readonly upsert?: boolean },
  ) => Promise<UpdateOutcome>;
  readonly updateMany: (filter: Filter<T>, update: Update<T>) => Promise<UpdateOutcome>;
  readonly findOneAndUpdate: (
    filter: Filter<T>,
    update: Update<T>,
    options: { readonly returnDocument: 'before' | 'after'; readonly upsert?: boolean },
  ) => Promise<T | null>;
  readonly deleteOne: (filter: Filter<T>) => Promise<{ readonly deletedCount: number }>;
  readonly deleteMany: (filter: Filter<T>) => Promise<{ readonly deletedCount: number }>;
  readonly bulkWrite: (
    writes: readonly BulkWrite<T>[],
    options: { readonly ordered: false },
  ) => Promise<{
    readonly matchedCount: number;
    readonly upsertedCount: number;
    readonly insertedCount: number;
  }>;
}

/** A collection as its store declares it: the name, and every index its filters and sorts need. */
export interface CollectionSpec<T extends StoredDocument> {
  readonly name: string;
  /** Each index is an ordered list of scalar paths; `_id` is indexed anyhow. */
  readonly indexes: readonly (readonly Path<T>[])[];
}

export const collectionSpec = <T extends StoredDocument>(spec: CollectionSpec<T>): CollectionSpec<T> => spec;

/** What the rest of the service sees of an open database. */
export interface Database {
  readonly engine: 'embedded' | 'mongodb';
  readonly collection: <T extends StoredDocument>(spec: CollectionSpec<T>) => Documents<T>;
  /** Creates the indexes of every collection asked for so far; resolves when they serve. */
  readonly ensureIndexes: () => Promise<void>;
  /** The server's clock, epoch ms (the local clock when embedded). */
  readonly serverNow: () => Promise<number>;
  /** Rejects while the database cannot answer. */
  readonly ping: () => Promise<void>;
  /** Looks at what is there; makes nothing. */
  readonly inspect: () => Promise<DatabaseInspection>;
  readonly close: () => Promise<void>;
}

export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 11000;
