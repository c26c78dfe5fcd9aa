import { inSavepoint } from './commit-group.js';
import { type Connection, isConstraintFault } from './connection.js';
import type { SqlValue } from './filter.js';
import { type FlatUpdate, type FlatWrite, greatestAddend, isEasyText } from './flat-write.js';
import { type Keys, keyColumn } from './keys.js';
import { scalarKey } from './path.js';
import type { Plan } from './read-plan.js';
import type { Table } from './table.js';

/** Characters of JSON that one statement carries at most. */
export const maxTogether = 16 * 1024 * 1024;

const pathOf = (name: string): string => `'$."${name}"'`;

/** NULL, which no document may be, where a sum could go wrong: the statement then fails as a whole. */
const unlessInexact = (changed: string, { adds }: FlatUpdate): string => {
  if (adds.length === 0) return changed;
  const exact = adds.map(([name]) => {
    const path = pathOf(name);
    const range = `BETWEEN ${-greatestAddend} AND ${greatestAddend}`;
    return `json_type(doc,${path}) = 'integer' AND json_extract(doc,${path}) ${range}`;
  });
  return `CASE WHEN ${exact.join(' AND ')} THEN ${changed} END`;
};

/** The SQL of the n-th new value: as JSON, its JSON type, and as a value. */
interface Operands {
  readonly json: (index: number) => string;
  readonly type: (index: number) => string;
  readonly value: (index: number) => string;
}

/** The document after the update, and the keys of what it changes. */
const changes = (update: FlatUpdate, keys: Keys, { json, type, value }: Operands): string => {
  const { sets, adds } = update;
  const sums = adds.map(([name], index): readonly [string, string] => [
    name,
    `json_extract(doc,${pathOf(name)}) + ${value(sets.length + index)}`,
  ]);
  const fields = [...sets.map(([name], index): readonly [string, string] => [name, json(index)]), ...sums];
  const document = `json_set(doc,${fields.map(([name, sql]) => `${pathOf(name)},${sql}`).join(',')})`;
  const keyed = [
    ...sets.map(([name], index): readonly [string, string] => [name, scalarKey(type(index), value(index))]),
    ...sums,
  ].filter(([name]) => keys.paths().includes(name));
  const columns = keyed.map(([name, sql]) => `, ${keyColumn(name)} = ${sql}`);
  return `doc = ${unlessInexact(document, update)}${columns.join('')}`;
};

const valuesOf = ({ sets, adds }: FlatUpdate): readonly unknown[] =>
  [...sets, ...adds].map(([, value]) => value);

/** `undefined` where SQLite met something that it must not decide; nothing has been changed then. */
const unlessRefused = <R>(work: () => R): R | undefined => {
  try {
    return work();
  } catch (error) {
    if (isConstraintFault(error)) return undefined;
    throw error;
  }
};

/** The update of all documents that match in one statement; it answers how many, `undefined` where it must be done one by one. */
export const updateTogether = (
  table: Table,
  { where }: Plan,
  update: FlatUpdate,
): (() => number | undefined) => {
  const values = valuesOf(update).map((value) => JSON.stringify(value));
  if (!values.every(isEasyText)) return () => undefined;
  const operands: Operands = {
    json: (index) => `json(?${index + 1})`,
    type: (index) => `json_type(?${index + 1})`,
    value: (index) => `(?${index + 1}->>'$')`,
  };
  const sql = `SET ${changes(update, table.indexes.keys, operands)}${where.text}`;
  const bound: readonly SqlValue[] = [...values, ...where.values];
  return () => unlessRefused(() => table.change(sql, bound));
};

/** What writes must have in common to share a statement. */
const shapeOf = ({ guards, sets, adds }: FlatWrite): string => {
  let shape = '';
  for (const [name, value] of guards) shape += value === null ? `${name} null,` : `${name},`;
  for (const [name] of sets) shape += `=${name}`;
  for (const [name] of adds) shape += `+${name}`;
  return shape;
};

/** A row of the bound list: the id, what the guards hold, the new values. */
const rowOf = (write: FlatWrite): readonly unknown[] => [
  write._id,
  ...write.guards.flatMap(([, value]) => (value === null ? [] : [value])),
  ...valuesOf(write),
];

const statementOf = ({ keyOf, indexes }: Table, write: FlatWrite): string => {
  const held = write.guards.filter(([, value]) => value !== null);
  const absent = write.guards.filter(([, value]) => value === null);
  const first = 1 + held.length;
  const operands: Operands = {
    json: (index) => `b.value->${first + index}`,
    type: (index) => `json_type(b.value,'$[${first + index}]')`,
    value: (index) => `(b.value->>${first + index})`,
  };
  const conditions = [
    '_id = b.value->>0',
    ...held.map(([name], index) => `+${keyOf(name)} = b.value->>${1 + index}`),
    ...absent.map(([name]) => `+${keyOf(name)} IS NULL`),
  ];
  const rows = '(SELECT value FROM json_each(?) LIMIT -1) AS b';
  return `SET ${changes(write, indexes.keys, operands)} FROM ${rows} WHERE ${conditions.join(' AND ')}`;
};

interface Group {
  readonly sql: string;
  readonly rows: (readonly unknown[])[];
}

const groupsOf = (table: Table, writes: readonly FlatWrite[]): readonly Group[] => {
  const groups = new Map<string, Group>();
  for (const write of writes) {
    const shape = shapeOf(write);
    const group = groups.get(shape) ?? { sql: statementOf(table, write), rows: [] };
    groups.set(shape, group);
    group.rows.push(rowOf(write));
  }
  return [...groups.values()];
};

const isOneEach = (writes: readonly FlatWrite[]): boolean =>
  new Set(writes.map(({ _id }) => _id)).size === writes.length;

/** Where writes go. */
export interface Place {
  readonly connection: Connection;
  readonly table: Table;
}

/**
 * Writes to as many documents, those of a kind in one statement; it answers how many documents matched, `undefined` where
 * they must be done one by one. No work at all where two of them touch one document: they have an order.
 */
export const writeTogether = (
  { connection, table }: Place,
  writes: readonly FlatWrite[],
): (() => number | undefined) | undefined => {
  if (!isOneEach(writes)) return undefined;
  const statements = groupsOf(table, writes).map(({ sql, rows }) => ({ sql, json: JSON.stringify(rows) }));
  if (!statements.every(({ json }) => json.length <= maxTogether && isEasyText(json))) return undefined;
  const run = (): number => statements.reduce((sum, { sql, json }) => sum + table.change(sql, [json]), 0);
  return () => unlessRefused(() => (statements.length === 1 ? run() : inSavepoint(connection, run)));
};

/** Inserts the documents of a JSON array in one statement; false, and none inserted, where an `_id` is taken. */
export const insertTogether = (table: Table, json: string): boolean =>
  unlessRefused(() => table.insertAll(json)) !== undefined;
