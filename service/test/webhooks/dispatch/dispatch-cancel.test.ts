import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { OutboundOutcome } from '../../../src/outbound/outbound.js';
import { answer } from '../partner-site.js';
import { begin, endAll, hour, rarePasses } from '../running.js';
import { acme, partnerInput } from '../world.js';

afterEach(endAll);

describe('a cancel notice', () => {
  it('waits for its create notice', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(({ delivery, attempt }) => answer(delivery === '42:create' && attempt < 3 ? 404 : 202));
    await put(acme, [
      [42, 'create'],
      [42, 'cancel'],
      [43, 'create'],
    ]);
    worker.dispatcher.start();
    await clock.advance(60_000);
    assert.deepEqual(
      site.received.map(({ delivery, attempt }) => `${delivery} ${attempt}`),
      ['42:create 1', '43:create 1', '42:create 2', '42:create 3', '42:cancel 1'],
    );
    assert.equal((await worker.deliveries.view('42:cancel')).n, 1);
  });

  it('follows a create that is still on its way within about a second of its answer', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(async ({ kind }) => {
      if (kind === 'create') await clock.sleep(3_000);
      return answer(202);
    });
    const start = clock.now();
    await put(acme, [
      [42, 'create'],
      [42, 'cancel'],
    ]);
    worker.dispatcher.start();
    await clock.advance(10_000);
    const sentAt = (site.received[1]?.at ?? 0) - start;
    assert.ok(sentAt >= 3_000 && sentAt <= 4_200, `sent after ${sentAt} ms`);
  });

  const freeing: readonly OutboundOutcome[] = [answer(400), answer(401)];
  for (const outcome of freeing) {
    it(`is sent when its create has ended without success (${outcome.kind === 'answered' && outcome.status})`, async () => {
      const { worker, clock, site, put } = await begin();
      site.answerWith(({ kind }) => (kind === 'create' ? outcome : answer(202)));
      await put(acme, [
        [42, 'create'],
        [42, 'cancel'],
      ]);
      worker.dispatcher.start();
      await clock.advance(5_000);
      assert.equal((await worker.deliveries.view('42:cancel')).st, 'delivered');
    });
  }

  it('waits for a create that nobody was told of, however long its partner was stopped', async () => {
    const { worker, clock, site, put } = await begin({ settings: rarePasses });
    site.answerWith(async () => {
      await clock.sleep(500);
      return answer(202);
    });
    await worker.partners.pause(acme, 'for the weekend');
    await put(acme, [
      [42, 'cancel'],
      [42, 'create'],
    ]);
    await clock.advance(48 * hour);
    await worker.partners.resume(acme, { resendRefused: false });
    worker.dispatcher.start();
    await clock.advance(10_000);
    assert.deepEqual(
      site.received.map(({ delivery }) => delivery),
      ['42:create', '42:cancel'],
    );
  });

  it('waits no longer than a day for a create that is still retried', async () => {
    const { worker, clock, site, put } = await begin({ settings: rarePasses });
    site.answerWith(({ kind }) => answer(kind === 'create' ? 500 : 202));
    const start = clock.now();
    await put(acme, [
      [42, 'create'],
      [42, 'cancel'],
    ]);
    worker.dispatcher.start();
    await clock.advance(30 * hour);
    const cancels = site.received
      .filter(({ kind }) => kind === 'cancel')
      .map(({ at }) => (at - start) / hour);
    assert.equal(cancels.length, 1);
    assert.ok(Number(cancels[0]) >= 24 && Number(cancels[0]) <= 25.1, `after ${cancels[0]} hours`);
  });

  it('is sent at once to a partner that takes no create notices', async () => {
    const { worker, clock, site, put } = await begin();
    await worker.partners.save(partnerInput({ create_booking_endpoint: '' }));
    await put(acme, [[42, 'cancel']]);
    worker.dispatcher.start();
    await clock.advance(100);
    assert.equal(site.received.length, 1);
  });
});
