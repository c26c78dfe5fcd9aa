import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { createMemoryStore, createSqlStore, MemoryStoreFullError } from '../../src/index.js';
import { storeContract } from '../../src/testing/index.js';
import { createFakeClock } from '../support/fake-clock.js';
import { openSqlite } from '../support/sqlite.js';

storeContract('memory store', () => {
  const clock = createFakeClock();
  return { store: createMemoryStore({ clock }), advance: clock.advance };
});

storeContract('SQL store on SQLite', async () => {
  const clock = createFakeClock();
  const sqlite = openSqlite(':memory:');
  const store = createSqlStore({ query: sqlite.query, clock });
  await store.createTable();
  return { store, advance: clock.advance, close: sqlite.close };
});

// Two connections, as two processes have them; time is the database's own, so here it really passes.
if (process.env['PARKING_TEST_LONG'])
  storeContract('SQL store on SQLite, two connections and its own clock', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'partner-kit-'));
    const connections = [0, 1].map(() => openSqlite(join(folder, 'notices.db')));
    let turn = 0;
    const store = createSqlStore({
      query: async (sql, parameters) => {
        turn += 1;
        return connections[turn % connections.length]?.query(sql, parameters) ?? [];
      },
    });
    await store.createTable();
    const close = (): void => {
      for (const connection of connections) connection.close();
      rmSync(folder, { recursive: true });
    };
    return { store, advance: (ms) => wait(ms + 20), close };
  });

describe('SQL store on SQLite, by its own clock', () => {
  it('counts the lease from now', async () => {
    const sqlite = openSqlite(':memory:');
    const store = createSqlStore({ query: sqlite.query });
    await store.createTable();
    const before = Date.now();
    await store.claim({ namespace: 'n', bookingId: 1, kind: 'create' }, 60_000);
    const after = Date.now();
    const [row] = await sqlite.query('SELECT lease_until FROM parking_notices', []);
    const until = Number(row?.['lease_until']);
    assert.ok(until >= before + 59_998 && until <= after + 60_002, `${until} is a minute from ${before}`);
    sqlite.close();
  });

  it('refuses a table name that is none', () => {
    assert.throws(() => createSqlStore({ query: async () => [], table: 'a; DROP' }), TypeError);
  });
});

describe('memory store', () => {
  it('forgets the longest finished when full, never what is claimed', async () => {
    const store = createMemoryStore({ maxBookings: 3 });
    const key = (bookingId: number) => ({ namespace: 'n', bookingId, kind: 'create' }) as const;
    await store.claim(key(1), 1);
    for (const id of [2, 3, 4]) {
      const claim = await store.claim(key(id), 1_000);
      assert.ok(claim.state === 'claimed');
      await store.done(claim.token);
    }
    assert.equal((await store.claim(key(4), 1_000)).state, 'done');
    assert.equal((await store.claim(key(3), 1_000)).state, 'done');
    assert.equal((await store.claim(key(2), 1_000)).state, 'claimed', 'was forgotten');
    await store.claim(key(5), 1_000);
    await assert.rejects(() => store.claim(key(6), 1_000), MemoryStoreFullError);
  });
});
