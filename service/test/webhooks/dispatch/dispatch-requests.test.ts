import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answer } from '../partner-site.js';
import { begin, endAll, hour, rarePasses } from '../running.js';
import { acme, partnerInput } from '../world.js';

afterEach(endAll);

describe('the request', () => {
  it('is the booking id alone, under the configured header', async () => {
    const { worker, clock, site, put } = await begin();
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(10);
    assert.deepEqual(site.received[0]?.request, {
      url: 'https://partner.example/api/created',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        'user-agent': 'parking-service',
        'parking-notice': 'create',
        'parking-delivery': '42:create',
        'parking-attempt': '1',
        'X-Partner-Key': 'secret-1',
      },
      body: '{"id":42}',
      deadlineMs: 10_000,
      maxBodyBytes: 16_384,
    });
  });

  it('leaves no trace of the secret where the partner answers with it', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(() => answer(500, `{"headers":{"x-partner-key":"secret-1"}}`));
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(1_000);
    const [attempt] = await worker.deliveries.attempts('42:create');
    assert.equal(attempt?.bodyExcerpt, '{"headers":{"x-partner-key":"[secret]"}}');
  });

  it('is not made for a kind the partner no longer takes', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save(partnerInput({ cancel_booking_endpoint: '' }));
    await put(acme, [[42, 'cancel']]);
    worker.dispatcher.start();
    await clock.advance(5_000);
    const { st, n } = await worker.deliveries.view('42:cancel');
    assert.deepEqual([st, n, site.received.length], ['skipped', 0, 0]);
  });
});

describe('three days of failures', () => {
  it('are tried again by the schedule for ever, every attempt kept', async () => {
    const { worker, clock, site, put } = await begin({ settings: rarePasses });
    const start = clock.now();
    site.answerWith(() => answer(500));
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(3 * 24 * hour);
    const gaps = site.received.slice(0, 12).map(({ at }, index) => {
      return (at - (site.received[index - 1]?.at ?? start)) / 1_000;
    });
    assert.deepEqual(gaps, [0, 5, 10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600]);
    const attempts = await worker.deliveries.attempts('42:create');
    assert.deepEqual(
      attempts.map(({ n }) => n),
      site.received.map(({ attempt }) => attempt),
    );
    assert.ok(site.received.length > 75);
    site.answerWith(() => answer(202));
    await clock.advance(2 * hour);
    assert.equal((await worker.deliveries.view('42:create')).st, 'delivered');
  });

  it('end where the operator has set an end, and can be sent again by hand', async () => {
    const schedule = { baseMs: 5_000, capMs: hour, jitter: 0, giveUpAfterMs: 60_000 };
    const { worker, clock, site, put } = await begin({ settings: { schedule, ...rarePasses } });
    site.answerWith(() => answer(500));
    await put(acme, [[42, 'create']]);
    worker.dispatcher.start();
    await clock.advance(hour);
    assert.equal((await worker.deliveries.view('42:create')).st, 'abandoned');
    assert.equal(site.received.length, 4);
    site.answerWith(() => answer(202));
    const opened = await worker.deliveries.resend('42:create');
    assert.deepEqual([opened.st, opened.n, opened.nBefore], ['open', 4, 4]);
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
    const { st, n } = await worker.deliveries.view('42:create');
    assert.deepEqual([st, n], ['delivered', 5]);
  });
});
