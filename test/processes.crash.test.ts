import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type ServiceProcess, startService } from '#scripts/demo/service-process.js';
import { systemClock } from '#service/base/clock.js';
import type { Database } from '#service/base/documents.js';
import { bookingId, partnerId } from '#service/base/ids.js';
import { openDatabase } from '#service/storage/open.js';
import { type DeliveryDocument, deliveryCollection } from '#service/webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';
import { type CountingReceiver, startCountingReceiver } from './support/counting-receiver.js';
import { until } from './support/until.js';

const partner = partnerId('slow');
const operatorToken = 'f81d4fae7dec11d0a76500a0c91e6bf6';

describe('processes on one data directory', () => {
  let dataDir: string;
  let receiver: CountingReceiver;
  const processes: ServiceProcess[] = [];
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'parking-processes-'));
    receiver = await startCountingReceiver(700);
    const service = await start();
    await service.operate('PUT', `/partners/${partner}`, {
      base_api_url: receiver.url,
      create_booking_endpoint: '/create',
      auth_header_key: 'X-Key',
      auth_header_value: 'a value of the tests',
      concurrency: 8,
    });
    await service.operate('POST', `/partners/${partner}/override`, { by: 'the tests' });
    await service.end();
  });
  after(async () => {
    await Promise.all(processes.map((service) => service.end('SIGKILL')));
    await receiver.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const start = async (mode = 'serve'): Promise<ServiceProcess> => {
    const settings = {
      PARKING_DATA_DIR: dataDir,
      PARKING_OPERATOR_TOKEN: operatorToken,
      PARKING_DEMO: 'off',
      PARKING_ALLOW_PRIVATE_TARGETS: 'on',
      PARKING_LOG_LEVEL: 'error',
    };
    const service = await startService(settings, [mode, '--json']);
    processes.push(service);
    return service;
  };

  const inStorage = async <Result>(look: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase({ kind: 'embedded', dataDir, clock: systemClock });
    try {
      return await look(database);
    } finally {
      await database.close();
    }
  };

  const owe = (from: number, count: number): Promise<void> =>
    inStorage((database) =>
      createDeliveryStore(database.collection(deliveryCollection)).add(
        Array.from({ length: count }, (_, index) => ({
          booking: bookingId(from + index),
          partner,
          kind: 'create',
        })),
        Date.now(),
      ),
    );

  const deliveries = (): Promise<readonly DeliveryDocument[]> =>
    inStorage((database) => database.collection(deliveryCollection).find({ partner }).toArray());

  for (const [first, ...others] of [
    ['serve', 'api', 'worker'],
    ['worker', 'serve'],
  ]) {
    it(`beside "${first}" another is refused: exit code 1, the reason, and what to do`, async () => {
      const running = await start(first);
      for (const second of others) {
        await assert.rejects(start(second), (error: Error) => {
          assert.match(error.message, /ended \(1\) before it was ready/);
          assert.match(error.message, /is in use by another process\. Stop that process first/);
          assert.ok(error.message.includes(dataDir));
          assert.doesNotMatch(error.message, /\n\s+at /, 'no stack');
          return true;
        });
      }
      assert.equal((await fetch(`${running.url}/readyz`)).status, 200);
      await running.end();
    });
  }

  for (const [index, mode] of ['serve', 'worker'].entries()) {
    it(`told to stop, "${mode}" finishes what is on its way and lets go of the rest at once`, async () => {
      const from = 1_000 * (index + 1);
      await owe(from, 40);
      const before = receiver.arrivals.size;
      const service = await start(mode);
      await until(
        'some are on their way',
        () => receiver.arrivals.size - before,
        (count) => count >= 8,
      );
      await service.end('SIGTERM');
      assert.equal(service.child.exitCode, 0);

      const mine = (await deliveries()).filter(({ booking }) => booking >= from && booking < from + 40);
      const delivered = mine.filter(({ st }) => st === 'delivered').map(({ _id }) => _id);
      assert.deepEqual(
        delivered.filter((id) => receiver.arrivals.get(id) !== 1),
        [],
        'sent once each',
      );
      assert.equal(delivered.length, receiver.arrivals.size - before, 'all that were sent were written');
      const rest = mine.filter(({ st }) => st === 'open');
      assert.ok(rest.length > 0, 'some were left');
      const now = Date.now();
      assert.deepEqual(
        rest.filter(({ tok, due, n }) => (tok ?? null) !== null || due > now || n !== 0),
        [],
        'nobody’s, due, and no attempt counted',
      );
      await inStorage((database) => database.collection(deliveryCollection).deleteMany({ partner }));
    });
  }

  it('told to stop twice it ends at once, and the next start goes on', async () => {
    await owe(9_000, 20);
    const before = receiver.arrivals.size;
    const service = await start();
    await until(
      'some are on their way',
      () => receiver.arrivals.size - before,
      (count) => count >= 8,
    );
    service.child.kill('SIGTERM');
    await until(
      'it takes no more requests',
      () =>
        fetch(`${service.url}/healthz`).then(
          () => true,
          () => false,
        ),
      (isAnswered) => !isAnswered,
    );
    await service.end('SIGINT');
    // 130: by the second signal's own number, so before what was on its way had ended.
    assert.equal(service.child.exitCode, 130);
    await (await start()).end();
  });
});
