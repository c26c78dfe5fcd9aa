import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { silentLogger } from '../../../src/base/logger.js';
import { partnerCollection } from '../../../src/webhooks/partners/partner.js';
import { begin, endAll } from '../running.js';
import { acme } from '../world.js';

afterEach(endAll);

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
