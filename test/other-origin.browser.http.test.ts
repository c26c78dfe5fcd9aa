import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { at } from '#service-test/http/read.js';
import { openStage, type Stage } from '#service-test/http/stage.js';
import { findChromium } from './support/find-chromium.js';
import { launchChromium } from './support/launch-chromium.js';

const executablePath = await findChromium();
if (executablePath === undefined)
  process.stdout.write('fetch from another origin: SKIPPED, there is no chromium on the PATH\n');

/** A shop's site: an empty page at an origin of its own. */
const openShop = async (): Promise<{ readonly server: Server; readonly url: string }> => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html');
    response.end('<!doctype html><title>Shop</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the shop has no port');
  return { server, url: `http://127.0.0.1:${address.port}/` };
};

interface Fetched {
  readonly status: unknown;
  readonly headers: unknown;
  readonly text: unknown;
}

describe('fetch from a page of another origin', { skip: executablePath === undefined }, () => {
  let browser: Browser;
  let stage: Stage;
  let shop: Awaited<ReturnType<typeof openShop>>;
  let page: Page;
  before(async () => {
    [stage, shop] = await Promise.all([openStage(), openShop()]);
    browser = await launchChromium();
    page = await browser.newPage();
    await page.goto(shop.url);
  });
  after(async () => {
    await browser.close();
    await stage.close();
    shop.server.close();
  });

  /** What the page gets to see; the browser's own word where it gets nothing. */
  const fetchInPage = async (path: string, options: object = {}): Promise<Fetched> => {
    const call = `fetch(${JSON.stringify(stage.server.url + path)}, ${JSON.stringify(options)})`;
    const seen: unknown = await page.evaluate(`${call}.then(async (answer) => ({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    }), (error) => ({ status: error.name }))`);
    return { status: at(seen, 'status'), headers: at(seen, 'headers'), text: at(seen, 'text') };
  };
  const codeIn = ({ text }: Fetched): unknown => at(JSON.parse(String(text)), 'errors', 0, 'code');

  it('reads a search with its paging and its id', async () => {
    const search = '/v4/quotes?q=location_id:101&start_time=2026-12-01T10:00&end_time=2026-12-01T12:00';
    const { status, headers, text } = await fetchInPage(search);
    assert.equal(status, 200);
    assert.equal(at(JSON.parse(String(text)), 0, 'location_id'), '101');
    assert.equal(at(headers, 'x-pagination-total'), '1');
    assert.match(String(at(headers, 'x-request-id')), /^[\w.-]+$/);
  });

  it('is granted a token, a locale and a request id of its own', async () => {
    const { status, headers } = await fetchInPage('/v4/accounts/me', {
      headers: {
        Authorization: `Bearer ${stage.tokens.user}`,
        'X-Language-Locale': 'fr-CA',
        'X-Request-Id': 'shop-1',
      },
    });
    assert.equal(status, 200);
    assert.deepEqual([at(headers, 'x-language-locale'), at(headers, 'x-request-id')], ['fr-CA', 'shop-1']);
  });

  it('reads errors, of what is sent and of what is not there', async () => {
    const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'k-1' };
    const refused = await fetchInPage('/v4/bookings', { method: 'POST', headers, body: '{}' });
    assert.deepEqual([refused.status, codeIn(refused)], [400, 'booking_quote_id_missing']);
    const stranger = await fetchInPage('/v4/bookings', { headers: { Authorization: 'Bearer wrong' } });
    assert.deepEqual([stranger.status, codeIn(stranger)], [401, 'token_invalid']);
    const missing = await fetchInPage('/v4/nothing', {
      method: 'DELETE',
      headers: { 'Idempotency-Key': 'k-2' },
    });
    assert.deepEqual([missing.status, codeIn(missing)], [404, 'route_not_found']);
  });

  it('asks for the catalogue again with a tag of its own, and is told that it has it', async () => {
    const first = await fetchInPage('/v4/venues', { cache: 'no-store' });
    const tag = at(first.headers, 'etag');
    assert.match(String(tag), /^W\/"/);
    const headers = { 'If-None-Match': tag };
    const second = await fetchInPage('/v4/venues', { cache: 'no-store', headers });
    assert.deepEqual([second.status, second.text], [304, '']);
  });

  it("is let nowhere near the operator's rows", async () => {
    const { status } = await fetchInPage('/operator/v1/partners', { headers: { Authorization: 'Bearer x' } });
    assert.equal(status, 'TypeError');
    assert.equal((await fetchInPage('/healthz')).status, 'TypeError');
  });

  it('sends no cookie along', async () => {
    const { status } = await fetchInPage('/v4/venues', { credentials: 'include' });
    assert.equal(status, 'TypeError');
  });
});
