import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createPresence,
  type PresenceDocument,
  presenceCollection,
  presentForMs,
  presentProcesses,
} from '../../src/jobs/presence.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock } from '../support/fake-clock.js';

const begin = async () => {
  const database = await openTestDatabase();
  const clock = createFakeClock();
  const documents = database.collection(presenceCollection);
  const enter = (_id: string, mode: PresenceDocument['mode'], skewMs = 0) =>
    createPresence({
      documents,
      self: { _id, mode, host: 'here', pid: 7 },
      serverNow: async () => clock.now(),
      clock: { now: () => clock.now() + skewMs },
      sweptAgoMs: () => (mode === 'api' ? undefined : 400),
    });
  return { database, clock, documents, enter };
};

describe('who works on a database', () => {
  it('is said by each process, on the database’s clock', async () => {
    const { database, clock, documents, enter } = await begin();
    const worker = enter('w', 'worker', 2_500);
    await worker.beat();
    const startedAt = clock.now();
    clock.jump(5_000);
    await worker.beat();
    assert.deepEqual(await documents.find({}).toArray(), [
      {
        _id: 'w',
        mode: 'worker',
        host: 'here',
        pid: 7,
        startedAt,
        seenAt: clock.now(),
        skewMs: 2_500,
        sweptAt: clock.now() - 400,
      },
    ]);
    await worker.leave();
    assert.deepEqual(await documents.find({}).toArray(), []);
    await database.close();
  });

  it('an api knows whether anybody sends notices, as of its last beat', async () => {
    const { database, clock, documents, enter } = await begin();
    const [api, worker] = [enter('a', 'api'), enter('w', 'worker')];
    assert.equal(api.hasWorker(), undefined);
    await api.beat();
    assert.equal(api.hasWorker(), false);
    await worker.beat();
    await api.beat();
    assert.equal(api.hasWorker(), true);
    clock.jump(presentForMs);
    await api.beat();
    assert.equal(api.hasWorker(), false);
    assert.deepEqual(
      (await presentProcesses(documents, clock.now())).map(({ _id }) => _id),
      ['a'],
    );
    await database.close();
  });

  it('what a killed process left is forgotten', async () => {
    const { database, clock, documents, enter } = await begin();
    await enter('killed', 'worker').beat();
    clock.jump(11 * 60_000);
    await enter('living', 'worker').beat();
    assert.deepEqual(
      (await documents.find({}).toArray()).map(({ _id }) => _id),
      ['living'],
    );
    await database.close();
  });
});
