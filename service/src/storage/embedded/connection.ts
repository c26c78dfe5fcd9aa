import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { DataDirectoryInUse } from '../errors.js';
import type { SqlValue } from './filter.js';

/** Statements kept prepared; the stores' filters come in a few dozen shapes. */
const maxStatements = 500;

/** SQLite as this engine uses it: text in, columns out. Every call is synchronous. */
export interface Connection {
  readonly exec: (sql: string) => void;
  /** Returns the number of rows changed. */
  readonly run: (sql: string, values: readonly SqlValue[]) => number;
  /** The first row's columns, `undefined` where there is none. */
  readonly first: (sql: string, values: readonly SqlValue[]) => readonly unknown[] | undefined;
  readonly rows: (sql: string, values: readonly SqlValue[]) => readonly (readonly unknown[])[];
  /** How SQLite would answer: one line a step. */
  readonly explain: (sql: string, values: readonly SqlValue[]) => readonly string[];
  readonly isInTransaction: () => boolean;
  readonly close: () => void;
}

type Handle = Libsql.Database;
type Statement = Libsql.Statement;

export const isSqliteError = (error: unknown): error is Error & { readonly code: string } =>
  error instanceof Error && error.name === 'SqliteError' && 'code' in error && typeof error.code === 'string';

/** A key that is taken, a document that is missing: the statement has changed nothing. */
export const isConstraintFault = (error: unknown): boolean =>
  isSqliteError(error) && error.code.startsWith('SQLITE_CONSTRAINT');

/**
 * The transaction makes SQLite take the lock of the exclusive mode now. It is the operating system's lock on the file:
 * it dies with the process, however that dies. A memory database has neither lock nor log; the pragmas pass it by.
 */
const takeHold = (handle: Handle): void => {
  handle.exec('PRAGMA locking_mode = EXCLUSIVE');
  handle.exec('PRAGMA journal_mode = WAL');
  handle.exec('PRAGMA synchronous = FULL');
  handle.exec('PRAGMA cache_size = -65536');
  handle.exec('BEGIN IMMEDIATE');
  handle.exec('COMMIT');
};

/**
 * Out of WAL and out of the exclusive mode first: prepared statements keep the file open, and with it the lock, until
 * they are collected, and somebody may want to open the folder at once.
 */
const letGo = (handle: Handle): void => {
  handle.exec('PRAGMA journal_mode = DELETE');
  handle.exec('PRAGMA locking_mode = NORMAL');
  handle.prepare('SELECT count(*) FROM sqlite_master').get([]);
  handle.close();
};

/**
 * For the owner alone, even in a folder that is open to everybody; the log beside it takes the file's mode. One that is
 * there already is not opened: closing it again would drop every lock this process has on it.
 */
const databaseFile = (dataDir: string): string => {
  const file = join(dataDir, 'parking.db');
  if (!existsSync(file)) closeSync(openSync(file, 'ax', 0o600));
  return file;
};

const openHandle = (dataDir: string): Handle => {
  if (dataDir === ':memory:') return new Libsql(dataDir);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    const handle = new Libsql(databaseFile(dataDir));
    takeHold(handle);
    return handle;
  } catch (error) {
    if (isSqliteError(error) && error.code === 'SQLITE_BUSY') throw new DataDirectoryInUse(dataDir, error);
    throw new Error(`Cannot open the database in ${dataDir}: ${String(error)}`, { cause: error });
  }
};

const createStatementCache = (handle: Handle): ((sql: string) => Statement) => {
  const statements = new Map<string, Statement>();
  return (sql) => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const oldest = statements.size < maxStatements ? undefined : statements.keys().next().value;
    if (oldest !== undefined) statements.delete(oldest);
    const statement = handle.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
};

const asRow = (row: unknown): readonly unknown[] => {
  if (!Array.isArray(row)) throw new Error('SQLite answered something else than a row');
  return row;
};

/** Opens (and creates where needed) `dataDir/parking.db`, or a database in memory for `:memory:`. Throws DataDirectoryInUse. */
export const openConnection = (dataDir: string): Connection => {
  const handle = openHandle(dataDir);
  const prepared = createStatementCache(handle);
  // Values go in as one array: a lone null would be taken for named parameters.
  return {
    exec: (sql) => {
      handle.exec(sql);
    },
    run: (sql, values) => prepared(sql).run(values).changes,
    first: (sql, values) => {
      const row = prepared(sql).raw().get(values);
      return row === undefined ? undefined : asRow(row);
    },
    rows: (sql, values) => prepared(sql).raw().all(values).map(asRow),
    explain: (sql, values) => {
      const statement = handle.prepare(`EXPLAIN QUERY PLAN ${sql}`).raw();
      const steps = statement.all(values).map((row) => String(asRow(row).at(-1)));
      // The binding does not reset this kind of statement at its end; left active, it would block the closing.
      statement.get(values);
      return steps;
    },
    isInTransaction: () => handle.inTransaction,
    close: () => (dataDir === ':memory:' ? handle.close() : letGo(handle)),
  };
};
