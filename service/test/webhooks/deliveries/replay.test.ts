import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import type { NoticeKind } from '../../../src/bookings/booking.js';
import {
  type DeliveryDocument,
  type DeliveryState,
  deliveryCollection,
  deliveryStates,
} from '../../../src/webhooks/deliveries/delivery.js';
import type { DeliveryFilter } from '../../../src/webhooks/deliveries/delivery-filter.js';
import {
  createReplays,
  type Replay,
  type Replayed,
  type Replays,
} from '../../../src/webhooks/deliveries/replay.js';
import type { WalkPosition } from '../../../src/webhooks/deliveries/walk-deliveries.js';
import { type Hooks, traceDatabase } from '../../support/traced-database.js';
import { answer } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, creates, type World } from '../world.js';

afterEach(endAll);

const ended = deliveryStates.filter((state) => state !== 'open');

const replaysIn = (world: World, hooks: Hooks = {}): Replays =>
  createReplays({
    documents: traceDatabase(world.database, hooks).collection(deliveryCollection),
    serverNow: async () => world.clock.now(),
  });

const replayOf = (world: World, changes: Partial<DeliveryFilter> = {}): Replay => ({
  filter: { partners: [acme], states: ended, until: world.clock.now() + 1, ...changes },
  startedAt: world.clock.now(),
  perSecond: 10,
  isDryRun: false,
});

/** All steps; how many were meant, and how many left alone. */
const runAll = async (replays: Replays, replay: Replay): Promise<readonly [meant: number, left: number]> => {
  let [meant, left] = [0, 0];
  let from: WalkPosition | undefined;
  do {
    const done: Replayed = await replays.step({ ...replay, from });
    meant += done.counts.get(acme) ?? 0;
    left += done.leftAlone;
    from = done.next;
  } while (from !== undefined);
  return [meant, left];
};

const all = (world: World): Promise<readonly DeliveryDocument[]> =>
  world.database
    .collection(deliveryCollection)
    .find({ partner: acme }, { sort: { _id: 1 } })
    .toArray();

const setState = (world: World, id: string, st: DeliveryState, more: Partial<DeliveryDocument> = {}) =>
  world.database.collection(deliveryCollection).updateOne({ _id: id }, { $set: { st, ...more } });

const sentIn = ({ site }: Pick<World, 'site'>): readonly string[] =>
  site.received.map(({ delivery, attempt }) => `${delivery} ${attempt}`);

