import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { AnyRoute } from '../../src/base/route.js';
import { checkedServer, createAnswerCheck } from './answer-check.js';
import { goodContent, goodRequestOf } from './good-requests.js';
import type { Received } from './harness.js';
import { at } from './read.js';
import { openStage, type Stage } from './stage.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The same answer with one field that no schema names, in its first record. */
const withPlantedField = (received: Received): Received => {
  const { body } = received;
  const planted = Array.isArray(body)
    ? body.map((each: unknown, index) => (index === 0 && isObject(each) ? { ...each, planted: 1 } : each))
    : { ...(isObject(body) ? body : {}), planted: 1 };
  return { ...received, body: planted };
};

/** A public token is asked for without a secret. */
const badCredentials = ({ operation }: AnyRoute): Readonly<Record<string, string>> => ({
  grant_type: 'client_credentials',
  client_id: 'x',
  ...(operation !== 'token.issue_public' && { client_secret: 'y' }),
});

describe('every row', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content: goodContent });
  });
  after(() => stage.close());

  const ask = async (row: AnyRoute, version: string): Promise<readonly [string, Received]> => {
    const { path, sent } = await goodRequestOf(row.operation, stage);
    const address = `/${version}${path}`;
    return [address, await stage.server.send(address, { method: row.method, ...sent })];
  };

  // The stage compares each of these answers with the schema of its row.
  for (const version of ['v4', 'v3_1']) {
    const rows = (): readonly AnyRoute[] =>
      stage.rows.filter((row) => row.version === undefined || row.version === version);

    it(`answers a good request in ${version} as its description says`, async () => {
      for (const row of rows()) {
        const [address, { status, text }] = await ask(row, version);
        assert.equal(status, row.success ?? 200, `${row.method} ${address}: ${text}`);
      }
    });

    it(`answers a bad token, or bad credentials, in ${version} as its description says`, async () => {
      for (const row of rows()) {
        const { path } = await goodRequestOf(row.operation, stage);
        const sent = row.access === 'credentials' ? { form: badCredentials(row) } : { token: 'forged' };
        const { status } = await stage.server.send(`/${version}${path}`, { method: row.method, ...sent });
        assert.equal(status, 401, `${row.method} ${path}`);
      }
    });
  }

  it('takes zoom=:none and the envelope where it shows records', async () => {
    for (const row of stage.rows.filter(({ shows }) => shows !== undefined)) {
      const { path, sent } = await goodRequestOf(row.operation, stage);
      const address = `/v4${path}${path.includes('?') ? '&' : '?'}zoom=:none&envelope=true`;
      const { body, text } = await stage.server.send(address, { method: row.method, ...sent });
      if (row.success === 204) continue;
      const data = at(body, 'data');
      assert.deepEqual(
        [at(body, 'status'), at(Array.isArray(data) ? data[0] : data, '_embedded')],
        [row.success ?? 200, undefined],
        `${address}: ${text}`,
      );
    }
  });

  it('would be found out by a field too many, in its answers and in its errors', async () => {
    const check = createAnswerCheck(stage.rows, 'svc');
    for (const row of stage.rows) {
      const [address, received] = await ask(row, 'v4');
      if (received.text === '') continue;
      assert.doesNotThrow(() => check(row.method, address, received), row.operation);
      assert.throws(() => check(row.method, address, withPlantedField(received)), row.operation);
      const failed = await stage.server.send(address, { method: row.method, token: 'forged' });
      assert.throws(() => check(row.method, address, withPlantedField(failed)), row.operation);
    }
  });

  it('is checked in every test that talks to it', () => {
    const tests = fileURLToPath(new URL('../../../test', import.meta.url));
    const starting = readdirSync(tests, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) => /\bstartServer\(/.test(readFileSync(join(tests, name), 'utf8')));
    // The harness itself, stages that check, and tests of rows, pages and operators that are not the API's.
    assert.deepEqual(starting.sort(), [
      'http/citizen-rows.ts',
      'http/closing.http.test.ts',
      'http/max-connections.http.test.ts',
      'http/raw-requests.http.test.ts',
      'http/server.http.test.ts',
      'http/stage.ts',
      'metrics/scrape-rows.http.test.ts',
      'oauth/stage.ts',
      'operator/doctor/doctor.http.test.ts',
      'operator/stage.ts',
      'pages/hostile-values.http.test.ts',
      'pages/pass-states.http.test.ts',
      'pages/refusals.http.test.ts',
    ]);
  });

  it('is refused by a server that is checked, where it answers something else', async () => {
    const row = stage.rows.filter(({ operation }) => operation === 'venue.get');
    const check = createAnswerCheck(row, 'svc');
    const lying = {
      ...stage.server,
      send: async () => withPlantedField(await stage.server.send('/v4/venues/501')),
    };
    await assert.rejects(checkedServer(lying, check).send('/v4/venues/501'));
  });

  it('would be found out by a field of another type', async () => {
    const check = createAnswerCheck(stage.rows, 'svc');
    const { body, ...rest } = await stage.server.send('/v4/venues/501');
    const wrong = { ...(isObject(body) ? body : {}), id: '501' };
    assert.throws(() => check('GET', '/v4/venues/501', { ...rest, body: wrong }));
  });
});
