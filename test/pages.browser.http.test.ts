import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { at } from '#service-test/http/read.js';
import { openStage, type Stage } from '#service-test/http/stage.js';
import { bookPass, passPathOf } from '#service-test/pages/book-pass.js';
import { airportUrl, eventUrl, pagesMarket, placeUrl, venueUrl } from '#service-test/pages/market.js';
import { findChromium } from './support/find-chromium.js';
import { launchChromium } from './support/launch-chromium.js';

const executablePath = await findChromium();
if (executablePath === undefined)
  process.stdout.write('pages in a browser: SKIPPED, there is no chromium on the PATH\n');

const narrowest = 320;

const open = async (): Promise<{ readonly browser: Browser; readonly stage: Stage }> => {
  const stage = await openStage({ content: pagesMarket });
  return { browser: await launchChromium(), stage };
};

/** What axe finds wrong with a page by all of its rules or by some, in words. */
const violationsOn = async (page: Page, rules?: readonly string[]): Promise<readonly string[]> => {
  await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found: unknown = await page.evaluate(`axe.run(document, ${options})`);
  const violations = at(found, 'violations');
  assert.ok(Array.isArray(violations), 'axe answered');
  return violations.map((violation) => `${at(violation, 'id')}: ${at(violation, 'nodes', 0, 'html')}`);
};

describe('the pages in a browser', { skip: executablePath === undefined }, () => {
  let browser: Browser;
  let stage: Stage;
  let paths: readonly string[];
  before(async () => {
    ({ browser, stage } = await open());
    const pass = passPathOf(stage, await bookPass(stage));
    const search = '/parking/?venue_id=502&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
    const posted = '/parking/meter-street-chicago-104/';
    paths = ['/parking/', search, venueUrl, eventUrl, airportUrl, placeUrl, posted, pass, '/gone-599/'];
  });
  after(async () => {
    await browser.close();
    await stage.close();
  });

  const onEach = async (
    options: Parameters<Browser['newContext']>[0],
    look: (page: Page, path: string) => Promise<void>,
  ): Promise<void> => {
    const context: BrowserContext = await browser.newContext(options);
    const page = await context.newPage();
    for (const path of paths) {
      await page.goto(stage.server.url + path);
      await look(page, path);
    }
    await context.close();
  };

  it('pass every rule of accessibility that axe knows', async () => {
    await onEach({ colorScheme: 'light', locale: 'fr-CA' }, async (page, path) => {
      assert.deepEqual(await violationsOn(page), [], path);
      assert.equal(await page.getAttribute('html', 'lang'), 'fr-CA');
    });
  });

  it('can be read in the dark scheme too', async () => {
    await onEach({ colorScheme: 'dark' }, async (page, path) => {
      assert.deepEqual(await violationsOn(page, ['color-contrast']), [], path);
    });
  });

  it('fit a narrow screen', async () => {
    await onEach({ viewport: { width: narrowest, height: 600 } }, async (page, path) => {
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), narrowest, path);
    });
  });

  it('break none of their own rules and ask nobody else', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    const answers: number[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('response', (response) => {
      if (!response.url().startsWith('data:')) answers.push(response.status());
    });
    page.on('request', (request) => {
      const isOwn = request.url().startsWith(stage.server.url) || request.url().startsWith('data:');
      if (!isOwn) complaints.push(request.url());
    });
    for (const path of paths.slice(0, -1)) await page.goto(stage.server.url + path);
    await context.close();
    assert.deepEqual(complaints, []);
    assert.ok(answers.length > paths.length && answers.every((status) => status < 400));
  });

  it('draw the QR code of a pass, on paper too', async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(stage.server.url + (paths.at(-2) ?? ''));
    await page.emulateMedia({ media: 'print' });
    const code = page.locator('figure img');
    assert.ok(await code.isVisible());
    assert.ok(Number(await page.evaluate('document.querySelector("figure img").naturalWidth')) > 0);
    assert.equal(await page.locator('header.site').isVisible(), false);
    await context.close();
  });

  it('need no script: a form leads to the prices of another stay', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(stage.server.url + airportUrl);
    await page.fill('#start', '2026-12-01T10:00');
    await page.fill('#end', '2026-12-01T12:00');
    await page.click('form.stay button');
    assert.match(page.url(), /start=2026-12-01T10%3A00&end=2026-12-01T12%3A00$/);
    assert.equal(await page.textContent('.place strong'), '$9.00');
    await page.click('.place a');
    assert.equal(await page.textContent('h1'), 'Lakeside Garage');
    await context.close();
  });
});