describe('a replay', () => {
  it('sends the same id again, counts its attempts on, and marks them as made by hand', async () => {
    const { world, worker, clock, site, put } = await begin();
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(1_000);
    site.answerWith(({ attempt }) => answer(attempt === 2 ? 404 : 202));
    assert.deepEqual(await runAll(replaysIn(world), replayOf(world)), [1, 0]);
    await clock.advance(10_000);
    assert.deepEqual(sentIn(world), ['42:create 1', '42:create 2', '42:create 3']);
    const { st, n, openedBy } = await worker.deliveries.view('42:create');
    assert.deepEqual([st, n, openedBy], ['delivered', 3, 'replay']);
    const attempts = await worker.deliveries.attempts('42:create');
    assert.deepEqual(
      attempts.map(({ isManual = false, reason }) => [isManual, reason]),
      [
        [false, 'accepted'],
        [true, 'not_found'],
        [true, 'accepted'],
      ],
    );
  });

  it('gives each its turn, so many a second, and its age and schedule begin then', async () => {
    const { world, put } = await begin();
    const start = world.clock.now();
    await put(acme, creates(3));
    for (const id of [1, 2, 3]) await setState(world, `${id}:create`, 'refused', { due: start });
    await runAll(replaysIn(world), { ...replayOf(world), perSecond: 4 });
    assert.deepEqual(
      (await all(world)).map(({ st, due, openedAt, nBefore }) => [
        st,
        due - start,
        openedAt - start,
        nBefore,
      ]),
      [
        ['open', 0, 0, 0],
        ['open', 250, 250, 0],
        ['open', 500, 500, 0],
      ],
    );
  });

  it('queues up behind the one before, so that their rates do not add up', async () => {
    const { world, put } = await begin();
    const start = world.clock.now();
    await put(acme, creates(4));
    for (const id of [1, 2, 3, 4])
      await setState(world, `${id}:create`, id < 3 ? 'refused' : 'abandoned', { due: start });
    const replays = replaysIn(world);
    await runAll(replays, { ...replayOf(world, { states: ['refused'] }), perSecond: 1 });
    await runAll(replays, { ...replayOf(world, { states: ['abandoned'] }), perSecond: 10 });
    const dues = (await all(world)).map(({ due }) => due - start);
    assert.deepEqual(dues, [0, 1_000, 1_100, 1_200]);
  });

  it('of named deliveries goes before all that queue up', async () => {
    const { world, worker, put } = await begin();
    const start = world.clock.now();
    await put(acme, creates(3));
    for (const id of [1, 2, 3]) await setState(world, `${id}:create`, 'refused', { due: start });
    const replays = replaysIn(world);
    const named = [await worker.deliveries.view('3:create')];
    await runAll(replays, { ...replayOf(world), perSecond: 0.1 });
    await setState(world, '3:create', 'refused', { due: start });
    assert.equal((await replays.some(replayOf(world), named)).leftAlone, 0);
    assert.equal((await worker.deliveries.view('3:create')).due, start);
  });

  it('that is a dry run says how many and changes nothing', async () => {
    const { world, put } = await begin();
    await put(acme, creates(3));
    await setState(world, '1:create', 'refused', { due: world.clock.now() });
    await setState(world, '2:create', 'delivered', { due: world.clock.now() });
    const before = await all(world);
    const replay = { ...replayOf(world), isDryRun: true };
    assert.deepEqual(await runAll(replaysIn(world), replay), [2, 0]);
    assert.deepEqual(await all(world), before);
  });

  it('leaves alone what is open, waiting or on its way, and what is not of the filter', async () => {
    const { world, worker, put } = await begin();
    const now = world.clock.now();
    await put(acme, creates(4));
    await put(partnerId('other'), [[9, 'create']]);
    await worker.store.claim({ partner: acme, limit: 1, token: 't', now, leaseMs: 30_000 });
    await setState(world, '2:create', 'refused', { due: now - 60_000 });
    await setState(world, '3:create', 'delivered', { due: now });
    await setState(world, '9:create', 'refused', { due: now });
    const before = await all(world);
    const window = { states: ['refused', 'delivered'], since: now - 59_000 } as const;
    assert.deepEqual(await runAll(replaysIn(world), replayOf(world, window)), [1, 0]);
    const changed = (await all(world)).filter(
      (delivery, index) => delivery.due !== before[index]?.due || delivery.st !== before[index]?.st,
    );
    assert.deepEqual(
      changed.map(({ _id, st }) => [_id, st]),
      [['3:create', 'open']],
    );
    assert.equal((await worker.deliveries.view('9:create')).st, 'refused');
  });

  it('leaves alone what somebody else opened or ended since it looked', async () => {
    const { world, put } = await begin();
    const now = world.clock.now();
    await put(acme, creates(3));
    for (const id of [1, 2, 3]) await setState(world, `${id}:create`, 'refused', { due: now });
    let isFirst = true;
    const slow = replaysIn(world, {
      before: async ({ method }) => {
        if (method !== 'bulkWrite' || !isFirst) return;
        isFirst = false;
        // Resent and refused again, and one that a worker has in hand.
        await setState(world, '1:create', 'refused', { n: 1 });
        await setState(world, '2:create', 'open', { tok: 't', n: 1 });
      },
    });
    assert.deepEqual(await runAll(slow, replayOf(world)), [3, 2]);
    const seen = (await all(world)).map(({ _id, st, openedBy }) => [_id, st, openedBy]);
    assert.deepEqual(seen, [
      ['1:create', 'refused', undefined],
      ['2:create', 'open', undefined],
      ['3:create', 'open', 'replay'],
    ]);
  });

  it('beside a running worker, in steps, sends each once', async () => {
    const { world, worker, openAnother, clock, put } = await begin();
    const count = 1_200;
    await put(acme, creates(count));
    worker.dispatcher.start();
    openAnother().dispatcher.start();
    await clock.advance(5_000);
    assert.equal((await worker.deliveries.counts(acme)).delivered, count);
    const replay = { ...replayOf(world), perSecond: 1_000 };
    const replays = replaysIn(world);
    let from: WalkPosition | undefined;
    do {
      const { next } = await replays.step({ ...replay, from });
      // The worker sends and settles what the step before has opened.
      await clock.advance(3_000);
      from = next;
    } while (from !== undefined);
    await clock.advance(5_000);
    const numbers = (await all(world)).map(({ n, st }) => `${n} ${st}`);
    assert.deepEqual(new Set(numbers), new Set(['2 delivered']));
    assert.equal(world.site.received.length, 2 * count);
  });

  it('that is repeated, or begun anew after a crash, sends nothing twice', async () => {
    const { world, worker, clock, put } = await begin();
    await put(acme, creates(20));
    worker.dispatcher.start();
    await clock.advance(1_000);
    const replay = { ...replayOf(world), perSecond: 1_000 };
    const replays = replaysIn(world);
    assert.deepEqual(await runAll(replays, replay), [20, 0]);
    assert.deepEqual(await runAll(replays, replay), [0, 0]);
    await clock.advance(10_000);
    assert.deepEqual(await runAll(replays, replay), [0, 0]);
    assert.equal(world.site.received.length, 40);
  });

  it('knows its own work also by the end that a worker with a slow clock wrote', async () => {
    const { world, clock, put } = await begin();
    await put(acme, creates(1));
    await setState(world, '1:create', 'refused', { due: clock.now() - 60_000, n: 1 });
    const replay = replayOf(world);
    assert.deepEqual(await runAll(replaysIn(world), replay), [1, 0]);
    await setState(world, '1:create', 'delivered', { due: clock.now() - 500, n: 2 });
    assert.deepEqual(await runAll(replaysIn(world), replay), [0, 0]);
  });

  it('beside another of the same sends each once', async () => {
    const { world, worker, clock, put } = await begin();
    await put(acme, creates(40));
    worker.dispatcher.start();
    await clock.advance(1_000);
    const replay = { ...replayOf(world), perSecond: 1_000 };
    const outcomes = await Promise.all([runAll(replaysIn(world), replay), runAll(replaysIn(world), replay)]);
    const opened = outcomes.map(([meant, left]) => meant - left).reduce((sum, each) => sum + each, 0);
    assert.equal(opened, 40);
    await clock.advance(10_000);
    assert.equal(world.site.received.length, 80);
  });
});

