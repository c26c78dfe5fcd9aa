import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { it } from 'node:test';
import { Type } from 'typebox';
import { raw } from '../../src/base/reply.js';
import { route } from '../../src/base/route.js';
import { closeServer } from '../../src/http/listen.js';
import { startServer } from './harness.js';

const graceMs = 60_000;

it('answers what is under way when it closes, and keeps no connection after that', async () => {
  const arrived: (() => void)[] = [];
  let tellUnderWay = (): void => undefined;
  const isUnderWay = new Promise<void>((resolve) => {
    tellUnderWay = resolve;
  });
  const slow = route({
    method: 'GET',
    path: '/slow',
    operation: 'slow',
    summary: 'Waits to be told.',
    access: 'anyone',
    input: Type.Object({}),
    run: async () => {
      await new Promise<void>((resolve) => {
        arrived.push(resolve);
        if (arrived.length === 2) tellUnderWay();
      });
      return raw(200, { is: 'done' });
    },
  });
  const { server, url } = await startServer({ mounts: [{ prefix: '', version: 'v4', rows: [slow] }] });
  const agent = new Agent({ keepAlive: true });
  const get = (): Promise<readonly [status: number | undefined, connection: string | undefined]> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/slow`, { agent }, (response) => {
        response.resume();
        response.on('end', () => resolve([response.statusCode, response.headers.connection]));
      });
      sent.on('error', reject);
      sent.end();
    });

  const answers = Promise.all([get(), get()]);
  await isUnderWay;
  const closed = closeServer(server, graceMs);
  for (const go of arrived) go();
  assert.deepEqual(await answers, [
    [200, 'close'],
    [200, 'close'],
  ]);
  // Long before its patience ends, or the test would run into its time limit.
  await closed;
});
