import { type IndexDifferences, indexDifferences } from '../../base/database-inspection.js';
import { IndexMissing, OutsideThePort } from '../errors.js';
import type { Connection } from './connection.js';
import type { Sql } from './filter.js';
import { columnsIn, createKeys, type Keys, keyColumn, readable } from './keys.js';
import { segmentsOf, valueAt } from './path.js';
import type { PlainObject } from './plain-json.js';

/** Throws where an indexed field holds an array or an object, which MongoDB would index element by element. */
export type CheckIndexed = (document: PlainObject) => void;

export interface Indexes {
  readonly keys: Keys;
  /** Adds to what `ensure` makes. */
  readonly declare: (indexes: readonly (readonly string[])[]) => void;
  /** Makes the declared indexes and drops those that no list names any more. */
  readonly ensure: () => void;
  /** What `ensure` would do; does nothing. */
  readonly differences: () => IndexDifferences;
  readonly checkIndexed: CheckIndexed;
  /** Where indexes are required: throws IndexMissing for a filter that SQLite would answer by reading the whole table. */
  readonly checkServed: (where: Sql) => void;
}

const indexName = (table: string, paths: readonly string[]): string => `${table}(${paths.join(',')})`;

/** `_id` at the end lets an index serve the last sort key too. */
const indexSql = (table: string, paths: readonly string[]): string => {
  const columns = (paths.includes('_id') ? paths : [...paths, '_id']).map((path) =>
    path === '_id' ? path : keyColumn(path),
  );
  return `CREATE INDEX "${indexName(table, paths)}" ON "${table}" (${columns.join(', ')})`;
};

const storedIndexes = (connection: Connection, table: string): ReadonlyMap<string, string> => {
  const rows = connection.rows(
    "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
    [table],
  );
  return new Map(rows.map(([name, sql]) => [String(name), String(sql)]));
};

const dropOthers = (
  connection: Connection,
  stored: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
): void => {
  for (const [name, sql] of stored) if (wanted.get(name) !== sql) connection.exec(`DROP INDEX "${name}"`);
};

const makeMissing = (
  connection: Connection,
  stored: ReadonlyMap<string, string>,
  wanted: ReadonlyMap<string, string>,
): void => {
  for (const [name, sql] of wanted) if (stored.get(name) !== sql) connection.exec(sql);
};

/** Asked without the sort: with one, SQLite may well choose to walk the table in that order. */
const readsWholeTable = (connection: Connection, table: string, where: Sql): boolean =>
  connection
    .explain(`SELECT doc FROM "${table}"${where.text}`, where.values)
    .some((step) => step === `SCAN ${table}` || step.startsWith(`SCAN ${table} `));

const createServedCheck = (connection: Connection, table: string): Indexes['checkServed'] => {
  const served = new Set<string>();
  return (where) => {
    if (where.text === '' || served.has(where.text)) return;
    if (readsWholeTable(connection, table, where))
      throw new IndexMissing(`no declared index of ${table} serves${readable(where.text)}`);
    served.add(where.text);
  };
};

export const createIndexes = (connection: Connection, table: string, required: boolean): Indexes => {
  const filled = new Set([...storedIndexes(connection, table).values()].flatMap(columnsIn));
  const keys = createKeys(connection, table, filled);
  const wanted = new Map<string, string>();
  const indexedPaths = new Map<string, readonly string[]>();
  return {
    keys,
    declare: (indexes) => {
      for (const paths of indexes) {
        wanted.set(indexName(table, paths), indexSql(table, paths));
        for (const path of paths) indexedPaths.set(path, segmentsOf(path));
      }
    },
    ensure: () => {
      const stored = storedIndexes(connection, table);
      dropOthers(connection, stored, wanted);
      keys.fill([...indexedPaths.keys()].filter((path) => path !== '_id'));
      makeMissing(connection, stored, wanted);
    },
    differences: () =>
      indexDifferences(new Set(wanted.keys()), new Set(storedIndexes(connection, table).keys())),
    checkIndexed: (document) => {
      for (const [path, segments] of indexedPaths)
        if (typeof (valueAt(document, segments) ?? 0) === 'object')
          throw new OutsideThePort(`the indexed field ${path} of ${table} holds an array or an object`);
    },
    checkServed: required ? createServedCheck(connection, table) : () => {},
  };
};
