import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explore } from './model/explore.js';
import { exploreApart } from './model/explore-apart.js';
import { createRepeatWorld } from './model/repeat-world.js';
import { sample } from './model/sample.js';

const isLong = process.env['PARKING_TEST_LONG'] !== undefined;
const seed = Number(process.env['PARKING_TEST_SEED'] ?? 20_261_121);

describe('a request sent several times under one Idempotency-Key', () => {
  for (const hasWallet of [false, true]) {
    const paid = hasWallet ? 'paid out of a wallet' : 'for nothing';
    // Every order of the longer one takes a minute.
    const orders = hasWallet && !isLong ? 'in orders of three turns' : 'in every order';
    it(`makes one booking ${paid}, two requests that die, ${orders}`, async (context) => {
      const bounds = isLong || !hasWallet ? { crashes: 2 } : { crashes: 1, switches: 3 };
      const found = await exploreApart({ requests: 2, hasWallet, bounds });
      context.diagnostic(`${found.states} states, ${found.schedules} schedules, ${found.endings} endings`);
      assert.equal(
        found.failure,
        undefined,
        `${found.failure?.message}\n${found.failure?.schedule.join('\n')}`,
      );
      assert.ok(found.isComplete);
    });

    it(`makes one booking ${paid}, four requests, two crashes, at random`, async (context) => {
      const schedules = isLong ? 200_000 : 400;
      const found = await sample({
        build: () => createRepeatWorld({ requests: 4, hasWallet }),
        crashes: 2,
        seed,
        schedules,
      });
      context.diagnostic(`${found.schedules} schedules, seed ${seed}`);
      assert.equal(
        found.failure,
        undefined,
        `${found.failure?.message}\n${found.failure?.schedule.join('\n')}`,
      );
    });
  }

  it('would make two if the booking of a slow owner could still be inserted', async (context) => {
    const found = await explore({
      build: () =>
        createRepeatWorld({
          requests: 2,
          capacity: 2,
          alter: (store) => ({ ...store, insert: async () => 'inserted' }),
        }),
      crashes: 0,
    });
    context.diagnostic(`found: ${found.failure?.message}, in ${found.failure?.schedule.length} steps`);
    assert.match(found.failure?.message ?? 'nothing', /2 bookings/);
  });

  it('would make two if the pending booking of the owner were not voided', async (context) => {
    const found = await explore({
      build: () =>
        createRepeatWorld({
          requests: 2,
          capacity: 2,
          alter: (store) => ({ ...store, voidPending: async () => undefined }),
        }),
      crashes: 0,
    });
    context.diagnostic(`found: ${found.failure?.message}, in ${found.failure?.schedule.length} steps`);
    assert.match(found.failure?.message ?? 'nothing', /2 bookings/);
  });
});
