import { BulkWriteFailed, OutsideThePort, type WriteFault } from '../errors.js';
import { isSqliteError } from './connection.js';
import { type FlatWrite, flatWrite, isEasyText } from './flat-write.js';
import { isPlainObject, parseArray } from './plain-json.js';
import type { Table } from './table.js';
import { insertTogether, maxTogether, type Place, writeTogether } from './together.js';
import { checkDocument, deleteOneWork, insertWork, updateOneWork, type Work } from './write.js';

export interface BulkCounts {
  readonly matchedCount: number;
  readonly upsertedCount: number;
  readonly insertedCount: number;
}

const none: BulkCounts = { matchedCount: 0, upsertedCount: 0, insertedCount: 0 };

const checkKeys = (kind: string, value: unknown, allowed: readonly string[]): Record<string, unknown> => {
  if (!isPlainObject(value)) throw new OutsideThePort(`${kind} needs an object`);
  const foreign = Object.keys(value).find((key) => !allowed.includes(key));
  if (foreign !== undefined) throw new OutsideThePort(`${kind} has no ${JSON.stringify(foreign)}`);
  return value;
};

const insertInBulk = (table: Table, value: unknown): Work<BulkCounts> => {
  const insert = insertWork(table, checkKeys('insertOne', value, ['document'])['document']);
  return () => {
    insert();
    return { ...none, insertedCount: 1 };
  };
};

const updateInBulk = (table: Table, value: unknown): Work<BulkCounts> => {
  const { filter, update, upsert } = checkKeys('updateOne', value, ['filter', 'update', 'upsert']);
  const modify = updateOneWork(table, { filter, update, upsert: upsert === true });
  return () => ({ ...none, ...modify().outcome });
};

const deleteInBulk = (table: Table, value: unknown): Work<BulkCounts> => {
  const remove = deleteOneWork(table, checkKeys('deleteOne', value, ['filter'])['filter']);
  return () => {
    remove();
    return none;
  };
};

/** One write of a bulk. Throws OutsideThePort for kinds the port lacks. */
const oneOfBulk = (table: Table, write: unknown): Work<BulkCounts> => {
  const [kind, value] = (isPlainObject(write) && Object.entries(write)[0]) || [];
  if (kind === 'insertOne') return insertInBulk(table, value);
  if (kind === 'updateOne') return updateInBulk(table, value);
  if (kind === 'deleteOne') return deleteInBulk(table, value);
  throw new OutsideThePort(`a bulk write of the kind ${JSON.stringify(kind)}`);
};

const codeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'number' ? error.code : undefined;

export interface BulkResult<R> {
  readonly results: readonly R[];
  readonly faults: readonly WriteFault[];
}

/** Runs all works; one that fails is noted and does not stop the others, unless they are ordered or SQLite itself failed. */
export const runAll = <R>(works: readonly Work<R>[], isOrdered: boolean): BulkResult<R> => {
  const results: R[] = [];
  const faults: WriteFault[] = [];
  for (const [index, work] of works.entries()) {
    try {
      results.push(work());
    } catch (error) {
      if (isSqliteError(error)) throw error;
      faults.push({ index, code: codeOf(error), errmsg: String(error) });
      if (isOrdered) break;
    }
  }
  return { results, faults };
};

const isFlat = (write: FlatWrite | undefined): write is FlatWrite => write !== undefined;

const toCounts = (matchedCount: number): BulkResult<BulkCounts> => ({
  results: [{ ...none, matchedCount }],
  faults: [],
});

/** An unordered bulk. Throws OutsideThePort at once where any of its writes is of a kind that the port lacks. */
export const bulkWork = (place: Place, writes: readonly unknown[]): Work<BulkResult<BulkCounts>> => {
  const flat = writes.map(flatWrite);
  const together = flat.every(isFlat) ? writeTogether(place, flat) : undefined;
  // Sums alone can be refused, so nothing else needs the other way prepared.
  const mayBeRefused = flat.some((write) => write === undefined || write.adds.length > 0);
  const works =
    together === undefined || mayBeRefused ? writes.map((write) => oneOfBulk(place.table, write)) : [];
  return () => {
    const matched = together?.();
    return matched === undefined ? runAll(works, false) : toCounts(matched);
  };
};

/** Documents to insert, in one statement where none is there yet. Throws OutsideThePort where the port lacks one of them. */
export const insertManyWork = (
  table: Table,
  documents: readonly unknown[],
  isOrdered: boolean,
): Work<BulkResult<void>> => {
  for (const document of documents) checkDocument(table, document);
  const json = JSON.stringify(documents);
  const oneByOne = (all: readonly unknown[]): Work<BulkResult<void>> => {
    const works = all.map((document) => insertWork(table, document));
    return () => runAll(works, isOrdered);
  };
  if (json.length > maxTogether || !isEasyText(json)) return oneByOne(documents);
  return () => (insertTogether(table, json) ? { results: [], faults: [] } : oneByOne(parseArray(json))());
};

export const throwFaults = (faults: readonly WriteFault[]): void => {
  if (faults.length > 0) throw new BulkWriteFailed(faults);
};

export const sumCounts = (counts: readonly BulkCounts[]): BulkCounts =>
  counts.reduce(
    (sum, each) => ({
      matchedCount: sum.matchedCount + each.matchedCount,
      upsertedCount: sum.upsertedCount + each.upsertedCount,
      insertedCount: sum.insertedCount + each.insertedCount,
    }),
    none,
  );
