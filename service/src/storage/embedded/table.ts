import { DuplicateKey } from '../errors.js';
import { type Connection, isSqliteError } from './connection.js';
import type { Sql } from './filter.js';
import { createIndexes, type Indexes } from './indexes.js';

export interface Row {
  readonly rowId: number;
  readonly text: string;
}

/** A collection's table, synchronous. `plan` is always the end of a SELECT: WHERE, ORDER BY, LIMIT. */
export interface Table {
  readonly indexes: Indexes;
  readonly texts: (plan: Sql) => readonly string[];
  readonly ids: (plan: Sql) => readonly (string | number)[];
  readonly rows: (plan: Sql) => readonly Row[];
  readonly firstRow: (plan: Sql) => Row | undefined;
  readonly count: (plan: Sql) => number;
  /** Throws DuplicateKey. */
  readonly insert: (id: string | number, text: string) => void;
  readonly replace: (rowId: number, text: string) => void;
  readonly removeFirst: (plan: Sql) => number;
  readonly removeAll: (plan: Sql) => number;
}

const asText = (value: unknown): string => {
  if (typeof value !== 'string') throw new Error('a stored document is not text');
  return value;
};

const asId = (value: unknown): string | number => (typeof value === 'number' ? value : asText(value));

const rowOf = ([rowId, text]: readonly unknown[]): Row => ({ rowId: Number(rowId), text: asText(text) });

const createReads = (connection: Connection, table: string, indexes: Indexes) => {
  const select = (columns: string, plan: Sql): readonly (readonly unknown[])[] => {
    const sql = `SELECT ${columns} FROM ${table}${plan.text}`;
    indexes.checkServed(sql, plan);
    return connection.rows(sql, plan.values);
  };
  return {
    texts: (plan: Sql) => select('doc', plan).map(([text]) => asText(text)),
    ids: (plan: Sql) => select('_id', plan).map(([id]) => asId(id)),
    rows: (plan: Sql) => select('rowid, doc', plan).map(rowOf),
    firstRow: (plan: Sql) => {
      const [row] = select('rowid, doc', { text: `${plan.text} LIMIT 1`, values: plan.values });
      return row === undefined ? undefined : rowOf(row);
    },
    count: (plan: Sql) => {
      const inner = `SELECT 1 FROM ${table}${plan.text}`;
      indexes.checkServed(inner, plan);
      return Number(connection.first(`SELECT count(*) FROM (${inner})`, plan.values)?.[0]);
    },
  };
};

const createWrites = (connection: Connection, table: string) => ({
  insert: (id: string | number, text: string) => {
    try {
      connection.run(`INSERT INTO ${table} (_id, doc) VALUES (?, ?)`, [id, text]);
    } catch (error) {
      if (!isSqliteError(error) || !error.code.startsWith('SQLITE_CONSTRAINT')) throw error;
      throw new DuplicateKey(`a document with the _id ${JSON.stringify(id)} exists already`);
    }
  },
  replace: (rowId: number, text: string) => {
    connection.run(`UPDATE ${table} SET doc = ? WHERE rowid = ?`, [text, rowId]);
  },
});

const createRemovals = (connection: Connection, table: string, indexes: Indexes) => {
  const remove = (selected: string, plan: Sql): number => {
    indexes.checkServed(selected, plan);
    return connection.run(`DELETE FROM ${table} WHERE rowid IN (${selected})`, plan.values);
  };
  return {
    removeFirst: (plan: Sql) => remove(`SELECT rowid FROM ${table}${plan.text} LIMIT 1`, plan),
    removeAll: (plan: Sql) => remove(`SELECT rowid FROM ${table}${plan.text}`, plan),
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
