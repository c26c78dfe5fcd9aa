import type { Documents, StoredDocument } from '../../base/documents.js';
import { OutsideThePort } from '../errors.js';
import { bulkWork, insertManyWork, sumCounts, throwFaults } from './bulk.js';
import { type CommitGroup, inSavepoint } from './commit-group.js';
import type { Connection } from './connection.js';
import { createCursor } from './cursor.js';
import { parseObject } from './plain-json.js';
import { project } from './project.js';
import { countPlan, projectedPaths, readPlan } from './read-plan.js';
import type { Table } from './table.js';
import {
  deleteManyWork,
  deleteOneWork,
  insertWork,
  updateManyWork,
  updateOneWork,
  type Work,
} from './write.js';

interface Parts {
  readonly connection: Connection;
  readonly table: Table;
  readonly group: CommitGroup;
}

/** The one place where text becomes a T: what a collection holds is what its own store put there. */
const parse = <T>(text: string): T => JSON.parse(text);

const parseOrNull = <T>(text: string | undefined): T | null => (text === undefined ? null : parse<T>(text));

interface Reading<T> {
  readonly texts: Work<readonly string[]>;
  readonly parse: (text: string) => T;
}

const readingOf = <T>(table: Table, filter: unknown, options: object): Reading<T> => {
  const { projection, ...others }: { projection?: unknown } = { ...options };
  const plan = readPlan(filter, others, table.keyOf);
  const paths = projectedPaths(projection);
  if (paths === undefined) return { texts: () => table.texts(plan), parse };
  // A projection of `_id` alone is answered from the index, without touching a document.
  if (paths.length === 1)
    return { texts: () => table.ids(plan).map((_id) => JSON.stringify({ _id })), parse };
  return {
    texts: () => table.texts(plan),
    parse: (text) => parse(JSON.stringify(project(parseObject(text), paths))),
  };
};

type Reads<T extends StoredDocument> = Pick<Documents<T>, 'findOne' | 'find' | 'countDocuments'>;

const createReads = <T extends StoredDocument>({ table, group }: Parts): Reads<T> => ({
  findOne: async (filter, options = {}) => {
    const reading = readingOf<T>(table, filter, { ...options, limit: 1 });
    const [text] = await group.read(reading.texts);
    return text === undefined ? null : reading.parse(text);
  },
  find: (filter, options = {}) => {
    const reading = readingOf<T>(table, filter, options);
    return createCursor(() => group.read(reading.texts), reading.parse);
  },
  countDocuments: async (filter, options = {}) => {
    const plan = countPlan(filter, { ...options }, table.keyOf);
    return group.read(() => table.count(plan));
  },
});

type Inserts<T extends StoredDocument> = Pick<Documents<T>, 'insertOne' | 'insertMany' | 'bulkWrite'>;

const checkSome = (writes: readonly unknown[]): void => {
  if (writes.length === 0) throw new OutsideThePort('an empty batch: MongoDB refuses it');
};

const createInserts = <T extends StoredDocument>({ connection, table, group }: Parts): Inserts<T> => ({
  insertOne: async (document) => group.write(insertWork(table, document)),
  insertMany: async (documents, options = {}) => {
    checkSome(documents);
    const { faults } = await group.write(insertManyWork(table, documents, options.ordered !== false));
    throwFaults(faults);
  },
  bulkWrite: async (writes, options) => {
    checkSome(writes);
    if (options.ordered !== false) throw new OutsideThePort('an ordered bulk write');
    const { results, faults } = await group.write(bulkWork({ connection, table }, writes));
    throwFaults(faults);
    return sumCounts(results);
  },
});

type Changes<T extends StoredDocument> = Pick<
  Documents<T>,
  'updateOne' | 'updateMany' | 'findOneAndUpdate' | 'deleteOne' | 'deleteMany'
>;

const createChanges = <T extends StoredDocument>({ connection, table, group }: Parts): Changes<T> => ({
  updateOne: async (filter, update, options = {}) => {
    const modified = await group.write(updateOneWork(table, { filter, update, upsert: options.upsert }));
    return modified.outcome;
  },
  updateMany: async (filter, update) => {
    const work = updateManyWork(table, { filter, update });
    return group.write(() => inSavepoint(connection, work));
  },
  findOneAndUpdate: async (filter, update, { returnDocument, upsert }) => {
    const modified = await group.write(updateOneWork(table, { filter, update, upsert }));
    return parseOrNull<T>(returnDocument === 'after' ? modified.after : modified.before);
  },
  deleteOne: async (filter) => ({ deletedCount: await group.write(deleteOneWork(table, filter)) }),
  deleteMany: async (filter) => ({ deletedCount: await group.write(deleteManyWork(table, filter)) }),
});

/** One collection of the embedded engine. Arguments are checked and copied at once; what the port lacks rejects. */
export const createDocuments = <T extends StoredDocument>(parts: Parts): Documents<T> => ({
  ...createReads<T>(parts),
  ...createInserts<T>(parts),
  ...createChanges<T>(parts),
});
