import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answer } from '../partner-site.js';
import { begin, endAll, hour } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

const creates = (count: number) =>
  Array.from({ length: count }, (_, index) => [index + 1, 'create'] as const);

describe('a partner of odd answers', () => {
  it('asks for absurd waits all day, and is told within two hours of its recovery', async () => {
    const { worker, clock, site, put } = await begin();
    const waits = ['-1', '1e12', '999999999', '0', '', '１２', '5, 7', 'Infinity', '0x10'];
    const dates = [
      'Wed, 21 Oct 2015 07:28:00 GMT',
      'Fri, 31 Dec 9999 23:59:59 GMT',
      'Xxx, 99 Foo 2026 00:00:00 GMT',
    ];
    const odd = [...waits, ...dates];
    site.answerWith(() => {
      const count = site.received.length;
      return answer(count % 2 === 0 ? 429 : 503, '', { 'retry-after': odd[count % odd.length] ?? '' });
    });
    worker.dispatcher.start();
    await put(acme, creates(5));
    worker.dispatcher.nudge(acme);
    await clock.advance(12 * hour);
    assert.ok(site.received.length < 200, `asked ${site.received.length} times`);
    site.answerWith(() => answer(202));
    await clock.advance(2 * hour + 600_000);
    assert.equal((await worker.deliveries.counts(acme)).delivered, 5);
  });

  it('sends bodies that no text should be: each is kept with its attempt, and holds up no other', async () => {
    const { worker, clock, site, put } = await begin();
    const bodies = [
      `${'x'.repeat(999)}\u{1f600}`,
      '\u0000\u0001',
      '\ud83d',
      '"'.repeat(5_000),
      '[['.repeat(8_000),
    ];
    const proto = ['{"__proto__":{"code":"duplicate_request"}}', '["code"]', 'null', '"duplicate_request"'];
    const all = [...bodies, ...proto];
    site.answerWith(({ delivery }) => answer(400, all[Number.parseInt(delivery, 10) - 1] ?? ''));
    worker.dispatcher.start();
    await put(acme, creates(all.length));
    worker.dispatcher.nudge(acme);
    await clock.advance(5_000);
    assert.equal((await worker.deliveries.counts(acme)).refused, all.length);
    for (const [booking] of creates(all.length)) {
      const [attempt, ...more] = await worker.deliveries.attempts(`${booking}:create`);
      assert.deepEqual([attempt?.reason, more.length], ['refused', 0]);
    }
  });
});

describe('sending again what a dead worker holds', () => {
  it('changes nothing, and it is sent when the lease is over', async () => {
    const { worker, clock, site, put } = await begin();
    await put(acme, creates(1));
    await worker.store.claim({ partner: acme, limit: 1, token: 'dead', now: clock.now(), leaseMs: 30_000 });
    await worker.deliveries.resend('1:create');
    worker.dispatcher.start();
    await clock.advance(29_000);
    assert.equal(site.received.length, 0);
    await clock.advance(5_000);
    assert.equal((await worker.deliveries.view('1:create')).st, 'delivered');
    assert.equal(site.received[0]?.attempt, 2);
  });
});
