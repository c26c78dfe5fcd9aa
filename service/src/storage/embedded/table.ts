import { DuplicateKey } from '../errors.js';
import { type Connection, isConstraintFault } from './connection.js';
import type { SqlValue } from './filter.js';
import { createIndexes, type Indexes } from './indexes.js';
import { assignments, type Keys, keyColumn } from './keys.js';
import { type KeyOf, keyExpression } from './path.js';
import type { Plan } from './read-plan.js';

export interface Row {
  readonly rowId: number;
  readonly text: string;
}

/** A collection's table, synchronous. A plan says which documents. */
export interface Table {
  readonly indexes: Indexes;
  readonly keyOf: KeyOf;
  readonly texts: (plan: Plan) => readonly string[];
  readonly ids: (plan: Plan) => readonly (string | number)[];
  readonly rows: (plan: Plan) => readonly Row[];
  readonly firstRow: (plan: Plan) => Row | undefined;
  readonly count: (plan: Plan) => number;
  /** Throws DuplicateKey. */
  readonly insert: (id: string | number, text: string) => void;
  /** The documents of a JSON array in one statement, how many; throws SQLite's own fault where an `_id` is taken. */
  readonly insertAll: (json: string) => number;
  readonly replace: (rowId: number, text: string) => void;
  /** An UPDATE from its SET on; how many documents it matched. */
  readonly change: (sql: string, values: readonly SqlValue[]) => number;
  readonly removeFirst: (plan: Plan) => number;
  readonly removeAll: (plan: Plan) => number;
}

const asText = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('a stored document is not text');
  return value;
};

const asId = (value: unknown): string | number => (typeof value === 'number' ? value : asText(value));

const rowOf = ([rowId, text]: readonly unknown[]): Row => ({ rowId: Number(rowId), text: asText(text) });

const createReads = (connection: Connection, table: string, indexes: Indexes) => {
  const select = (columns: string, plan: Plan): readonly (readonly unknown[])[] => {
    const sql = `SELECT ${columns} FROM ${table}${plan.text}`;
    indexes.checkServed(plan.where);
    return connection.rows(sql, plan.values);
  };
  return {
    texts: (plan: Plan) => select('doc', plan).map(([text]) => asText(text)),
    ids: (plan: Plan) => select('_id', plan).map(([id]) => asId(id)),
    rows: (plan: Plan) => select('rowid, doc', plan).map(rowOf),
    firstRow: (plan: Plan) => {
      const [row] = select('rowid, doc', { ...plan, text: `${plan.text} LIMIT 1` });
      return row === undefined ? undefined : rowOf(row);
    },
    count: (plan: Plan) => {
      const inner = `SELECT 1 FROM ${table}${plan.text}`;
      indexes.checkServed(plan.where);
      return Number(connection.first(`SELECT count(*) FROM (${inner})`, plan.values)?.[0]);
    },
  };
};

/** An INSERT of the documents that `source`, a SELECT of `_id` and `doc`, gives, their keys beside them. */
const insertion = (table: string, paths: readonly string[], source: string): string => {
  const columns = paths.map((path) => `, ${keyColumn(path)}`).join('');
  const values = paths.map((path) => `, ${keyExpression(path)}`).join('');
  return `INSERT INTO ${table} (_id, doc${columns}) SELECT _id, doc${values} FROM (${source})`;
};

/** The limit keeps SQLite from writing a document's text anew for each of its keys. */
const manyDocuments = "SELECT value->>'_id' AS _id, value AS doc FROM json_each(?) LIMIT -1";

const statementsFor = (table: string, paths: readonly string[]) => ({
  paths,
  insert: insertion(table, paths, 'SELECT ? AS _id, ? AS doc'),
  insertAll: insertion(table, paths, manyDocuments),
  replace: `UPDATE ${table} SET doc = ?1${assignments(paths, '?1')} WHERE rowid = ?2`,
});

const createWrites = (connection: Connection, table: string, keys: Keys) => {
  let known = statementsFor(table, keys.paths());
  const statements = () => {
    if (known.paths !== keys.paths()) known = statementsFor(table, keys.paths());
    return known;
  };
  return {
    insert: (id: string | number, text: string) => {
      try {
        connection.run(statements().insert, [id, text]);
      } catch (error) {
        if (!isConstraintFault(error)) throw error;
        throw new DuplicateKey(`a document with the _id ${JSON.stringify(id)} exists already`);
      }
    },
    insertAll: (json: string) => connection.run(statements().insertAll, [json]),
    replace: (rowId: number, text: string) => {
      connection.run(statements().replace, [text, rowId]);
    },
    change: (sql: string, values: readonly SqlValue[]) => connection.run(`UPDATE ${table} ${sql}`, values),
  };
};

const createRemovals = (connection: Connection, table: string, indexes: Indexes) => {
  const remove = (selected: string, plan: Plan): number => {
    indexes.checkServed(plan.where);
    return connection.run(`DELETE FROM ${table} WHERE rowid IN (${selected})`, plan.values);
  };
  return {
    removeFirst: (plan: Plan) => remove(`SELECT rowid FROM ${table}${plan.text} LIMIT 1`, plan),
    removeAll: (plan: Plan) => remove(`SELECT rowid FROM ${table}${plan.text}`, plan),
  };
};

/** Opens a collection's table, making it where it is not there yet. `_id` has no SQL type, so that 1 and '1' differ. */
export const createTable = (connection: Connection, name: string, requireIndexes: boolean): Table => {
  const table = `"${name}"`;
  connection.exec(`CREATE TABLE IF NOT EXISTS ${table} (_id PRIMARY KEY NOT NULL, doc TEXT NOT NULL)`);
  const indexes = createIndexes(connection, name, requireIndexes);
  return {
    indexes,
    keyOf: indexes.keys.of,
    ...createReads(connection, table, indexes),
    ...createWrites(connection, table, indexes.keys),
    ...createRemovals(connection, table, indexes),
  };
};
