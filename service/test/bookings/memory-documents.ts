import type {
  DocumentId,
  Documents,
  Filter,
  FindOptions,
  StoredDocument,
  Update,
} from '../../src/base/documents.js';

/** How a store call is carried out: at once, after a scheduler's decision, or not at all. `run` is the atomic effect. */
export type Carry = <Result>(label: string, run: () => Result) => Promise<Result>;

export const atOnce: Carry = async (_label, run) => run();

class DuplicateKey extends Error {
  readonly code = 11000;
}

const isConditions = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isOrdered = (left: unknown, right: unknown, holds: (difference: number) => boolean): boolean => {
  if (typeof left === 'number' && typeof right === 'number') return holds(left - right);
  return (
    typeof left === 'string' && typeof right === 'string' && holds(left < right ? -1 : Number(left > right))
  );
};

const satisfies = (operator: string, value: unknown, operand: unknown): boolean => {
  switch (operator) {
    case '$in':
      return Array.isArray(operand) && operand.includes(value);
    case '$gte':
      return isOrdered(value, operand, (difference) => difference >= 0);
    case '$gt':
      return isOrdered(value, operand, (difference) => difference > 0);
    case '$lte':
      return isOrdered(value, operand, (difference) => difference <= 0);
    case '$lt':
      return isOrdered(value, operand, (difference) => difference < 0);
    default:
      throw new Error(`the memory store knows no ${operator}`);
  }
};

const matches = (document: object, filter: object): boolean =>
  Object.entries(filter).every(([path, wanted]: [string, unknown]) => {
    const value: unknown = Reflect.get(document, path);
    if (!isConditions(wanted)) return (value ?? null) === wanted;
    return Object.entries(wanted).every(([operator, operand]) => satisfies(operator, value, operand));
  });

const updated = <T extends StoredDocument>(document: T, update: Update<T>): T => {
  const next = { ...document };
  const { $set = {}, $unset = {}, $inc = {} } = update;
  for (const [path, value] of Object.entries($set)) Reflect.set(next, path, value);
  for (const path of Object.keys($unset)) Reflect.deleteProperty(next, path);
  for (const [path, by] of Object.entries($inc))
    Reflect.set(next, path, Number(Reflect.get(next, path) ?? 0) + Number(by));
  return next;
};

const inOrder = <T extends StoredDocument>(rows: readonly T[], { sort = {}, limit }: FindOptions<T>): T[] => {
  const sorted = [...rows].sort((left, right) => {
    for (const [path, direction] of Object.entries(sort)) {
      const [a, b] = [Reflect.get(left, path), Reflect.get(right, path)];
      if (a !== b) return (a < b ? -1 : 1) * (direction === -1 ? -1 : 1);
    }
    return left._id < right._id ? -1 : 1;
  });
  return limit === undefined ? sorted : sorted.slice(0, limit);
};

/**
 * The part of the port that bookings use, over a map that several of these may share: each stands for one process.
 * Stored documents are replaced, never changed, so a reader keeps what it read.
 */
export const createMemoryDocuments = <T extends StoredDocument>(
  name: string,
  rows: Map<DocumentId, T>,
  carry: Carry,
): Documents<T> => {
  const select = (filter: Filter<T>): T[] => [...rows.values()].filter((row) => matches(row, filter));
  const insert = (document: T): void => {
    if (rows.has(document._id)) throw new DuplicateKey(`${name} has ${document._id}`);
    rows.set(document._id, document);
  };
  const change = (found: readonly T[], update: Update<T>): number => {
    for (const row of found) rows.set(row._id, updated(row, update));
    return found.length;
  };
  const remove = (found: readonly T[]): { readonly deletedCount: number } => {
    for (const row of found) rows.delete(row._id);
    return { deletedCount: found.length };
  };
  const counted = (count: number) => ({ matchedCount: count, modifiedCount: count, upsertedCount: 0 });
  const refuse = (): never => {
    throw new Error(`the memory store of ${name} cannot do this`);
  };

  return {
    findOne: (filter) => carry(`${name}.findOne`, () => select(filter)[0] ?? null),
    find: (filter, options = {}) => {
      const toArray = (): Promise<T[]> => carry(`${name}.find`, () => inOrder(select(filter), options));
      return {
        toArray,
        close: async () => undefined,
        [Symbol.asyncIterator]: async function* () {
          yield* await toArray();
        },
      };
    },
    countDocuments: (filter) => carry(`${name}.countDocuments`, () => select(filter).length),
    insertOne: (document) => carry(`${name}.insertOne`, () => insert(document)),
    insertMany: (documents) => carry(`${name}.insertMany`, () => documents.forEach(insert)),
    updateOne: (filter, update) =>
      carry(`${name}.updateOne`, () => counted(change(select(filter).slice(0, 1), update))),
    updateMany: (filter, update) =>
      carry(`${name}.updateMany`, () => counted(change(select(filter), update))),
    findOneAndUpdate: (filter, update) =>
      carry(`${name}.findOneAndUpdate`, () => {
        const found = select(filter).slice(0, 1);
        change(found, update);
        return rows.get(found[0]?._id ?? '') ?? null;
      }),
    deleteOne: (filter) => carry(`${name}.deleteOne`, () => remove(select(filter).slice(0, 1))),
    deleteMany: (filter) => carry(`${name}.deleteMany`, () => remove(select(filter))),
    bulkWrite: refuse,
  };
};
