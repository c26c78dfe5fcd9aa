import type { Connection } from './connection.js';
import { type KeyOf, keyExpression, segmentsOf } from './path.js';

/**
 * The keys of indexed paths, in columns of their own beside the document: an index on a column moves only when that column
 * does, and nobody reads JSON to compare. Every write fills them by the key's expression, so they say what it says.
 */
export interface Keys {
  readonly of: KeyOf;
  /** The paths whose columns are filled. */
  readonly paths: () => readonly string[];
  /** From now on these, and no others, are filled; those that were not are filled from the documents. */
  readonly fill: (paths: readonly string[]) => void;
}

export const keyColumn = (path: string): string => `"@${segmentsOf(path).join('.')}"`;

const columnPattern = /"@([\w.-]+)"/g;

/** The paths whose columns an index reads. Only those are known to be filled: an earlier version dropped the index, and left the column alone. */
export const columnsIn = (sql: string): readonly string[] =>
  [...sql.matchAll(columnPattern)].flatMap(([, path]) => (path === undefined ? [] : [path]));

/** The paths instead of their columns and expressions. */
export const readable = (where: string): string => where.replaceAll(columnPattern, (_, path: string) => path);

/** "column = its key" for each, worked out from the SQL of a document. */
export const assignments = (paths: readonly string[], document: string): string =>
  paths.map((path) => `, ${keyColumn(path)} = ${keyExpression(path, document)}`).join('');

export const createKeys = (connection: Connection, table: string, filled: ReadonlySet<string>): Keys => {
  let paths = [...filled];
  let known: ReadonlySet<string> = filled;

  const addColumn = (path: string): void => {
    const has = connection.rows('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', [table, `@${path}`]);
    if (has.length === 0) connection.exec(`ALTER TABLE "${table}" ADD COLUMN ${keyColumn(path)}`);
  };

  return {
    of: (path) => (known.has(path) ? keyColumn(path) : keyExpression(path)),
    paths: () => paths,
    fill: (wanted) => {
      const missing = wanted.filter((path) => !known.has(path));
      for (const path of missing) addColumn(path);
      const set = assignments(missing, 'doc').slice(1);
      if (set !== '') connection.exec(`UPDATE "${table}" SET${set}`);
      paths = [...wanted];
      known = new Set(wanted);
    },
  };
};
