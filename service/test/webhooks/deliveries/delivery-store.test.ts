import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { NoticeKind } from '../../../src/bookings/booking.js';
import type { DeliveryStore } from '../../../src/webhooks/deliveries/delivery-store.js';
import { acme, openWorld, type World } from '../world.js';

const worlds: World[] = [];
const begin = async (count: number): Promise<World> => {
  const world = await openWorld();
  worlds.push(world);
  await world.put(
    acme,
    Array.from({ length: count }, (_, index): readonly [number, NoticeKind] => [index + 1, 'create']),
  );
  return world;
};
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const leaseMs = 30_000;

const claim = async (store: DeliveryStore, world: World, token: string): Promise<readonly string[]> => {
  const { claimed } = await store.claim({ partner: acme, limit: 10, token, now: world.clock.now(), leaseMs });
  return claimed.map(({ _id, n }) => `${_id} ${n}`);
};

describe('claiming', () => {
  it('takes nothing that another has taken since it looked', async () => {
    const world = await begin(3);
    const rival = world.openWorker().store;
    let rivals: readonly string[] = [];
    let looks = 0;
    const slow = world.openWorker({
      hooks: {
        after: async ({ method }) => {
          looks += method === 'find' ? 1 : 0;
          if (method === 'find' && looks === 1) rivals = await claim(rival, world, 'rival');
        },
      },
    }).store;
    assert.deepEqual(await claim(slow, world, 'slow'), []);
    assert.deepEqual(rivals, ['1:create 1', '2:create 1', '3:create 1']);
  });

  it('takes nothing that was delivered since it looked', async () => {
    const world = await begin(1);
    const rival = world.openWorker();
    let isFirst = true;
    const slow = world.openWorker({
      hooks: {
        after: async ({ method }) => {
          if (method !== 'find' || !isFirst) return;
          isFirst = false;
          const request = { partner: acme, limit: 1, token: 'rival', now: world.clock.now(), leaseMs };
          const {
            claimed: [delivery],
          } = await rival.store.claim(request);
          assert.ok(delivery);
          await rival.store.settle([{ delivery, st: 'delivered', due: 0, at: 0, last: '202' }]);
        },
      },
    }).store;
    assert.deepEqual(await claim(slow, world, 'slow'), []);
    assert.equal((await rival.deliveries.view('1:create')).st, 'delivered');
  });

  it('takes again what a lease has run out for, under the next number', async () => {
    const world = await begin(1);
    const { store } = world.openWorker();
    assert.deepEqual(await claim(store, world, 'first'), ['1:create 1']);
    await world.clock.advance(leaseMs - 1);
    assert.deepEqual(await claim(store, world, 'second'), []);
    await world.clock.advance(1);
    assert.deepEqual(await claim(store, world, 'third'), ['1:create 2']);
  });
});

describe('settling', () => {
  it('writes what is still its own and says how many that were', async () => {
    const world = await begin(2);
    const { store, deliveries } = world.openWorker();
    const request = { partner: acme, limit: 2, token: 'first', now: world.clock.now(), leaseMs };
    const { claimed } = await store.claim(request);
    await world.clock.advance(leaseMs);
    await store.claim({ ...request, limit: 1, token: 'second', now: world.clock.now() });
    const settlements = claimed.map((delivery) => ({
      delivery,
      st: 'delivered' as const,
      due: 0,
      at: 0,
      last: '202',
    }));
    assert.equal(await store.settle(settlements), 1);
    const states = [await deliveries.view('1:create'), await deliveries.view('2:create')].map(({ st }) => st);
    assert.deepEqual(states.sort(), ['delivered', 'open']);
    assert.equal(await store.settle(settlements), 0);
  });

  it('takes the attempt back where nothing was sent', async () => {
    const world = await begin(1);
    const { store, deliveries } = world.openWorker();
    const {
      claimed: [delivery],
    } = await store.claim({
      partner: acme,
      limit: 1,
      token: 't',
      now: world.clock.now(),
      leaseMs,
    });
    assert.ok(delivery);
    await store.settle([{ delivery, st: 'open', due: 7, at: 5 }]);
    const { n, due, tok, last } = await deliveries.view('1:create');
    assert.deepEqual([n, due, tok, last], [0, 7, null, undefined]);
  });
});

describe('the attempts kept', () => {
  it('are trimmed by age, some at a time', async () => {
    const world = await begin(0);
    const { attempts } = world;
    const attempt = (n: number) => ({
      _id: `1:create:${n}`,
      delivery: '1:create',
      partner: acme,
      n,
      at: n,
      durationMs: 0,
      reason: 'accepted',
      isContractFault: false,
    });
    await attempts.add([1, 2, 3].map(attempt));
    await attempts.add([3, 4].map(attempt));
    assert.equal(await attempts.trim(acme, 4, 2), 2);
    assert.equal(await attempts.trim(acme, 4, 2), 1);
    assert.equal(await attempts.trim(acme, 4, 2), 0);
    assert.deepEqual(await attempts.range('1:create', 1, 9), [attempt(4)]);
  });
});

describe('settling', () => {
  it('keeps a due instant near the lease, though the clock was set ahead by an hour since the claim', async () => {
    const world = await begin(1);
    const { store, deliveries } = world.openWorker();
    const now = world.clock.now();
    const {
      claimed: [delivery],
    } = await store.claim({ partner: acme, limit: 1, token: 't', now, leaseMs });
    assert.ok(delivery);
    const at = now + 3_600_000;
    assert.equal(await store.settle([{ delivery, st: 'open', due: at + 5_000, at, last: '500' }]), 1);
    assert.equal((await deliveries.view('1:create')).due, now + leaseMs + 5_000);
  });
});

describe('opening again', () => {
  it("makes a notice due by the database's time, not by the clock of whoever is asked", async () => {
    const world = await begin(1);
    const behind = world.clock.now() - 3_600_000;
    const { deliveries } = world.openWorker({ serverNow: async () => behind });
    assert.equal((await deliveries.resend('1:create')).due, behind);
  });
});
