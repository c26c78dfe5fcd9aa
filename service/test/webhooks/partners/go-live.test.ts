import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { Problem } from '../../../src/base/problem.js';
import { type PartnerInput, partnerCollection } from '../../../src/webhooks/partners/partner.js';
import { begin, endAll } from '../running.js';
import { acme, partnerInput } from '../world.js';

afterEach(endAll);

const changes: readonly (readonly [string, Partial<PartnerInput>, 'live' | 'off'])[] = [
  ['the same again', partnerInput(), 'live'],
  ['the same address with a slash', { base_api_url: 'https://partner.example/api/' }, 'live'],
  ['another name and concurrency', { name: 'Acme 2', concurrency: 9 }, 'live'],
  ['another value of the header', { auth_header_value: 'secret-2' }, 'live'],
  ['the header in other letters', { auth_header_key: 'x-partner-key' }, 'live'],
  ['no cancel notices', { cancel_booking_endpoint: '' }, 'live'],
  ['another address', { base_api_url: 'https://other.example/api' }, 'off'],
  ['another path', { create_booking_endpoint: '/created/v2' }, 'off'],
  ['another header', { auth_header_key: 'X-Other-Key' }, 'off'],
];

describe('a test that has passed', () => {
  it('closes the breaker: notices go at once', async () => {
    const { worker } = await begin();
    const before = await worker.partners.get(acme);
    assert.ok(before);
    await worker.partners.moveBreaker(before, {
      st: 'open',
      until: 9e15,
      rev: before.breaker.rev + 1,
      failures: 3,
      reason: 'timeout',
    });
    assert.equal(await worker.partners.goLive(acme, before.rev), true);
    assert.equal((await worker.partners.view(acme)).breaker.st, 'closed');
  });
});

describe('a partner that an older process saved', () => {
  it('is off, can be shown, and its header rotated', async () => {
    const { worker, world } = await begin();
    const documents = world.database.collection(partnerCollection);
    await documents.updateOne({ _id: acme }, { $unset: { live: 1, breaker: 1, 'endpoint.previous': 1 } });
    const { live, breaker, endpoint } = await worker.partners.view(acme);
    assert.deepEqual([live, breaker.st, endpoint?.previous], [null, 'closed', null]);
    const rotated = await worker.partners.rotate(acme, 'secret-2', 60_000);
    assert.equal(rotated.endpoint?.previous?.uses, 0);
  });
});

describe('an endpoint that is live', () => {
  for (const [what, change, state] of changes) {
    it(`is ${state} after ${what}`, async () => {
      const { worker } = await begin();
      const saved = await worker.partners.save({ ...change, id: 'acme' });
      assert.equal(saved.live === null ? 'off' : 'live', state);
    });
  }

  it('is off when a path that was taken away comes back', async () => {
    const { worker } = await begin();
    await worker.partners.save({ id: 'acme', cancel_booking_endpoint: '' });
    const { live } = await worker.partners.save({ id: 'acme', cancel_booking_endpoint: '/cancelled' });
    assert.equal(live, null);
  });

  it('stays off when it is moved while somebody overrides it as it was', async () => {
    const { worker, openAnother } = await begin();
    await worker.partners.save({ id: 'acme', base_api_url: 'https://other.example' });
    let moves = 0;
    const overriding = openAnother({
      hooks: {
        // Between the read and the write of the override.
        before: async ({ method }) => {
          if (method !== 'updateOne') return;
          moves += 1;
          await worker.partners.save({ id: 'acme', base_api_url: `https://other-${moves}.example` });
        },
      },
    });
    await assert.rejects(
      overriding.partners.override(acme, 'Ann'),
      (error: unknown) => error instanceof Problem && error.code === 'service_unavailable',
    );
    assert.ok(moves > 1);
    assert.equal((await worker.partners.view(acme)).live, null);
  });
});

describe('an endpoint that is off', () => {
  it('keeps its notices, and sends them when it goes live', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save({ id: 'acme', base_api_url: 'https://other.example' });
    worker.dispatcher.start();
    await put(acme, [
      [1, 'create'],
      [2, 'create'],
    ]);
    await clock.advance(3_600_000);
    assert.equal(site.received.length, 0);
    assert.deepEqual((await worker.deliveries.counts(acme)).open, 2);

    await worker.partners.override(acme, 'Ann');
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
    assert.equal(site.received.length, 2);
    assert.equal((await worker.deliveries.counts(acme)).delivered, 2);
  });

  it('is not sent to by a resume alone: off and paused are two things', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save({ id: 'acme', base_api_url: 'https://other.example' });
    await worker.partners.pause(acme, 'by hand');
    worker.dispatcher.start();
    await put(acme, [[1, 'create']]);
    await worker.partners.resume(acme, { resendRefused: false });
    await clock.advance(60_000);
    assert.equal(site.received.length, 0);
    await worker.partners.pause(acme, 'by hand');
    await worker.partners.override(acme, 'Ann');
    await clock.advance(60_000);
    assert.equal(site.received.length, 0);
    await worker.partners.resume(acme, { resendRefused: false });
    await clock.advance(60_000);
    assert.equal(site.received.length, 1);
  });
});
