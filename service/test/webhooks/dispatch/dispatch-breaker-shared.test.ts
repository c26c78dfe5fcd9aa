import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { openDeliveries } from '../open-deliveries.js';
import { answer, timeout } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, creates, partnerInput, type Worker } from '../world.js';

afterEach(endAll);

const breakerOf = async (worker: Worker) => (await worker.partners.view(acme)).breaker;

/** A partner that is down; its breaker has just been opened by the first worker. */
const beginOpen = async (waiting = 100) => {
  const stage = await begin();
  const { clock, site, put, worker } = stage;
  site.answerWith(() => timeout);
  await put(acme, creates(waiting, 101));
  worker.dispatcher.start();
  await clock.advance(100);
  assert.equal((await breakerOf(worker)).st, 'open');
  return { ...stage, openedAt: clock.now() - 100 };
};

describe('a breaker that several workers share', () => {
  it('is honoured by a worker that never failed itself', async () => {
    const { openAnother, clock, site } = await beginOpen();
    const sent = site.received.length;
    const other = openAnother();
    other.dispatcher.start();
    await clock.advance(4_000);
    assert.equal(site.received.length, sent);
    assert.equal(
      other.calls.some(({ collection }) => collection === 'deliveries'),
      false,
    );
  });

  it('makes the others put down what they had claimed, within one look at all partners, without an attempt', async () => {
    const { world, worker, openAnother, clock, site, put } = await begin();
    const slow = openAnother({
      post: async () => {
        await clock.sleep(1_500);
        return answer(202);
      },
    });
    await worker.partners.save(partnerInput({ concurrency: 1 }));
    await put(acme, creates(2, 101));
    slow.dispatcher.start();
    await clock.advance(100);
    site.answerWith(() => timeout);
    await put(acme, creates(40, 201));
    worker.dispatcher.start();
    await clock.advance(4_000);
    const { rev } = await breakerOf(worker);
    const open = await openDeliveries(world);
    assert.ok(rev >= 1);
    const begun = open.filter(({ n }) => n > 0).map(({ _id }) => _id);
    assert.deepEqual(begun.sort(), [...new Set(site.received.map(({ delivery }) => delivery))].sort());
    assert.deepEqual(
      open.filter(({ tok }) => (tok ?? null) !== null),
      [],
    );
  });

  it('is tried by one of them', async () => {
    const { worker, openAnother, clock, site, openedAt } = await beginOpen();
    for (let count = 0; count < 4; count += 1) openAnother().dispatcher.start();
    await clock.advance(40_000);
    const probes = site.received.filter(({ at }) => at > openedAt + 1_000);
    assert.deepEqual(
      probes.map(({ at }) => at - openedAt),
      [5_000, 15_000, 35_000],
    );
    const { failures, rev } = await breakerOf(worker);
    assert.deepEqual([failures, rev], [4, 7]);
  });

  it('is tried by another where the prober has died, after the end of its right', async () => {
    const { worker, openAnother, clock, site, openedAt } = await beginOpen();
    let end: (outcome: OutboundOutcome) => void = () => undefined;
    const late = new Promise<OutboundOutcome>((resolve) => {
      end = resolve;
    });
    site.answerWith(() => late);
    await clock.advance(5_000);
    assert.equal((await breakerOf(worker)).st, 'half_open');
    void worker.dispatcher.stop();
    const sent = site.received.length;
    site.answerWith(() => answer(202));
    const other = openAnother();
    other.dispatcher.start();
    await clock.advance(29_000);
    assert.equal(site.received.length, sent);
    await clock.advance(3_000);
    assert.equal(site.received[sent]?.at, openedAt + 35_000);
    await clock.advance(3_000);
    assert.equal((await breakerOf(other)).st, 'closed');
    assert.ok((await other.deliveries.counts(acme)).delivered >= 85);
    end(timeout);
    await clock.advance(100);
    assert.equal((await breakerOf(other)).st, 'closed');
  });

  it('goes on in a worker that another one’s probe has set free', async () => {
    const { worker, openAnother, clock, site, put } = await beginOpen(10);
    site.answerWith(() => answer(202));
    const other = openAnother();
    other.dispatcher.start();
    await clock.advance(10_000);
    assert.equal((await breakerOf(worker)).st, 'closed');
    await put(acme, creates(1, 900));
    const sent = site.received.length;
    other.dispatcher.nudge(acme);
    await clock.advance(50);
    assert.equal(site.received.length, sent + 1);
  });

  it('is not moved by answers from before it last moved', async () => {
    const { worker, clock, site, put } = await begin();
    let refuse: (outcome: OutboundOutcome) => void = () => undefined;
    const late = new Promise<OutboundOutcome>((resolve) => {
      refuse = resolve;
    });
    site.answerWith(({ delivery }) => (delivery === '101:create' ? late : timeout));
    await put(acme, creates(20, 101));
    worker.dispatcher.start();
    await clock.advance(100);
    const opened = await breakerOf(worker);
    assert.equal(opened.st, 'open');
    refuse(answer(202));
    await clock.advance(100);
    assert.deepEqual(await breakerOf(worker), opened);
    assert.equal((await worker.deliveries.view('101:create')).st, 'delivered');
  });

  it('stays closed when the operator has closed it while the probe was on its way', async () => {
    const { worker, openAnother, clock, site } = await beginOpen();
    let end: (outcome: OutboundOutcome) => void = () => undefined;
    site.answerWith(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    await clock.advance(5_000);
    const operator = openAnother();
    await operator.partners.closeBreaker(acme);
    end(timeout);
    site.answerWith(() => answer(202));
    await clock.advance(3_000);
    assert.equal((await breakerOf(worker)).st, 'closed');
    assert.ok((await worker.deliveries.counts(acme)).delivered >= 85);
  });

  it('closed by hand lets notices go at the next look, and closing a closed one is harmless', async () => {
    const { worker, openAnother, clock, site } = await beginOpen();
    site.answerWith(() => answer(202));
    const operator = openAnother();
    assert.equal((await operator.partners.closeBreaker(acme)).breaker.st, 'closed');
    await clock.advance(2_100);
    assert.ok((await worker.deliveries.counts(acme)).delivered >= 85);
    const { rev } = await breakerOf(worker);
    assert.equal((await operator.partners.closeBreaker(acme)).breaker.rev, rev);
  });
});

describe('a worker that stops or fails around a breaker', () => {
  it('leaves no right to probe behind that it does not use', async () => {
    const { worker, clock } = await beginOpen();
    await clock.advance(4_000);
    const stopped = worker.dispatcher.stop();
    await clock.advance(3_000);
    await stopped;
    assert.equal((await breakerOf(worker)).st, 'open');
  });

  it('goes on when the move could not be written, and moves it at the next failure', async () => {
    let isBroken = false;
    const { worker, clock, site, put } = await begin({
      hooks: {
        before: ({ collection, method }) => {
          if (isBroken && collection === 'partners' && method === 'updateOne') throw new Error('no answer');
        },
      },
    });
    isBroken = true;
    site.answerWith(() => timeout);
    await put(acme, creates(50, 101));
    worker.dispatcher.start();
    await clock.advance(2_000);
    assert.equal((await breakerOf(worker)).st, 'closed');
    isBroken = false;
    await clock.advance(10_000);
    assert.equal((await breakerOf(worker)).st, 'open');
    assert.ok(site.received.length < 50 + 10, `${site.received.length} sent`);
  });

  it('does not sit on a breaker opened by a clock that was ahead', async () => {
    const { worker, openAnother, clock, site } = await beginOpen();
    const document = await worker.partners.get(acme);
    assert.ok(document !== undefined);
    const { breaker } = document;
    const ahead = { ...breaker, rev: breaker.rev + 1, until: clock.now() + 10 ** 10 };
    assert.equal(await openAnother().partners.moveBreaker(document, ahead), true);
    const sent = site.received.length;
    await clock.advance(290_000);
    assert.equal(site.received.length, sent);
    await clock.advance(20_000);
    assert.ok(site.received.length > sent);
  });
});

describe('a partner that asks for a pause', () => {
  const asking: readonly (readonly [string, OutboundOutcome, number])[] = [
    ['429 with Retry-After', answer(429, '', { 'retry-after': '90' }), 90_000],
    ['429 with a date', answer(429, '', { 'retry-after': 'Sat, 21 Nov 2026 12:01:30 GMT' }), 90_000],
    ['503 with Retry-After', answer(503, '', { 'retry-after': '90' }), 90_000],
    ['429 without a time', answer(429), 5_000],
    ['a pause of a day', answer(429, '', { 'retry-after': '86400' }), 3_600_000],
  ];
  for (const [name, outcome, waitMs] of asking) {
    it(`${name}: gets one notice after ${waitMs / 1_000} s, and then the others`, async () => {
      const { worker, clock, site, put } = await begin();
      const start = clock.now();
      site.answerWith(() => outcome);
      await worker.partners.save(partnerInput({ concurrency: 1 }));
      await put(acme, creates(30, 101));
      worker.dispatcher.start();
      await clock.advance(100);
      assert.equal(site.received.length, 1);
      site.answerWith(() => answer(202));
      await clock.advance(waitMs - 101);
      assert.equal(site.received.length, 1);
      await clock.advance(3_000);
      assert.equal((site.received[1]?.at ?? 0) - start, waitMs);
      assert.ok(site.received.length >= 30, `${site.received.length}`);
    });
  }

  it('503 without Retry-After is one failure among ten, and Retry-After: 0 asks for nothing', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save(partnerInput({ concurrency: 1 }));
    await put(acme, creates(9, 101));
    site.answerWith(({ delivery }) =>
      answer(503, '', delivery === '105:create' ? { 'retry-after': '0' } : {}),
    );
    worker.dispatcher.start();
    await clock.advance(100);
    assert.equal((await breakerOf(worker)).st, 'closed');
    assert.equal(site.received.length, 9);
  });
});
