import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, describe, it } from 'node:test';
import { systemClock } from '../../../src/base/clock.js';
import { createAddressPolicy } from '../../../src/outbound/address-policy.js';
import { createOutbound } from '../../../src/outbound/create-outbound.js';
import { booking } from '../booking-builder.js';
import { acme, openWorld, savePartner } from '../world.js';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

interface Arrived {
  readonly target: string;
  readonly body: string;
  readonly key: unknown;
}

/** A partner that accepts everything; `next` waits for one more notice. */
const startPartner = async () => {
  const arrived: Arrived[] = [];
  let tell: () => void = () => undefined;
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (bytes: Buffer) => {
      body += bytes.toString();
    });
    request.on('end', () => {
      arrived.push({
        target: `${request.method} ${request.url}`,
        body,
        key: request.headers['x-partner-key'],
      });
      response.writeHead(202).end();
      tell();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  const arrivedAt = async (count: number): Promise<readonly Arrived[]> => {
    while (arrived.length < count) {
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
    return arrived;
  };
  return { url: `http://127.0.0.1:${address.port}/hooks/`, arrivedAt };
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
