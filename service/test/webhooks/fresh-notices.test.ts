import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookingId, partnerId } from '../../src/base/ids.js';
import { deliveryCollection } from '../../src/webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '../../src/webhooks/deliveries/delivery-store.js';
import { openTestDatabase } from '../storage/open-test-database.js';

describe('a notice that was just made', () => {
  it('can be claimed by a worker whose clock is a little behind', async () => {
    const database = await openTestDatabase();
    const store = createDeliveryStore(database.collection(deliveryCollection));
    const now = 1_795_000_000_000;
    const partner = partnerId('acme');
    await store.add([{ booking: bookingId(42), partner, kind: 'create' }], now);
    const { claimed } = await store.claim({
      partner,
      limit: 1,
      token: 'token',
      now: now - 900,
      leaseMs: 30_000,
    });
    assert.deepEqual(
      claimed.map(({ _id }) => _id),
      ['42:create'],
    );
    await database.close();
  });
});
