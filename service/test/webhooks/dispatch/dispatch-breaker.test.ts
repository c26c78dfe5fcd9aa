import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { openDeliveries } from '../open-deliveries.js';
import { answer, timeout } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, creates, partnerInput, type Worker } from '../world.js';

afterEach(endAll);

const breakerOf = async (worker: Worker) => (await worker.partners.view(acme)).breaker;
const dispatchCalls = (worker: Worker): readonly string[] =>
  worker.calls.map(({ collection, method }) => `${collection}.${method}`);

/** A partner that is down, and a worker whose breaker has just opened. */
const beginOpen = async (waiting = 100) => {
  const stage = await begin();
  const { clock, site, put, worker } = stage;
  site.answerWith(() => timeout);
  await put(acme, creates(waiting));
  worker.dispatcher.start();
  await clock.advance(100);
  return stage;
};

describe('a partner that does not answer', () => {
  const failures: readonly (readonly [string, OutboundOutcome])[] = [
    ['timeout', timeout],
    ['connection', { ...timeout, reason: 'connection' }],
    ['dns', { ...timeout, reason: 'dns' }],
    ['tls', { ...timeout, reason: 'tls' }],
    ['protocol', { ...timeout, reason: 'protocol' }],
    ['blocked_address', { ...timeout, reason: 'blocked_address' }],
    ['server_error', answer(500)],
    ['server_error', answer(503)],
  ];
  for (const [reason, outcome] of failures) {
    it(`${reason}: is left alone after ten failures in a row, and the rest loses no attempt`, async () => {
      const { world, worker, clock, site, put } = await begin();
      const start = clock.now();
      site.answerWith(() => outcome);
      await worker.partners.save(partnerInput({ concurrency: 1 }));
      await put(acme, creates(100));
      worker.dispatcher.start();
      await clock.advance(1_000);
      assert.equal(site.received.length, 10);
      assert.deepEqual(await breakerOf(worker), {
        st: 'open',
        until: start + 5_000,
        rev: 1,
        failures: 1,
        reason,
      });
      const rest = await openDeliveries(world);
      assert.deepEqual(rest.map(({ n, tok }) => [n, tok ?? null]).sort(), [
        ...Array(90).fill([0, null]),
        ...Array(10).fill([1, null]),
      ]);
    });
  }

  const homely = [answer(404), answer(400), answer(401), answer(302), answer(408), answer(418)];
  for (const outcome of homely) {
    it(`is at home when it answers ${outcome.kind === 'answered' && outcome.status}`, async () => {
      const { worker, clock, site, put } = await begin();
      site.answerWith(({ delivery }) => (Number.parseInt(delivery, 10) % 10 === 0 ? outcome : timeout));
      await worker.partners.save(partnerInput({ concurrency: 1 }));
      await put(acme, creates(29, 101));
      worker.dispatcher.start();
      await clock.advance(1_000);
      assert.equal(site.received.length, 29);
      assert.equal((await breakerOf(worker)).st, 'closed');
    });
  }

  it('costs no read and no write while the breaker is open, beyond the look at all partners', async () => {
    const { worker, clock, put } = await beginOpen();
    const before = worker.calls.length;
    for (let second = 0; second < 4; second += 1) {
      await put(acme, creates(10, 1_000 + second * 10));
      worker.dispatcher.nudge(acme);
      await clock.advance(1_000);
    }
    assert.deepEqual(new Set(dispatchCalls(worker).slice(before)), new Set(['partners.find']));
    assert.ok(worker.calls.length - before <= 3);
  });

  it('costs no write where nothing is due when the breaker may be tried', async () => {
    const { worker, clock, site } = await beginOpen(10);
    site.answerWith(() => answer(202));
    await clock.advance(4_800);
    await worker.partners.pause(acme, 'test');
    await clock.advance(600_000);
    const { rev } = await breakerOf(worker);
    assert.equal(rev, 1);
  });

  it('is tried by one notice at a time, less and less often, and gets all the rest as soon as it answers', async () => {
    const { worker, clock, site } = await beginOpen();
    const start = clock.now();
    await clock.advance(600_000);
    const probes = site.received.filter(({ at }) => at >= start + 1_000);
    const gaps = probes.map(({ at }, index) => at - (probes[index - 1]?.at ?? start - 100));
    assert.deepEqual(gaps, [5_000, 10_000, 20_000, 40_000, 80_000, 160_000]);
    site.answerWith(async () => {
      await clock.sleep(100);
      return answer(202);
    });
    await clock.runUntil(() => site.received.length > 10 + 4 + probes.length, 400_000);
    const times = new Map<number, number>();
    for (const { at } of site.received.slice(-5)) times.set(at, (times.get(at) ?? 0) + 1);
    assert.deepEqual([...times.values()], [1, 4]);
    await clock.advance(60_000);
    assert.deepEqual(await breakerOf(worker), {
      st: 'closed',
      until: null,
      rev: 15,
      failures: 0,
      reason: null,
    });
    assert.equal((await worker.deliveries.counts(acme)).open, 0);
  });
});
