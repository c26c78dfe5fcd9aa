import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { systemClock } from '../../src/base/clock.js';
import type { Documents } from '../../src/base/documents.js';
import { type Connection, openConnection } from '../../src/storage/embedded/connection.js';
import { createEmbeddedDatabase } from '../../src/storage/embedded/database.js';
import { keys, type Stepped, stateAfter, steppedCollection } from './crash-steps.js';

const rounds = process.env['PARKING_TEST_LONG'] === undefined ? 24 : 400;
const seed = Number(process.env['PARKING_TEST_SEED'] ?? 20_261_121);
const writer = fileURLToPath(new URL('./crash-writer.js', import.meta.url));

/** The last acknowledged step of each key; -1 before the first. */
type Steps = Map<string, number>;

interface Round {
  /** Acknowledgements to wait for before the kill, */
  readonly acknowledgements: number;
  /** and then this much more, in milliseconds, so that it strikes anywhere within a commit. */
  readonly delayMs: number;
}

const noteAcknowledged = (output: string, steps: Steps): void => {
  for (const line of output.split('\n').slice(0, -1)) {
    const [key = '', step] = line.split(' ');
    steps.set(key, Number(step));
  }
};

/** Runs the writer until it is killed; resolves to everything it had acknowledged. */
const writeUntilKilled = (dataDir: string, steps: Steps, round: Round): Promise<string> =>
  new Promise((resolve, reject) => {
    const plan = Object.fromEntries([...steps].map(([key, step]) => [key, step + 1]));
    const child = spawn(process.execPath, [writer, dataDir, JSON.stringify(plan)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    let isDoomed = false;
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (isDoomed || output.split('\n').length <= round.acknowledgements) return;
      isDoomed = true;
      setTimeout(() => child.kill('SIGKILL'), round.delayMs);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(output);
      else reject(new Error(`the writer ended by itself with ${code}`));
    });
  });

/** Each key is where it was acknowledged to be, or one step further: that step was under way. Anything else is loss or tearing. */
const checkKeys = async (documents: Documents<Stepped>, steps: Steps): Promise<void> => {
  for (const [key, step] of steps) {
    const found = await documents.findOne({ _id: key });
    const isAhead = JSON.stringify(found) === JSON.stringify(stateAfter(key, step + 1));
    if (isAhead) steps.set(key, step + 1);
    else assert.deepEqual(found, stateAfter(key, step), `${key} after its acknowledged step ${step}`);
  }
};

const checkIndexes = async (documents: Documents<Stepped>, connection: Connection): Promise<void> => {
  assert.deepEqual(connection.rows('PRAGMA integrity_check', []), [['ok']]);
  const all = await documents.find({}, { sort: { _id: 1 } }).toArray();
  for (const state of ['open', 'held', 'done']) {
    const byIndex = await documents.find({ state }, { sort: { _id: 1 } }).toArray();
    assert.deepEqual(
      byIndex,
      all.filter((document) => document.state === state),
    );
  }
  const bySteps = await documents
    .find({ step: { $in: all.map(({ step }) => step) } }, { sort: { _id: 1 } })
    .toArray();
  assert.deepEqual(bySteps, all);
};

/** Opening right after the kill also shows that the lock has died with its holder. */
const check = async (dataDir: string, steps: Steps): Promise<void> => {
  const connection = openConnection(dataDir);
  const database = createEmbeddedDatabase({ connection, clock: systemClock, requireIndexes: true });
  const documents = database.collection(steppedCollection);
  await checkKeys(documents, steps);
  await checkIndexes(documents, connection);
  await database.close();
};

describe('kill -9', () => {
  it(`loses nothing acknowledged and tears nothing in ${rounds} rounds`, async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'parking-crash-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const round = fc.record({
      acknowledgements: fc.integer({ min: 1, max: 600 }),
      delayMs: fc.integer({ min: 0, max: 12 }),
    });
    const steps: Steps = new Map(keys.map((key) => [key, -1]));
    for (const one of fc.sample(round, { numRuns: rounds, seed })) {
      noteAcknowledged(await writeUntilKilled(folder, steps, one), steps);
      await check(folder, steps);
    }
    const total = [...steps.values()].reduce((sum, step) => sum + step + 1, 0);
    t.diagnostic(`seed ${seed}: ${rounds} kills, ${total} acknowledged steps kept`);
    assert.ok(total >= rounds);
  });
});
