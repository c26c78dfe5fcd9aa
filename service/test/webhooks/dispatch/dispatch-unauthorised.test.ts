import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { answer } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme, partnerInput } from '../world.js';

afterEach(endAll);

describe('401', () => {
  const notices = (count: number, from = 1) =>
    Array.from({ length: count }, (_, index) => [from + index, 'create'] as const);

  it('once does not stop the other notices, and a success ends the row', async () => {
    const { worker, clock, site, put } = await begin();
    const refused = new Set(['1:create', '2:create', '4:create', '5:create']);
    site.answerWith(({ delivery }) => answer(refused.has(delivery) ? 401 : 202));
    worker.dispatcher.start();
    for (const notice of notices(6)) {
      await put(acme, [notice]);
      worker.dispatcher.nudge(acme);
      await clock.advance(100);
    }
    assert.equal(site.received.length, 6);
    assert.equal((await worker.partners.view(acme)).paused, null);
    assert.deepEqual(await worker.deliveries.counts(acme), {
      open: 0,
      delivered: 2,
      refused: 0,
      unauthorised: 4,
      abandoned: 0,
      skipped: 0,
    });
  });

  it('three times in a row pauses the endpoint; resume sends what waited and, if asked, what was refused', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(() => answer(401));
    worker.dispatcher.start();
    for (const notice of notices(3)) {
      await put(acme, [notice]);
      worker.dispatcher.nudge(acme);
      await clock.advance(100);
    }
    assert.equal((await worker.partners.view(acme)).paused, 'unauthorised');
    await put(acme, notices(5, 10));
    await clock.advance(60_000);
    assert.equal(site.received.length, 3);

    site.answerWith(() => answer(202));
    await worker.partners.save(partnerInput({ auth_header_value: 'secret-2' }));
    const resumed = await worker.partners.resume(acme, { resendRefused: false });
    assert.deepEqual([resumed.paused, resumed.unauthorisedInRow], [null, 0]);
    worker.dispatcher.nudge(acme);
    await clock.advance(3_000);
    assert.deepEqual(
      site.received.slice(3).map(({ delivery, request }) => [delivery, request.headers['X-Partner-Key']]),
      [10, 11, 12, 13, 14].map((id) => [`${id}:create`, 'secret-2']),
    );

    await worker.partners.resume(acme, { resendRefused: true });
    worker.dispatcher.nudge(acme);
    await clock.advance(3_000);
    const { delivered, unauthorised } = await worker.deliveries.counts(acme);
    assert.deepEqual([delivered, unauthorised], [8, 0]);
  });

  it('that come late for an older header do not pause a resumed endpoint', async () => {
    const { worker, clock, site, put } = await begin();
    site.answerWith(async ({ request }) => {
      await clock.sleep(5_000);
      return answer(request.headers['X-Partner-Key'] === 'secret-2' ? 202 : 401);
    });
    await put(acme, notices(4));
    worker.dispatcher.start();
    await clock.advance(1_000);
    assert.equal(site.received.length, 4);
    await worker.partners.save(partnerInput({ auth_header_value: 'secret-2' }));
    await clock.advance(10_000);
    const { paused, unauthorisedInRow } = await worker.partners.view(acme);
    assert.deepEqual([paused, unauthorisedInRow], [null, 0]);
    await clock.advance(10_000);
    assert.equal((await worker.deliveries.counts(acme)).delivered, 4);
  });
});
