import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { inTurn } from '../../src/app/in-turn.js';
import { type App, type AppMode, createApp } from '../../src/app.js';
import { systemClock } from '../../src/base/clock.js';
import { silentLogger } from '../../src/base/logger.js';
import { loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';

const operatorToken = 'operator-token-of-24-and-more';

const open = (mode: AppMode, more: Readonly<Record<string, string>> = {}): Promise<App> => {
  const settings = resolveSettings(
    loadSettings({
      PARKING_DATA_DIR: ':memory:',
      PARKING_DEMO: 'off',
      PARKING_PORT: '0',
      PARKING_OPERATOR_TOKEN: operatorToken,
      ...more,
    }),
  );
  return createApp({ settings, mode, clock: systemClock, logger: silentLogger });
};

const statusesOf = async (url: string): Promise<Readonly<Record<string, number>>> => {
  const headersFor = (path: string): Readonly<Record<string, string>> =>
    path.startsWith('/operator') ? { authorization: `Bearer ${operatorToken}` } : {};
  const paths = [
    '/healthz',
    '/readyz',
    '/openapi.json',
    '/operator/v1/partners',
    '/operator/v1/sandbox/clock',
  ];
  const statuses = paths.map(
    async (path) => [path, (await fetch(url + path, { headers: headersFor(path) })).status] as const,
  );
  return Object.fromEntries(await Promise.all(statuses));
};

describe('the service in its modes', () => {
  const apps: App[] = [];
  after(async () => {
    for (const app of apps) await app.stop();
  });

  const started = async (mode: AppMode, more?: Readonly<Record<string, string>>): Promise<string> => {
    const app = await open(mode, more);
    apps.push(app);
    return (await app.start()).url;
  };

  const all = {
    '/healthz': 200,
    '/readyz': 200,
    '/openapi.json': 200,
    '/operator/v1/partners': 200,
    '/operator/v1/sandbox/clock': 404,
  };

  it('serve and api answer the API and the operator', async () => {
    assert.deepEqual(await statusesOf(await started('serve')), all);
    assert.deepEqual(await statusesOf(await started('api')), all);
  });

  it('a worker says only whether it is well', async () => {
    const none = { '/openapi.json': 404, '/operator/v1/partners': 404 };
    assert.deepEqual(await statusesOf(await started('worker')), { ...all, ...none });
  });

  it('moves its clock in the sandbox alone', async () => {
    const statuses = await statusesOf(await started('serve', { PARKING_SANDBOX: 'on' }));
    assert.deepEqual(statuses, { ...all, '/operator/v1/sandbox/clock': 200 });
  });

  it('stops again where it could not start, or never was started', async () => {
    const taken = createServer();
    taken.listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    assert.ok(typeof address === 'object' && address !== null);
    const app = await open('serve', { PARKING_PORT: String(address.port) });
    try {
      await assert.rejects(app.start(), { name: 'CannotListen', message: /another process listens there/ });
    } finally {
      await app.stop();
      taken.close();
    }
    await (await open('serve')).stop();
  });
});

describe('stopping part after part', () => {
  it('goes on after a fault, and reports the first', async () => {
    const done: string[] = [];
    const step = (name: string, fault?: Error) => async () => {
      done.push(name);
      if (fault !== undefined) throw fault;
    };
    const first = new Error('the alarm clock cannot reach its database');
    await assert.rejects(
      inTurn([step('jobs', first), step('feeds', new Error('another')), step('database')]),
      first,
    );
    assert.deepEqual(done, ['jobs', 'feeds', 'database']);
  });
});
