import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explore } from './model/explore.js';
import { createRepeatWorld } from './model/repeat-world.js';
import { sample } from './model/sample.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const seed = Number(process.env['PARKING_TEST_SEED'] ?? 20_261_121);

describe('a request sent several times under one Idempotency-Key', () => {
  it('makes one booking, two requests, a crash of each, in every order', async (context) => {
    const found = await explore({ build: () => createRepeatWorld(2), crashes: 2 });
    context.diagnostic(`${found.states} states, ${found.schedules} schedules, ${found.endings} endings`);
    assert.equal(
      found.failure,
      undefined,
      `${found.failure?.message}\n${found.failure?.schedule.join('\n')}`,
    );
    assert.ok(found.isComplete);
  });

  it('makes one booking, four requests, two crashes, at random', async (context) => {
    const schedules = isLong ? 200_000 : 500;
    const found = await sample({ build: () => createRepeatWorld(4), crashes: 2, seed, schedules });
    context.diagnostic(`${found.schedules} schedules, seed ${seed}`);
    assert.equal(
      found.failure,
      undefined,
      `${found.failure?.message}\n${found.failure?.schedule.join('\n')}`,
    );
  });

  it('would make two if the booking of a slow owner could still be inserted', async (context) => {
    const found = await explore({
      build: () => createRepeatWorld(2, (store) => ({ ...store, insert: async () => 'inserted' })),
      crashes: 0,
    });
    context.diagnostic(`found: ${found.failure?.message}, in ${found.failure?.schedule.length} steps`);
    assert.match(found.failure?.message ?? 'nothing', /2 bookings/);
  });

  it('would make two if the pending booking of the owner were not voided', async (context) => {
    const found = await explore({
      build: () => createRepeatWorld(2, (store) => ({ ...store, voidPending: async () => undefined })),
      crashes: 0,
    });
    context.diagnostic(`found: ${found.failure?.message}, in ${found.failure?.schedule.length} steps`);
    assert.match(found.failure?.message ?? 'nothing', /2 bookings/);
  });
});
