import { createServer } from 'node:http';
import Database from 'libsql';
import { createReceiver, createSqlStore, type SqlQuery, toNodeHandler } from '../../src/index.js';
import { queryOver } from '../support/sqlite.js';

/** A receiver for the crash test: its effects and the store live in one SQLite file. Words: file, mode. */
const [file = '', mode = 'one-transaction'] = process.argv.slice(2);
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
const query: SqlQuery = queryOver(database);

// One connection has one transaction at a time, and what others write meanwhile would be rolled back with it.
let last: Promise<unknown> = Promise.resolve();
const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
  const turn = last.then(act);
  last = turn.catch(() => {});
  return turn;
};

const store = createSqlStore({ query: (sql, parameters) => inTurn(() => query(sql, parameters)) });
await store.createTable();
await query('CREATE TABLE IF NOT EXISTS effects (booking_id INTEGER NOT NULL)', []);

const effect = (bookingId: number): Promise<unknown> => query('INSERT INTO effects VALUES (?1)', [bookingId]);

const inTransaction = (bookingId: number, token: string): Promise<void> =>
  inTurn(async () => {
    await query('BEGIN IMMEDIATE', []);
    try {
      await effect(bookingId);
      if ((await store.doneIn(query, token)) === 'lost') throw new Error('another attempt has it');
      await query('COMMIT', []);
    } catch (error) {
      await query('ROLLBACK', []);
      throw error;
    }
  });

const receiver = createReceiver({
  auth: { headerKey: 'authorization', headerValue: 'open sesame' },
  store,
  leaseMs: 300,
  onEvent: (event) => {
    if (event.type === 'store_trouble') process.stderr.write(`${event.step}: ${String(event.error)}\n`);
  },
  onCreate: async ({ bookingId, token }) => {
    // Lets a kill fall between the claim and the effect, and between the effect and `done`.
    await new Promise((resolve) => setTimeout(resolve, bookingId % 7));
    if (mode === 'one-transaction') return inTransaction(bookingId, token);
    await inTurn(() => effect(bookingId));
    await new Promise((resolve) => setTimeout(resolve, bookingId % 5));
  },
});

const server = createServer(toNodeHandler(receiver));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
