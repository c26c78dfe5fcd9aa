import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ServiceProcess } from '#scripts/demo/service-process.js';
import { type CountingReceiver, startCountingReceiver } from './support/counting-receiver.js';
import { notShared, openSharedMarket, sharedMongodbUrl } from './support/shared-market.js';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.js';
import { until } from './support/until.js';

const modes = ['serve', 'api', 'worker'] as const;

describe('the database is away, and comes back', { skip: notShared }, () => {
  let market: Awaited<ReturnType<typeof openSharedMarket>>;
  let receiver: CountingReceiver;
  let proxy: TcpProxy;
  before(async () => {
    const url = new URL(sharedMongodbUrl ?? '');
    market = await openSharedMarket(url.href);
    receiver = await startCountingReceiver(1);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  });
  after(async () => {
    await proxy.restore();
    await market.end();
    await proxy.close();
    await receiver.close();
  });

  const statusOf = async ({ url }: ServiceProcess): Promise<number> => (await fetch(`${url}/readyz`)).status;

  const becomes = (processes: readonly ServiceProcess[], status: number): Promise<unknown> =>
    Promise.all(
      processes.map((service, index) =>
        until(
          `readiness of ${modes[index]} is ${status}`,
          () => statusOf(service),
          (seen) => seen === status,
        ),
      ),
    );

  it('readiness of serve, api and worker turns red, then green, without a restart; notices go on', async () => {
    const processes: ServiceProcess[] = [];
    for (const mode of modes) processes.push(await market.start(mode, proxy.port));
    const [serve] = processes;
    assert.ok(serve !== undefined);
    await market.tellAt(serve, receiver.url);
    await becomes(processes, 200);

    await proxy.cut();
    await becomes(processes, 503);
    await market.owe(1, 20);
    await proxy.restore();
    await becomes(processes, 200);
    await until(
      'what came meanwhile has arrived',
      () => receiver.arrivals.size,
      (size) => size === 20,
    );

    // Packets vanish: no connection ends, and nothing is answered.
    proxy.stall();
    await becomes(processes, 503);
    await market.owe(100, 20);
    await proxy.restore();
    await becomes(processes, 200);
    await until(
      'what came meanwhile has arrived',
      () => receiver.arrivals.size,
      (size) => size === 40,
    );
    for (const { child } of processes) assert.equal(child.exitCode, null);
  });
});
