import type { Clock } from '../../base/clock.js';
import type { CollectionSpec, Database, StoredDocument } from '../../base/documents.js';
import { OutsideThePort } from '../errors.js';
import { createCommitGroup } from './commit-group.js';
import type { Connection } from './connection.js';
import { createDocuments } from './documents.js';
import { createSteadyTime } from './steady-time.js';
import { createTable, type Table } from './table.js';

export interface EmbeddedOptions {
  readonly connection: Connection;
  readonly clock: Pick<Clock, 'now' | 'elapsed'>;
  /** For tests: a filter that no declared index serves throws IndexMissing, and indexes are made as soon as they are declared. */
  readonly requireIndexes?: boolean;
}

const checkName = (name: string): void => {
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name.toLowerCase().startsWith('sqlite'))
    throw new OutsideThePort(`${JSON.stringify(name)} as the name of a collection`);
};

const createTables = (connection: Connection, requireIndexes: boolean) => {
  const tables = new Map<string, Table>();
  const open = (name: string): Table => {
    checkName(name);
    const table = createTable(connection, name, requireIndexes);
    tables.set(name, table);
    return table;
  };
  return {
    of: <T extends StoredDocument>({ name, indexes }: CollectionSpec<T>): Table => {
      const table = tables.get(name) ?? open(name);
      table.indexes.declare(indexes);
      if (requireIndexes) table.indexes.ensure();
      return table;
    },
    ensureIndexes: (): void => {
      for (const table of tables.values()) table.indexes.ensure();
    },
    differences: () => [...tables.values()].map((table) => table.indexes.differences()),
  };
};

const pragma = (connection: Connection, name: 'page_count' | 'page_size'): number =>
  Number(connection.first(`PRAGMA ${name}`, [])?.[0]);

/** The embedded engine: documents as JSON in SQLite, one table a collection. Owns the connection. */
export const createEmbeddedDatabase = (options: EmbeddedOptions): Database => {
  const { connection, clock, requireIndexes = false } = options;
  const group = createCommitGroup(connection);
  const tables = createTables(connection, requireIndexes);
  const time = createSteadyTime(clock);
  let closing: Promise<void> | undefined;
  return {
    engine: 'embedded',
    collection: (spec) => createDocuments({ connection, group, table: tables.of(spec) }),
    ensureIndexes: () => group.write(tables.ensureIndexes),
    serverNow: async () => time(),
    ping: async () => {
      await group.read(() => connection.first('SELECT 1', []));
    },
    inspect: () =>
      group.read(() => {
        const differences = tables.differences();
        return {
          server: `SQLite ${connection.first('SELECT sqlite_version()', [])?.[0]}`,
          isReplicated: false,
          missingIndexes: differences.flatMap(({ missingIndexes }) => missingIndexes),
          strayIndexes: differences.flatMap(({ strayIndexes }) => strayIndexes),
          sizeBytes: pragma(connection, 'page_count') * pragma(connection, 'page_size'),
        };
      }),
    close: () => {
      closing ??= (async () => {
        group.close();
        connection.close();
      })();
      return closing;
    },
  };
};