describe('a replay of a booking that was cancelled', () => {
  const both: readonly (readonly [number, NoticeKind])[] = [
    [42, 'create'],
    [42, 'cancel'],
  ];

  it('sends the create first, also where the walk comes to the cancel first', async () => {
    const { world, worker, clock, site, put } = await begin();
    await put(acme, both);
    const now = clock.now();
    await setState(world, '42:create', 'refused', { due: now });
    await setState(world, '42:cancel', 'delivered', { due: now });
    site.answerWith(({ delivery, attempt }) => answer(delivery === '42:create' && attempt < 3 ? 404 : 202));
    await runAll(replaysIn(world), replayOf(world));
    worker.dispatcher.start();
    await clock.advance(60_000);
    assert.deepEqual(sentIn(world), ['42:create 1', '42:create 2', '42:create 3', '42:cancel 1']);
  });

  it('opens the create first, also where the walk comes to it only in a later step', async () => {
    const { world, clock, put } = await begin();
    await put(acme, [...both, ...creates(41), ...creates(700).slice(42)]);
    const now = clock.now();
    for (const { _id } of await all(world)) await setState(world, _id, 'delivered', { due: now - 1 });
    await setState(world, '42:cancel', 'delivered', { due: now - 2 });
    await setState(world, '42:create', 'refused', { due: now - 3 });
    const replays = replaysIn(world);
    const { next } = await replays.step(replayOf(world));
    assert.ok(next !== undefined);
    const [cancel, create] = (await all(world)).filter(({ booking }) => booking === 42);
    assert.ok(cancel !== undefined && create !== undefined);
    assert.deepEqual([create.st, cancel.st, cancel.due - create.due], ['open', 'open', 100]);
  });

  it('opens no cancel that it could not open the create of, and goes on when asked again', async () => {
    const { world, worker, clock, put } = await begin();
    await put(acme, both);
    const now = clock.now();
    await setState(world, '42:create', 'refused', { due: now });
    await setState(world, '42:cancel', 'delivered', { due: now });
    let writes = 0;
    const dying = replaysIn(world, {
      before: ({ method }) => {
        writes += method === 'bulkWrite' ? 1 : 0;
        if (writes === 2) throw new Error('the process dies');
      },
    });
    const replay = replayOf(world);
    await assert.rejects(dying.step(replay), /dies/);
    const states = async () => (await all(world)).map(({ _id, st }) => `${_id} ${st}`);
    assert.deepEqual(await states(), ['42:cancel delivered', '42:create open']);
    await replaysIn(world).step(replay);
    assert.deepEqual(await states(), ['42:cancel open', '42:create open']);
    worker.dispatcher.start();
    await clock.advance(10_000);
    assert.deepEqual(sentIn(world), ['42:create 1', '42:cancel 1']);
  });

  it('holds no new cancel back while the turn of its create is days off', async () => {
    const { world, worker, clock, site, put } = await begin();
    await put(acme, [[42, 'create']]);
    await setState(world, '42:create', 'open', {
      ...{ openedBy: 'replay', n: 1, nBefore: 1 },
      ...{ due: clock.now() + 200_000, openedAt: clock.now() + 200_000 },
    });
    await put(acme, [[42, 'cancel']]);
    worker.dispatcher.start();
    await clock.advance(5_000);
    assert.deepEqual(sentIn(world), ['42:cancel 1']);
    await clock.advance(300_000);
    assert.deepEqual(sentIn({ site }), ['42:cancel 1', '42:create 2']);
  });
});
