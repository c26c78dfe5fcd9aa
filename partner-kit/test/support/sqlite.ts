import Database from 'libsql';
import type { SqlQuery } from '../../src/index.js';

/** An SQLite database and the query function over it. */
export interface Sqlite {
  readonly query: SqlQuery;
  readonly close: () => void;
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

export const openSqlite = (file: string): Sqlite => {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 2000');
  const query: SqlQuery = async (sql, parameters) => {
    const statement = database.prepare(sql);
    if (statement.reader) return statement.all(...parameters).filter(isRow);
    statement.run(...parameters);
    return [];
  };
  return { query, close: () => void database.close() };
};
