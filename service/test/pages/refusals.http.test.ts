import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { silentLogger } from '../../src/base/logger.js';
import { createPages } from '../../src/pages/create-pages.js';
import { noon, startServer, type TestServer } from '../http/harness.js';
import { hostileMarket } from './hostile-market.js';
import { textOf } from './read-page.js';

const browser = { headers: { accept: 'text/html' } };

let server: TestServer;
afterEach(() => server.close());

const open = async (isStorageAway: boolean, anonymous = 0): Promise<void> => {
  const pages = createPages({
    catalogue: { snapshot: () => hostileMarket('x') },
    clock: { now: () => noon },
    quotes: {
      search: () => {
        throw new Error('no search');
      },
    },
    bookings: { view: () => Promise.reject(new Error('the disk says <b>no</b>')) },
    logger: silentLogger,
    isStorageAway: () => isStorageAway,
  });
  server = await startServer({ mounts: [], pages, rateLimits: { byToken: 0, anonymous, signIn: 0 } });
};

describe('when a booking cannot be read', () => {
  for (const [isAway, status] of [
    [true, 503],
    [false, 500],
  ] as const) {
    it(`answers a page with ${status} that says nothing of the cause`, async () => {
      await open(isAway);
      const answer = await server.send('/parking-pass/1/?authorization_code=c', browser);
      assert.equal(answer.status, status);
      assert.ok(answer.text.includes('Something went wrong') && !answer.text.includes('disk'));
      assert.equal(answer.headers['retry-after'], isAway ? '2' : undefined);
    });
  }
});

describe('readers of pages', () => {
  it('are counted like anonymous callers, told so in HTML, and get styles and icons all the same', async () => {
    await open(false, 2);
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push((await server.send('/parking/', browser)).status);
    assert.deepEqual(statuses, [200, 200, 429]);
    const refused = await server.send('/parking/', browser);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.equal(textOf(refused.text, 'h1'), 'Please wait a moment');
    assert.equal((await server.send('/icons/scan.svg')).status, 200);
  });
});
