import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock.js';
import { readToken, writeToken } from './claim-token.js';
import type { Claim, Held, NoticeKey, NoticeKind, NoticeStore } from './store.js';

/** Runs one SQL statement with positional parameters (`?1`, `?2`) and gives its rows; rejects when it fails. */
export type SqlQuery = (
  sql: string,
  parameters: readonly (string | number)[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export interface SqlStoreOptions {
  readonly query: SqlQuery;
  /** Default `parking_notices`; letters, digits and underscores. */
  readonly table?: string;
  /** Takes the time from here and not from the database; for tests. */
  readonly clock?: Pick<Clock, 'now'>;
}

export interface SqlStore extends NoticeStore {
  /** Creates the table where it is missing. */
  readonly createTable: () => Promise<void>;
  /**
   * `done` inside a transaction of yours, together with the effect: then a crash leaves both or neither, and the effect
   * happens exactly once. On `lost` roll back and throw. The store's own statements must not get into that transaction:
   * give them another connection, or make both take turns.
   */
  readonly doneIn: (query: SqlQuery, token: string) => Promise<Held>;
}

const databaseNow = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)";
const doneColumns: Readonly<Record<NoticeKind, string>> = { create: 'create_done', cancel: 'cancel_done' };

const schema = (table: string): string => `CREATE TABLE IF NOT EXISTS ${table} (
  namespace TEXT NOT NULL,
  booking_id INTEGER NOT NULL,
  fence INTEGER NOT NULL,
  claim_token TEXT,
  lease_until INTEGER,
  create_done TEXT,
  cancel_done TEXT,
  PRIMARY KEY (namespace, booking_id)
)`;

/**
 * Remembers notices in an SQLite database of yours: survives a crash of the process, and serves several processes.
 * One row per booking; every move is one statement by the database's own clock.
 */
export const createSqlStore = (options: SqlStoreOptions): SqlStore => {
  const { query, table = 'parking_notices', clock } = options;
  if (!/^[A-Za-z_]\w{0,62}$/.test(table))
    throw new TypeError('table must be letters, digits and underscores');
  const now = (): string => (clock ? String(clock.now()) : databaseNow);

  const createTable = async (): Promise<void> => {
    await query(schema(table), []);
  };

  const claim = async (key: NoticeKey, leaseMs: number): Promise<Claim> => {
    const { namespace, bookingId, kind } = key;
    const token = writeToken(key, randomUUID());
    const other = doneColumns[kind === 'create' ? 'cancel' : 'create'];
    const [claimed] = await query(
      `INSERT INTO ${table} (namespace, booking_id, fence, claim_token, lease_until)
       VALUES (?1, ?2, 1, ?3, ${now()} + ?4)
       ON CONFLICT (namespace, booking_id) DO UPDATE
         SET fence = ${table}.fence + 1, claim_token = excluded.claim_token, lease_until = excluded.lease_until
         WHERE ${table}.${doneColumns[kind]} IS NULL
           AND (${table}.claim_token IS NULL OR ${table}.lease_until <= ${now()})
       RETURNING fence, ${other} IS NOT NULL AS is_other_done`,
      [namespace, bookingId, token, Math.ceil(leaseMs)],
    );
    if (claimed) {
      const isOtherKindDone = Number(claimed['is_other_done']) === 1;
      return { state: 'claimed', token, fence: Number(claimed['fence']), isOtherKindDone };
    }
    const finished = await query(
      `SELECT 1 FROM ${table} WHERE namespace = ?1 AND booking_id = ?2 AND ${doneColumns[kind]} IS NOT NULL`,
      [namespace, bookingId],
    );
    return { state: finished.length > 0 ? 'done' : 'busy' };
  };

  /** Changes the row that this token still claims. */
  const change = async (run: SqlQuery, token: string, set: string): Promise<Held> => {
    const key = readToken(token);
    if (!key) return 'lost';
    const rows = await run(
      `UPDATE ${table} SET ${set}
       WHERE namespace = ?1 AND booking_id = ?2 AND claim_token = ?3 RETURNING booking_id`,
      [key.namespace, key.bookingId, token],
    );
    return rows.length > 0 ? 'ok' : 'lost';
  };

  const wasDoneBy = async (run: SqlQuery, key: NoticeKey, token: string): Promise<boolean> => {
    const rows = await run(
      `SELECT 1 FROM ${table} WHERE namespace = ?1 AND booking_id = ?2 AND ${doneColumns[key.kind]} = ?3`,
      [key.namespace, key.bookingId, token],
    );
    return rows.length > 0;
  };

  const doneIn = async (run: SqlQuery, token: string): Promise<Held> => {
    const key = readToken(token);
    if (!key) return 'lost';
    const free = 'claim_token = NULL, lease_until = NULL';
    const held = await change(run, token, `${doneColumns[key.kind]} = claim_token, ${free}`);
    return held === 'ok' || (await wasDoneBy(run, key, token)) ? 'ok' : 'lost';
  };

  const forget = async ({ namespace, bookingId, kind }: NoticeKey): Promise<void> => {
    await query(`UPDATE ${table} SET ${doneColumns[kind]} = NULL WHERE namespace = ?1 AND booking_id = ?2`, [
      namespace,
      bookingId,
    ]);
  };

  return {
    createTable,
    claim,
    renew: (token, leaseMs) => change(query, token, `lease_until = ${now()} + ${Math.ceil(leaseMs)}`),
    done: (token) => doneIn(query, token),
    doneIn,
    release: (token) => change(query, token, 'claim_token = NULL, lease_until = NULL'),
    forget,
  };
};
