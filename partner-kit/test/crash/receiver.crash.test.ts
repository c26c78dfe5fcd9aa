import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../support/child.js';
import { openSqlite } from '../support/sqlite.js';

const program = fileURLToPath(new URL('./receiver-process.js', import.meta.url));
const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const notices = isLong ? 500 : 120;
const kills = isLong ? 40 : 8;

/** A small generator (mulberry32), so that a failing run can be had again from its seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

interface Running {
  readonly child: Child;
  readonly url: string;
}

const startReceiver = async (file: string, mode: string): Promise<Running> => {
  const child = startChild(program, [file, mode]);
  const line: unknown = JSON.parse(await child.line(() => true));
  assert.ok(typeof line === 'object' && line !== null && 'port' in line);
  return { child, url: `http://127.0.0.1:${String(line.port)}/bookings/create` };
};

/** Sends like a marketplace: until 202 or 400 duplicate_request, whatever happens to the connection. */
const deliver = async (bookingId: number, current: () => Running | undefined): Promise<void> => {
  for (let to = current(); to; to = current()) {
    try {
      const answer = await fetch(to.url, {
        method: 'POST',
        headers: { authorization: 'open sesame' },
        body: JSON.stringify({ id: bookingId }),
      });
      await answer.text();
      if (answer.status === 202 || answer.status === 400) return;
      assert.equal(answer.status, 404);
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error;
    }
    await wait(20);
  }
};

const runKilled = async (t: TestContext, mode: string, seed: number): Promise<readonly number[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-kit-'));
  const file = join(folder, 'receiver.db');
  const random = randomFrom(seed);
  let running = await startReceiver(file, mode);
  let isOver = false;
  t.after(async () => {
    isOver = true;
    running.child.process.kill('SIGKILL');
    await running.child.ended;
    rmSync(folder, { recursive: true });
  });
  let next = 1;
  const work = async (): Promise<void> => {
    while (next <= notices && !isOver) {
      const bookingId = next;
      next += 1;
      await deliver(bookingId, () => (isOver ? undefined : running));
    }
  };
  const workers = Promise.all(Array.from({ length: 8 }, work));
  for (let kill = 0; kill < kills; kill += 1) {
    await wait(random() * 60);
    running.child.process.kill('SIGKILL');
    await running.child.ended;
    running = await startReceiver(file, mode);
  }
  await workers;
  const sqlite = openSqlite(file);
  const rows = await sqlite.query('SELECT booking_id, COUNT(*) AS n FROM effects GROUP BY booking_id', []);
  sqlite.close();
  assert.equal(rows.length, notices, 'every notice has had its effect');
  return rows.map((row) => Number(row['n']));
};

describe('a receiver killed at random instants', { timeout: 120_000 }, () => {
  const seed = Number(process.env['PARKING_TEST_SEED'] ?? Date.now() % 2 ** 31);

  it(`has exactly one effect each where effect and done share a transaction (seed ${seed})`, async (t) => {
    const counts = await runKilled(t, 'one-transaction', seed);
    assert.deepEqual(
      counts.filter((count) => count !== 1),
      [],
    );
  });

  it(`has at least one effect each elsewhere, and tells how many were repeated (seed ${seed})`, async (t) => {
    const counts = await runKilled(t, 'effect-then-done', seed);
    t.diagnostic(`${counts.filter((count) => count > 1).length} of ${notices} effects were repeated`);
    assert.ok(counts.every((count) => count >= 1));
  });
});
