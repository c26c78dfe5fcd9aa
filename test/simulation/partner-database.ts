import Database from 'libsql';
import type { SqlQuery } from '#kit/index.js';
import type { Dice } from './dice.js';
import type { Scheduler } from './scheduler.js';
import type { SimulatedProcess } from './simulated-process.js';

/** A partner's own database: real SQLite, reached over a simulated line; it outlives the partner's processes. */
export interface PartnerDatabase {
  readonly connect: (process: SimulatedProcess) => Connection;
  /** For looking, not for the partner. */
  readonly rows: (sql: string) => readonly Readonly<Record<string, unknown>>[];
}

export interface Connection {
  readonly query: SqlQuery;
  /** Both or neither: rolled back where the work rejects, or where the process dies. */
  readonly transaction: (work: (query: SqlQuery) => Promise<void>) => Promise<void>;
}
