import type { UpdateOutcome } from '../../base/documents.js';
import { OutsideThePort } from '../errors.js';
import { flatUpdate } from './flat-write.js';
import { checkId, checkPlain, isPlainObject, type PlainObject, parseObject, toText } from './plain-json.js';
import { filterPlan } from './read-plan.js';
import type { Row, Table } from './table.js';
import { updateTogether } from './together.js';
import { type ApplyUpdate, compileUpdate } from './update.js';

/** A write whose arguments have been checked and copied; it runs later, inside the group's transaction. */
export type Work<R> = () => R;

export interface Modified {
  readonly outcome: UpdateOutcome;
  /** The document's text before, `undefined` where it was inserted or none matched. */
  readonly before?: string;
  readonly after?: string;
}

const nothing: Modified = { outcome: { matchedCount: 0, modifiedCount: 0, upsertedCount: 0 } };

/** Its `_id`; throws where the port lacks such a document. */
export const checkDocument = (table: Table, document: unknown): string | number => {
  if (!isPlainObject(document)) throw new OutsideThePort('a document must be a plain object');
  const id = checkId(document['_id']);
  checkPlain(document, 'a document');
  table.indexes.checkIndexed(document);
  return id;
};

export const insertWork = (table: Table, document: unknown): Work<void> => {
  const id = checkDocument(table, document);
  const text = toText(document);
  return () => table.insert(id, text);
};

const singlePlan = (table: Table, filter: unknown) => {
  if (!isPlainObject(filter) || !Object.hasOwn(filter, '_id'))
    throw new OutsideThePort(
      'a write to one document needs _id in its filter: collections are sharded by it',
    );
  return filterPlan(filter, table.keyOf);
};

const updatedText = (table: Table, text: string, apply: ApplyUpdate): string => {
  const document = parseObject(text);
  apply(document, false);
  table.indexes.checkIndexed(document);
  return toText(document);
};

const modifyRow = (table: Table, row: Row, apply: ApplyUpdate): Modified => {
  const after = updatedText(table, row.text, apply);
  const isChanged = after !== row.text;
  if (isChanged) table.replace(row.rowId, after);
  const outcome = { matchedCount: 1, modifiedCount: isChanged ? 1 : 0, upsertedCount: 0 };
  return { outcome, before: row.text, after };
};

/** What an upsert starts from: the fields its filter compares for equality. */
const upsertBase = (filter: unknown): PlainObject => {
  if (!isPlainObject(filter) || Object.hasOwn(filter, '$or')) throw new OutsideThePort('an upsert by $or');
  const { _id, ...others } = filter;
  const equalities = Object.entries(others).filter(
    ([, wanted]) => typeof wanted !== 'object' || wanted === null,
  );
  const base: PlainObject = { _id: checkId(_id) };
  if (equalities.length > 0) compileUpdate({ $set: Object.fromEntries(equalities) })(base, true);
  return base;
};

const upsertWork = (table: Table, filter: unknown, apply: ApplyUpdate): Work<Modified> => {
  const base = upsertBase(filter);
  const baseText = toText(base);
  return () => {
    const document = parseObject(baseText);
    apply(document, true);
    table.indexes.checkIndexed(document);
    const after = toText(document);
    table.insert(checkId(document['_id']), after);
    return { outcome: { matchedCount: 0, modifiedCount: 0, upsertedCount: 1 }, after };
  };
};

export interface UpdateRequest {
  readonly filter: unknown;
  readonly update: unknown;
  readonly upsert?: boolean | undefined;
}

export const updateOneWork = (table: Table, request: UpdateRequest): Work<Modified> => {
  const plan = singlePlan(table, request.filter);
  const apply = compileUpdate(request.update);
  const insert = request.upsert === true ? upsertWork(table, request.filter, apply) : () => nothing;
  return () => {
    const row = table.firstRow(plan);
    return row === undefined ? insert() : modifyRow(table, row, apply);
  };
};

export const updateManyWork = (table: Table, { filter, update }: UpdateRequest): Work<UpdateOutcome> => {
  const plan = filterPlan(filter, table.keyOf);
  const apply = compileUpdate(update);
  const flat = flatUpdate(update);
  // Only a sum is sure to change every document that matches.
  const isChange = flat?.adds.some(([, by]) => by !== 0) === true;
  const together = flat !== undefined && isChange ? updateTogether(table, plan, flat) : () => undefined;
  return () => {
    const matched = together();
    if (matched !== undefined) return { matchedCount: matched, modifiedCount: matched, upsertedCount: 0 };
    const modified = table.rows(plan).map((row) => modifyRow(table, row, apply).outcome.modifiedCount);
    const modifiedCount = modified.reduce((sum, count) => sum + count, 0);
    return { matchedCount: modified.length, modifiedCount, upsertedCount: 0 };
  };
};

export const deleteOneWork = (table: Table, filter: unknown): Work<number> => {
  const plan = singlePlan(table, filter);
  return () => table.removeFirst(plan);
};

export const deleteManyWork = (table: Table, filter: unknown): Work<number> => {
  const plan = filterPlan(filter, table.keyOf);
  return () => table.removeAll(plan);
};
