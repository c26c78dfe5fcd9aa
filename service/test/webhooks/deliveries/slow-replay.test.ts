import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import { createReplays } from '../../../src/webhooks/deliveries/replay.js';
import { begin, endAll } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

describe('a replay that takes longer than any schedule', () => {
  it('keeps its pace: its turns are not taken for what a wrong clock wrote', async () => {
    const { worker, clock, site, put, database } = await begin();
    await put(
      acme,
      Array.from({ length: 30 }, (_, index) => [index + 1, 'create'] as const),
    );
    worker.dispatcher.start();
    await clock.advance(5_000);
    assert.equal(site.received.length, 30);
    const replays = createReplays({
      documents: database.collection(deliveryCollection),
      serverNow: async () => clock.now(),
    });
    const startedAt = clock.now();
    const filter = { partners: [acme], states: ['delivered'], until: startedAt + 1 } as const;
    // One in ten minutes: the last is due in almost five hours.
    await replays.step({ filter, startedAt, perSecond: 1 / 600, isDryRun: false });
    worker.dispatcher.nudge(acme);
    await clock.advance(15 * 60_000);
    assert.equal(site.received.length - 30, 2);
  });
});
