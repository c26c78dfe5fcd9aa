import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { silentLogger } from '../../../src/base/logger.js';
import { partnerCollection } from '../../../src/webhooks/partners/partner.js';
import { answer } from '../partner-site.js';
import { begin, endAll } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

describe('a store that is away while many notices are about to be sent', () => {
  it('is told in one line, not in one for each of them', async () => {
    const told: string[] = [];
    const logger = { ...silentLogger, error: (_: object, message: string) => told.push(message) };
    let isAway = false;
    const { worker, clock, site, put } = await begin({
      logger,
      hooks: {
        before: ({ collection }) => {
          if (isAway && collection === 'partners') throw new Error('away');
        },
      },
    });
    await worker.partners.save({ id: acme, concurrency: 64 });
    site.answerWith(async () => {
      await clock.sleep(3_000);
      return answer(202);
    });
    worker.dispatcher.start();
    await put(
      acme,
      Array.from({ length: 128 }, (_, index) => [index + 1, 'create'] as const),
    );
    worker.dispatcher.nudge(acme);
    await clock.advance(100);
    assert.equal(site.received.length, 64);
    isAway = true;
    await clock.advance(5_000);
    assert.deepEqual(told, ['a notice could not be sent']);
    isAway = false;
    await clock.advance(60_000);
    assert.equal((await worker.deliveries.counts(acme)).delivered, 128);
  });
});

describe('a header sealed with another key', () => {
  it('is told once a minute, however often somebody asks', async () => {
    const told: string[] = [];
    const logger = { ...silentLogger, error: (_: object, message: string) => told.push(message) };
    const { worker, clock, put, database } = await begin({ logger });
    await database
      .collection(partnerCollection)
      .updateOne({ _id: acme }, { $set: { 'endpoint.authHeaderValueSealed': 'v1.of another key' } });
    worker.partners.forget(acme);
    worker.dispatcher.start();
    await put(acme, [[1, 'create']]);
    for (let nudge = 0; nudge < 100; nudge += 1) {
      worker.dispatcher.nudge(acme);
      await clock.advance(10);
    }
    assert.deepEqual(told, ["a partner's header cannot be unsealed"]);
    await clock.advance(60_000);
    assert.equal(told.length, 2);
  });
});
