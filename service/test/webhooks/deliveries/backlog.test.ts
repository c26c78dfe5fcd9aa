import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import { type Backlog, createBacklog } from '../../../src/webhooks/deliveries/backlog.js';
import { deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import type { DeliveryStore } from '../../../src/webhooks/deliveries/delivery-store.js';
import { acme, creates, openWorld, type World } from '../world.js';

const worlds: World[] = [];
interface Begun {
  readonly world: World;
  readonly backlog: Backlog;
  readonly store: DeliveryStore;
}
const begin = async (): Promise<Begun> => {
  const world = await openWorld();
  worlds.push(world);
  const documents = world.database.collection(deliveryCollection);
  return {
    world,
    backlog: createBacklog({ documents, serverNow: async () => world.clock.now() }),
    store: world.openWorker().store,
  };
};
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const claim = async ({ world, store }: Begun, limit: number) => {
  const now = world.clock.now();
  const { claimed } = await store.claim({ partner: acme, limit, token: `t${now}`, now, leaseMs: 30_000 });
  return claimed;
};

describe('the backlog of a partner', () => {
  it('is empty where nothing is open', async () => {
    const begun = await begin();
    await begun.world.put(acme, creates(1));
    for (const delivery of await claim(begun, 1))
      await begun.store.settle([{ delivery, st: 'delivered', due: 1, at: 1, last: '202' }]);
    assert.deepEqual(await begun.backlog.of(acme), {
      partner: acme,
      open: 0,
      due: 0,
      inFlight: 0,
      oldestOpenedAt: undefined,
      nextDueAt: undefined,
    });
  });

  it('tells what is due, what is on its way, and what waits for later', async () => {
    const begun = await begin();
    const { world, backlog, store } = begun;
    const start = world.clock.now();
    await world.put(acme, creates(5));
    await world.put(partnerId('other'), [[9, 'create']]);
    const [first, second] = await claim(begun, 3);
    assert.ok(first !== undefined && second !== undefined);
    await store.settle([{ delivery: first, st: 'open', due: start + 60_000, at: start, last: '404' }]);
    await store.settle([{ delivery: second, st: 'refused', due: start, at: start, last: '400' }]);
    assert.deepEqual(await backlog.of(acme), {
      partner: acme,
      open: 4,
      due: 2,
      inFlight: 1,
      oldestOpenedAt: start,
      nextDueAt: start - 1_000,
    });
  });

  it('goes by when a delivery was opened, not by when it is due', async () => {
    const begun = await begin();
    const { world, backlog, store } = begun;
    const start = world.clock.now();
    await world.put(acme, [[1, 'create']]);
    const [tried] = await claim(begun, 1);
    assert.ok(tried !== undefined);
    // Tried in vain and not due for an hour, it has still waited longest.
    await store.settle([{ delivery: tried, st: 'open', due: start + 3_600_000, at: start, last: '404' }]);
    await world.clock.advance(60_000);
    await world.put(acme, [[2, 'create']]);
    const { oldestOpenedAt, nextDueAt } = await backlog.of(acme);
    assert.deepEqual([oldestOpenedAt, nextDueAt], [start, start + 59_000]);
  });

  it('counts no lease that has run out as on its way', async () => {
    const begun = await begin();
    await begun.world.put(acme, creates(1));
    await claim(begun, 1);
    assert.deepEqual((await begun.backlog.of(acme)).inFlight, 1);
    await begun.world.clock.advance(30_000);
    const { due, inFlight } = await begun.backlog.of(acme);
    assert.deepEqual([due, inFlight], [1, 0]);
  });

  it('counts no further than 10,000', async () => {
    const begun = await begin();
    await begun.world.put(acme, creates(10_001));
    const { open, due } = await begun.backlog.of(acme);
    assert.deepEqual([open, due], [10_000, 10_000]);
  });
});
