import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFollowSandbox } from '../../src/sandbox/follow-sandbox.js';
import { createShiftedClock } from '../../src/sandbox/shifted-clock.js';
import { createSandboxStore, sandboxCollection } from '../../src/sandbox/store.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock } from '../support/fake-clock.js';

describe('a sandbox that another process moves', () => {
  it('is followed, once for each step, and the bells are rung', async () => {
    const database = await openTestDatabase();
    const store = createSandboxStore(database.collection(sandboxCollection));
    const clock = createShiftedClock(createFakeClock(), 0);
    let rung = 0;
    const follow = createFollowSandbox({
      clock,
      store,
      onMoved: () => {
        rung += 1;
      },
    });
    await follow();
    assert.deepEqual([clock.offsetMs(), rung], [0, 0]);
    await store.addToOffset(3_600_000);
    await Promise.all([follow(), follow()]);
    assert.deepEqual([clock.offsetMs(), rung], [3_600_000, 1]);
    await store.addToOffset(1_000);
    await follow();
    await follow();
    assert.deepEqual([clock.offsetMs(), rung], [3_601_000, 2]);
    await database.close();
  });

  it('is never turned back, whatever the store says', async () => {
    const clock = createShiftedClock(createFakeClock(), 5_000);
    const store = { offsetMs: async () => 0 };
    await createFollowSandbox({ clock, store, onMoved: () => assert.fail('rung') })();
    assert.equal(clock.offsetMs(), 5_000);
  });
});
