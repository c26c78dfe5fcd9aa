import { DuplicateKey } from '../errors.js';
import { type Connection, isConstraintFault } from './connection.js';
import type { SqlValue } from './filter.js';
import { createIndexes, type Indexes } from './indexes.js';
import type { Plan } from './read-plan.js';

export interface Row {
  readonly rowId: number;
  readonly text: string;
}

/** A collection's table, synchronous. A plan says which documents. */
export interface Table {
  readonly indexes: Indexes;
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

const createWrites = (connection: Connection, table: string) => ({
  insert: (id: string | number, text: string) => {
    try {
      connection.run(`INSERT INTO ${table} (_id, doc) VALUES (?, ?)`, [id, text]);
    } catch (error) {
      if (!isConstraintFault(error)) throw error;
      throw new DuplicateKey(`a document with the _id ${JSON.stringify(id)} exists already`);
    }
  },
  insertAll: (json: string) =>
    connection.run(`INSERT INTO ${table} (_id, doc) SELECT value->>'_id', value FROM json_each(?)`, [json]),
  replace: (rowId: number, text: string) => {
    connection.run(`UPDATE ${table} SET doc = ? WHERE rowid = ?`, [text, rowId]);
  },
  change: (sql: string, values: readonly SqlValue[]) => connection.run(`UPDATE ${table} ${sql}`, values),
});

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
    ...createReads(connection, table, indexes),
    ...createWrites(connection, table),
    ...createRemovals(connection, table, indexes),
  };
};
