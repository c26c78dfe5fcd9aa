import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type AppMode, createApp } from '../../src/app.js';
import { anonymous } from '../../src/base/caller.js';
import { systemClock } from '../../src/base/clock.js';
import { silentLogger } from '../../src/base/logger.js';
import type { Reply } from '../../src/base/reply.js';
import { loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';
import { createScrapeRows, type ScrapeOptions } from '../../src/metrics/scrape-rows.js';
import { startServer, type TestServer } from '../http/harness.js';
import { noon, openMeters, partnerOf, readingOf } from './every-series.js';
import { readExposition } from './read-exposition.js';

const servers: { readonly close: () => Promise<void> }[] = [];
after(async () => {
  for (const server of servers) await server.close();
});

const usual: ScrapeOptions = {
  meters: openMeters(),
  isOpen: false,
  isDatabaseUp: async () => true,
  standing: async () => readingOf([partnerOf('acme')]),
  now: () => noon,
};

const serving = async (changes: Partial<ScrapeOptions> = {}): Promise<TestServer> => {
  const rows = createScrapeRows({ ...usual, ...changes });
  const server = await startServer({ mounts: [{ prefix: '', version: 'v4', rows }] });
  servers.push(server);
  return server;
};

describe('GET /metrics', () => {
  const token = 'operator-token';

  it('is text, whatever the conventions are asked to make of it', async () => {
    const server = await serving();
    for (const query of ['', '?pretty=true', '?envelope=true&fields=x']) {
      const answer = await server.send(`/metrics${query}`, { token });
      assert.equal(answer.headers['content-type'], 'text/plain; version=0.0.4; charset=utf-8');
      assert.equal(readExposition(answer.text).samples.get('parking_backlog_notices{partner="acme"}'), 3);
    }
  });

  it('answers anyone where it was opened, and only then', async () => {
    const [shut, open] = [await serving(), await serving({ isOpen: true })];
    assert.equal((await shut.send('/metrics')).status, 401);
    assert.equal((await open.send('/metrics')).status, 200);
    assert.equal((await open.send('/metrics', { token })).status, 200, 'a token does no harm');
  });

  it('is no error page while the database is away', async () => {
    const server = await serving({
      isDatabaseUp: async () => false,
      standing: async () => ({ value: undefined, isUp: false, ageMs: undefined }),
    });
    const { status, text } = await server.send('/metrics', { token });
    const { samples } = readExposition(text);
    assert.deepEqual(
      [status, samples.get('parking_database_up'), samples.get('parking_reading_up')],
      [200, 0, 0],
    );
  });

  it('writes one text for all who ask at the same time, and another for who asks later', async () => {
    let asked = 0;
    let answer = (_isUp: boolean): void => undefined;
    const [row] = createScrapeRows({
      ...usual,
      isDatabaseUp: () => {
        asked += 1;
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const scrape = (): Promise<Reply> => {
      const prepared = row?.prepare({});
      assert.ok(prepared?.isValid === true);
      return prepared.run({ caller: anonymous, headers: () => undefined, givenTwice: [], remoteAddress: '' });
    };
    const together = [scrape(), scrape()];
    answer(true);
    const [first, second] = await Promise.all(together);
    assert.deepEqual([asked, second], [1, first]);
    const later = scrape();
    answer(true);
    await later;
    assert.equal(asked, 2);
  });
});

describe('the metrics of each kind of process', () => {
  const token = 'operator-token-of-24-and-more';

  const seriesOf = async (mode: AppMode, more: Readonly<Record<string, string>> = {}) => {
    const environment = {
      PARKING_DATA_DIR: ':memory:',
      PARKING_DEMO: 'off',
      PARKING_PORT: '0',
      PARKING_OPERATOR_TOKEN: token,
      ...more,
    };
    const settings = resolveSettings(loadSettings(environment));
    const app = await createApp({ settings, mode, clock: systemClock, logger: silentLogger });
    servers.push({ close: app.stop });
    const { url } = await app.start();
    const open = await fetch(`${url}/metrics`);
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return { openStatus: open.status, ...readExposition(await answer.text()) };
  };

  it('serve and worker count what their dispatcher does', async () => {
    for (const mode of ['serve', 'worker'] as const) {
      const { openStatus, samples, families } = await seriesOf(mode);
      assert.equal(openStatus, 401);
      assert.ok((samples.get('parking_dispatch_passes_total') ?? 0) >= 1, mode);
      assert.ok(families.has('parking_attempts_total'), mode);
      const node = process.version;
      const info = `parking_build_info{version="0.1.0",node="${node}",engine="embedded",mode="${mode}"}`;
      assert.equal(samples.get(info), 1);
    }
  });

  it('api counts requests, and has no dispatcher that could seem to stand still', async () => {
    const { samples, families } = await seriesOf('api');
    assert.ok(!families.has('parking_dispatch_passes_total'));
    assert.equal(samples.get('parking_http_requests_total{operation="metrics.scrape",status="4xx"}'), 1);
    assert.equal(samples.get('parking_database_up'), 1);
  });

  it('PARKING_METRICS_OPEN opens them', async () => {
    assert.equal((await seriesOf('api', { PARKING_METRICS_OPEN: 'on' })).openStatus, 200);
  });
});
