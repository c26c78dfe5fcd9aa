import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { silentLogger } from '../../src/base/logger.js';
import type { BookingDocument, Outbox, OutboxKind } from '../../src/bookings/booking.js';
import { bookingCollection } from '../../src/bookings/store.js';
import type { Notice } from '../../src/webhooks/deliveries/delivery-store.js';
import { createOutboxPump } from '../../src/webhooks/outbox/outbox-pump.js';
import type { StuckOutbox } from '../../src/webhooks/outbox/tell-stuck.js';
import { createFakeClock } from '../support/fake-clock.js';
import { booking } from './booking-builder.js';
import { acme, openWorld, type World } from './world.js';

const worlds: World[] = [];
const begin = async (): Promise<World> => {
  const world = await openWorld();
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** An outbox in memory that writes down what is asked of it. */
const pumpOver = (
  bookings: readonly BookingDocument[],
  changes: Partial<Outbox> = {},
  onStuckOutbox: (stuck: StuckOutbox) => void = () => undefined,
) => {
  const steps: string[] = [];
  const waiting = new Map(bookings.map((each) => [each._id, each]));
  const outbox: Outbox = {
    due: async (limit) => [...waiting.values()].slice(0, limit),
    release: async ({ _id }) => {
      steps.push(`release ${_id}`);
    },
    confirm: async ({ _id }) => {
      steps.push(`confirm ${_id}`);
    },
    clear: async ({ _id }) => {
      steps.push(`clear ${_id}`);
      return waiting.delete(_id);
    },
    ...changes,
  };
  const pump = createOutboxPump({
    outbox,
    deliveries: {
      add: async (notices: readonly Notice[]) => {
        steps.push(...notices.map(({ booking: id, kind }) => `${kind} ${id}`));
      },
    },
    clock: createFakeClock(),
    serverNow: async () => 0,
    logger: silentLogger,
    onDeliveries: (partner) => steps.push(`nudge ${partner}`),
    onStuckOutbox,
    batchSize: 2,
  });
  return { pump, steps, waiting };
};

const all: readonly OutboxKind[] = ['cancel', 'release', 'create'];

describe('the outbox pump', () => {
  it('works in the order release, create, cancel, clear, whatever the order in the outbox', async () => {
    const { pump, steps } = pumpOver([booking(1, { out: all })]);
    assert.equal(await pump.runOnce(), 1);
    assert.deepEqual(steps, ['release 1', 'create 1', 'cancel 1', 'nudge acme', 'clear 1']);
  });

  it('makes the mail after the notices, also for a booking without a partner', async () => {
    const { pump, steps } = pumpOver([
      booking(1, { out: ['confirm', 'create'] }),
      booking(2, { out: ['confirm'], partner: null }),
    ]);
    assert.equal(await pump.runOnce(), 2);
    assert.deepEqual(steps, ['create 1', 'nudge acme', 'confirm 1', 'confirm 2', 'clear 1', 'clear 2']);
  });

  it('sends the notice and keeps the outbox where the mail cannot be made', async () => {
    const { pump, steps, waiting } = pumpOver([booking(1, { out: ['confirm', 'create'] })], {
      confirm: async () => {
        throw new Error('no room for messages');
      },
    });
    assert.equal(await pump.runOnce(), 0);
    assert.ok(steps.includes('create 1'));
    assert.deepEqual([...waiting.keys()], [1]);
  });

  it('leaves a nudge alone until it was started: another process carries outboxes out, then', async () => {
    const { pump, waiting } = pumpOver([booking(1, { out: all })]);
    pump.nudge();
    await pump.stop();
    assert.deepEqual([...waiting.keys()], [1]);
  });

  it('makes no delivery for a booking without a partner', async () => {
    const { pump, steps } = pumpOver([booking(1, { out: all, partner: null })]);
    await pump.runOnce();
    assert.deepEqual(steps, ['release 1', 'clear 1']);
  });

  it('goes round a booking whose spaces cannot be released, and leaves its notices for later', async () => {
    const bookings = [1, 2, 3, 4, 5, 6].map((id) => booking(id, { out: ['release', 'cancel'] }));
    const { pump, waiting } = pumpOver(bookings, {
      release: async ({ _id }) => {
        if (_id <= 3) throw new Error('the pool is out of reach');
      },
    });
    assert.equal(await pump.runOnce(), 3);
    assert.deepEqual([...waiting.keys()], [1, 2, 3]);
  });

  it('tells how many are stuck and since when, and once that none is any more', async () => {
    const told: StuckOutbox[] = [];
    let isBroken = true;
    const { pump } = pumpOver(
      [1, 2, 3, 4].map((id) => booking(id, { out: ['release'], outAt: id * 1_000 })),
      {
        release: async ({ _id }) => {
          if (isBroken && _id % 2 === 0) throw new Error('the pool is out of reach');
        },
      },
      (stuck) => told.push(stuck),
    );
    for (let run = 0; run < 2; run += 1) await pump.runOnce();
    isBroken = false;
    for (let run = 0; run < 2; run += 1) await pump.runOnce();
    const stuck = { count: 2, oldestAt: 2_000 };
    assert.deepEqual(told, [stuck, stuck, { count: 0, oldestAt: null }]);
  });

  it('rejects when the store is broken, and ends when nothing can be cleared', async () => {
    const broken = pumpOver([booking(1)], {
      due: async () => {
        throw new Error('no database');
      },
    });
    await assert.rejects(broken.pump.runOnce(), /no database/);
    const stuck = pumpOver([booking(1)], { clear: async () => false });
    assert.equal(await stuck.pump.runOnce(), 0);
  });

  it('keeps a cancel that was written while the create was carried out', async () => {
    const world = await begin();
    const { pump, deliveries, released } = world.openWorker({
      hooks: {
        after: async ({ collection, method }) => {
          if (collection !== 'deliveries' || method !== 'bulkWrite') return;
          await world.database
            .collection(bookingCollection)
            .updateOne(
              { _id: booking(1)._id, rev: 1 },
              { $set: { st: 'cancelled', out: ['create', 'release', 'cancel'], outAt: 0 }, $inc: { rev: 1 } },
            );
        },
      },
    });
    await world.book(booking(1));
    await pump.runOnce();
    assert.deepEqual(
      released.map(({ _id }) => _id),
      [1],
    );
    assert.equal((await deliveries.view('1:cancel')).st, 'open');
    assert.equal((await deliveries.view('1:create')).n, 0);
  });

  it('waits for no clock: neither that of whoever booked nor its own', async () => {
    const world = await begin();
    const now = world.clock.now();
    const { pump, store } = world.openWorker({ serverNow: async () => now - 3_600_000 });
    await world.book(booking(1, { outAt: now + 7_200_000 }));
    assert.equal(await pump.runOnce(), 1);
    const claim = { partner: acme, limit: 1, token: 't', now: now - 3_600_000, leaseMs: 1 };
    assert.equal((await store.claim(claim)).claimed.length, 1);
  });

  it("leaves notices in the outbox while it does not know the database's time", async () => {
    const world = await begin();
    const { pump } = world.openWorker({
      serverNow: async () => {
        throw new Error('no answer');
      },
    });
    await world.book(booking(1));
    await assert.rejects(pump.runOnce(), /time is not known/);
    assert.equal(await world.openWorker().pump.runOnce(), 1);
  });

  it('run several at once does no harm', async () => {
    const world = await begin();
    for (let id = 1; id <= 50; id += 1) await world.book(booking(id));
    await Promise.all([1, 2, 3].map(() => world.openWorker().pump.runOnce()));
    assert.equal((await world.openWorker().deliveries.counts(acme)).open, 50);
    const left = await world.database
      .collection(bookingCollection)
      .find({ outAt: { $lte: Date.now() } })
      .toArray();
    assert.deepEqual(left, []);
  });

  it('does not open again what has been delivered', async () => {
    const world = await begin();
    const { store, deliveries } = world.openWorker();
    await world.put(acme, [[1, 'create']]);
    const {
      claimed: [claimed],
    } = await store.claim({
      partner: acme,
      limit: 1,
      token: 't',
      now: world.clock.now(),
      leaseMs: 1,
    });
    assert.ok(claimed);
    await store.settle([{ delivery: claimed, st: 'delivered', due: 1, at: 1, last: '202' }]);
    await world.put(acme, [[1, 'create']]);
    assert.equal((await deliveries.view('1:create')).st, 'delivered');
  });
});
