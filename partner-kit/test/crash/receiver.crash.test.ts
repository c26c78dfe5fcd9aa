import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Child, startChild } from '../support/child.js';
import { randomFrom } from '../support/random.js';
import { openSqlite } from '../support/sqlite.js';
import { startSender } from './sender.js';

const program = fileURLToPath(new URL('./receiver-process.js', import.meta.url));
const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const notices = isLong ? 500 : 120;
const kills = isLong ? 40 : 6;
const patienceMs = isLong ? 300_000 : 90_000;

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

const killed = async ({ child }: Running): Promise<void> => {
  child.process.kill('SIGKILL');
  await child.ended;
};

const effectCounts = async (file: string): Promise<readonly number[]> => {
  const sqlite = openSqlite(file);
  const rows = await sqlite.query('SELECT booking_id, COUNT(*) AS n FROM effects GROUP BY booking_id', []);
  sqlite.close();
  return rows.map((row) => Number(row['n']));
};

/** Delivers all notices to a receiver that is killed now and then; gives how often each had its effect. */
const runKilled = async (t: TestContext, mode: string, seed: number): Promise<readonly number[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'partner-kit-'));
  const file = join(folder, 'receiver.db');
  const random = randomFrom(seed);
  // The sender waits while there is no receiver: its old port may be somebody else's by now.
  let starting = startReceiver(file, mode);
  let isOver = false;
  const address = async (): Promise<string | undefined> => (isOver ? undefined : (await starting).url);
  const sender = startSender({ address, notices, parallel: 8 });
  t.after(async () => {
    isOver = true;
    await killed(await starting);
    rmSync(folder, { recursive: true });
  });

  const killNowAndThen = async (): Promise<void> => {
    for (let kill = 1; kill <= kills; kill += 1) {
      // By progress and not by time, so that a busy machine kills as much work as an idle one.
      await sender.answered(Math.floor(((kill - random()) * notices) / (kills + 1)));
      await wait(random() * 15);
      const old = await starting;
      starting = killed(old).then(() => startReceiver(file, mode));
      await starting;
    }
    await sender.finished;
  };

  const ended = await Promise.race([
    killNowAndThen().then(() => true),
    wait(patienceMs, false, { ref: false }),
  ]);
  const { child } = await starting;
  assert.ok(ended, `not finished in time: ${sender.tally()} ${child.errors()}`);
  t.diagnostic(sender.tally());
  const counts = await effectCounts(file);
  assert.equal(counts.length, notices, `every notice has had its effect: ${sender.tally()}`);
  return counts;
};

describe('a receiver killed at random instants', () => {
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
