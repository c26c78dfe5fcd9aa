import Database from 'libsql';
import type { SqlQuery } from '../../src/index.js';

/** An SQLite database and the query function over it. */
export interface Sqlite {
  readonly query: SqlQuery;
  readonly close: () => void;
}

const isRow = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The query function that a partner brings, here over libsql. */
export const queryOver =
  (database: Database.Database): SqlQuery =>
  async (sql, parameters) => {
    const statement = database.prepare(sql);
    if (statement.reader) return statement.all(...parameters).filter(isRow);
    statement.run(...parameters);
    return [];
  };

export const openSqlite = (file: string): Sqlite => {
  const database = new Database(file);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('busy_timeout = 2000');
  return { query: queryOver(database), close: () => void database.close() };
};
