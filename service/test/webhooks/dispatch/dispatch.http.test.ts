import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { systemClock } from '../../../src/base/clock.js';
import { createAddressPolicy } from '../../../src/outbound/address-policy.js';
import { createOutbound } from '../../../src/outbound/create-outbound.js';
import { openHttpReceiver } from '../../support/http-receiver.js';
import { booking } from '../booking-builder.js';
import { acme, openWorld, savePartner } from '../world.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A partner that accepts everything; `arrivedAt` waits for so many notices. */
const startPartner = async () => {
  const receiver = await openHttpReceiver((response) => response.writeHead(202).end());
  closers.push(receiver.close);
  const arrivedAt = async (count: number) =>
    (await receiver.arrivedAt(count)).map(({ target, body, headers }) => ({
      target,
      body,
      key: headers['x-partner-key'],
    }));
  return { url: `${receiver.url}/hooks/`, arrivedAt };
};

describe('a booking with a partner, over real sockets', () => {
  it('is told by exactly one request for each notice, the cancel after the create', async () => {
    const world = await openWorld({ clock: systemClock });
    const partner = await startPartner();
    const outbound = createOutbound({ isAddressAllowed: createAddressPolicy({ allowPrivateTargets: true }) });
    const worker = world.openWorker({ post: outbound.post });
    closers.push(world.close, outbound.close, worker.dispatcher.stop, worker.pump.stop);
    await savePartner(worker, { base_api_url: partner.url });
    worker.dispatcher.start();
    worker.pump.start();
    await world.book(booking(42, { st: 'cancelled', out: ['create', 'release', 'cancel'] }));
    worker.pump.nudge();
    assert.deepEqual(await partner.arrivedAt(2), [
      { target: 'POST /hooks/created', body: '{"id":42}', key: 'secret-1' },
      { target: 'POST /hooks/cancelled', body: '{"id":42}', key: 'secret-1' },
    ]);
    await worker.dispatcher.stop();
    const { delivered, open } = await worker.deliveries.counts(acme);
    assert.deepEqual([delivered, open], [2, 0]);
  });
});
