import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { deliveryCollection } from '../../../src/webhooks/deliveries/delivery.js';
import { answer } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

describe('a partner whose breaker is open', () => {
  it('is not tried with notices that it takes no longer: they are skipped, and one that it takes tries it', async () => {
    const { worker, clock, site, put, database } = await begin();
    site.answerWith(() => answer(500));
    worker.dispatcher.start();
    await put(
      acme,
      Array.from({ length: 12 }, (_, index) => [index + 1, 'create'] as const),
    );
    worker.dispatcher.nudge(acme);
    await clock.advance(500);
    assert.equal((await worker.partners.view(acme)).breaker.st, 'open');
    // Due before the creates, and too many to be put away one a second.
    await put(
      acme,
      Array.from({ length: 300 }, (_, index) => [index + 1_000, 'cancel'] as const),
    );
    const documents = database.collection(deliveryCollection);
    await documents.updateMany({ partner: acme, kind: 'create' }, { $set: { due: clock.now() + 20_000 } });
    site.answerWith(() => answer(202));
    await worker.partners.save({ id: acme, cancel_booking_endpoint: '' });
    await clock.advance(40_000);
    const { open, delivered, skipped } = await worker.deliveries.counts(acme);
    assert.deepEqual({ open, delivered, skipped }, { open: 0, delivered: 12, skipped: 300 });
  });
});
