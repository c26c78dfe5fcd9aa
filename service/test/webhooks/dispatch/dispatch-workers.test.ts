import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { partnerId } from '../../../src/base/ids.js';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import { answer } from '../partner-site.js';
import { begin, beginIn, endAll } from '../running.js';
import { acme, openWorld, partnerInput, savePartner } from '../world.js';

afterEach(endAll);

describe('stop', () => {
  it('lets what is on its way finish, and lets the rest go at once', async () => {
    const { worker, world, clock, site, put } = await begin();
    site.answerWith(async () => {
      await clock.sleep(5_000);
      return answer(202);
    });
    await put(
      acme,
      Array.from({ length: 20 }, (_, index) => [index + 1, 'create'] as const),
    );
    worker.dispatcher.start();
    await clock.advance(1_000);
    let isStopped = false;
    const stopped = worker.dispatcher.stop().then(() => {
      isStopped = true;
    });
    await clock.advance(100);
    assert.equal(isStopped, false);
    const documents = await world.database
      .collection(deliveryCollection)
      .find({ partner: acme, st: 'open' })
      .toArray();
    assert.deepEqual(
      documents.map(({ tok, n, due }) => [(tok ?? null) !== null, n, due > clock.now()]).sort(),
      [...Array(16).fill([false, 0, false]), ...Array(4).fill([true, 1, true])],
    );
    await clock.advance(4_000);
    await stopped;
    const { open, delivered } = await worker.deliveries.counts(acme);
    assert.deepEqual([site.received.length, open, delivered], [4, 16, 4]);
  });
});

describe('several workers on one database', () => {
  it('send each notice once', async () => {
    const { worker, openAnother, clock, site, put } = await begin();
    const others = [openAnother(), openAnother()];
    site.answerWith(async () => {
      await clock.sleep(50);
      return answer(202);
    });
    await put(
      acme,
      Array.from({ length: 300 }, (_, index) => [index + 1, 'create'] as const),
    );
    for (const each of [worker, ...others]) each.dispatcher.start();
    await clock.advance(20_000);
    assert.equal(site.received.length, 300);
    assert.equal(new Set(site.received.map(({ delivery }) => delivery)).size, 300);
    assert.equal((await worker.deliveries.counts(acme)).delivered, 300);
  });

  it('take over after the lease, and the late one cannot overwrite', async () => {
    const { worker, openAnother, clock, site, put } = await begin();
    let answerLate: (outcome: OutboundOutcome) => void = () => undefined;
    const late = openAnother({
      post: () =>
        new Promise((resolve) => {
          answerLate = resolve;
        }),
    });
    await put(acme, [[42, 'create']]);
    late.dispatcher.start();
    await clock.advance(100);
    // It claims no more, but what it has sent is still on its way.
    void late.dispatcher.stop();
    worker.dispatcher.start();
    await clock.advance(29_000);
    assert.equal(site.received.length, 0);
    await clock.advance(3_000);
    assert.equal(site.received.length, 1);
    const before = await worker.deliveries.view('42:create');
    assert.equal(before.st, 'delivered');
    answerLate(answer(500));
    await clock.advance(3_000);
    assert.deepEqual(await worker.deliveries.view('42:create'), before);
    const attempts = await worker.deliveries.attempts('42:create');
    assert.deepEqual(
      attempts.map(({ n, status }) => [n, status]),
      [
        [1, 500],
        [2, 202],
      ],
    );
  });

  it('do not send on a lease that an exchange would outlive', async () => {
    const { worker, clock, site, put } = await begin();
    let isFirst = true;
    // The machine sleeps between claim and send: as if the first exchange had taken all of the others' lease.
    site.answerWith(() => {
      if (isFirst) clock.jump(20_000);
      isFirst = false;
      return answer(202);
    });
    await worker.partners.save(partnerInput({ concurrency: 1 }));
    await put(acme, [
      [1, 'create'],
      [2, 'create'],
    ]);
    worker.dispatcher.start();
    await clock.advance(100);
    assert.equal(site.received.length, 1);
    await clock.advance(5_000);
    assert.deepEqual(
      site.received.map(({ delivery, attempt }) => `${delivery} ${attempt}`),
      ['1:create 1', '2:create 1'],
    );
  });
});

describe('the database’s clock', () => {
  it('is asked for before anything is claimed, and an unknown one stops claiming', async () => {
    let isKnown = false;
    const world = await openWorld();
    const { worker } = await beginIn(world, {
      serverNow: async () => {
        if (!isKnown) throw new Error('no answer');
        return world.clock.now() + 5_000;
      },
    });
    await world.put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await world.clock.advance(30_000);
    assert.equal(world.site.received.length, 0);
    isKnown = true;
    await world.clock.advance(3_000);
    assert.equal(world.site.received.length, 1);
    const { due } = await worker.deliveries.view('42:create');
    assert.equal(due, (world.site.received[0]?.at ?? 0) + 5_000);
  });
});

/** The counts must not depend on it, so the short run is as good a proof. */
const waiting = process.env['PARKING_TEST_LONG'] === undefined ? 5_000 : 100_000;

describe(`a dead partner with ${waiting} notices waiting`, () => {
  it('costs the others no call on the store and no time', async () => {
    const { worker, clock, site, world } = await begin();
    const dead = partnerId('dead');
    await savePartner(worker, { id: 'dead', name: 'Dead' });
    for (let first = 0; first < waiting; first += 1_000) {
      await world.put(
        dead,
        Array.from({ length: 1_000 }, (_, index) => [first + index, 'create'] as const),
      );
    }
    await worker.partners.pause(dead, 'by hand');
    worker.dispatcher.start();
    await clock.advance(2_500);
    const before = worker.calls.length;
    await clock.advance(20_000);
    const perPass = (worker.calls.length - before) / 10;
    assert.ok(perPass <= 2, `${perPass} calls in a pass`);

    await worker.partners.resume(dead, { resendRefused: false });
    site.answerWith(async ({ delivery }) => {
      if (delivery === '999999:create') return answer(202);
      await clock.sleep(10_000);
      return { kind: 'failed', reason: 'timeout', detail: '', durationMs: 10_000 };
    });
    await clock.advance(30_000);
    const start = clock.now();
    const callsBefore = worker.calls.length;
    await world.put(acme, [[999_999, 'create']]);
    worker.dispatcher.nudge(acme);
    await clock.settle();
    const sent = site.received.find(({ delivery }) => delivery === '999999:create');
    assert.equal(sent?.at, start);
    assert.ok(worker.calls.length - callsBefore <= 6, `${worker.calls.length - callsBefore} calls`);
  });
});
