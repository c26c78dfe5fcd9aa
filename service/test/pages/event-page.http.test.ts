import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Received } from '../http/harness.js';
import { at } from '../http/read.js';
import { openStage, type Stage } from '../http/stage.js';
import { eventUrl, pagesMarket, venueUrl } from './market.js';
import { linksOf, textOf, withTag } from './read-page.js';

describe('the page of an event', () => {
  let stage: Stage;
  const get = (path: string): Promise<Received> =>
    stage.server.send(path, { headers: { accept: 'text/html' } });
  const places = async (path: string): Promise<readonly string[]> =>
    withTag((await get(path)).text, 'h3').map(({ text }) => text);
  before(async () => {
    stage = await openStage({ content: pagesMarket });
  });
  after(() => stage.close());

  it('is at the site_url that the API gives', async () => {
    const { body } = await stage.server.send('/v4/events/9001?fields=site_url');
    assert.equal(at(body, 'site_url'), eventUrl);
    assert.equal((await get(eventUrl)).status, 200);
  });

  it('shows event, venue and time, and the places that sell parking for it with the price the API quotes', async () => {
    const { text } = await get(eventUrl);
    assert.equal(textOf(text, 'h1'), 'Parking for Lakeside Hawks vs. River Foxes');
    assert.equal(linksOf(text).get('Lakeside Arena'), venueUrl);
    assert.match(text.replace(/\s/g, ' '), /Sat, Nov 28, 2026, 7:00 – 10:00 PM CST/);
    assert.deepEqual(await places(eventUrl), ['Lakeside Garage', 'River Lot']);
    const { body } = await stage.server.send('/v4/quotes?q=event_id:9001');
    assert.equal(at(body, 0, 'purchase_options', 0, 'price', 'USD'), '26.00');
    assert.equal(withTag(text, 'strong')[0]?.text, '$26.00');
  });

  it('links to the purchase page that the API links to, where the same price stands', async () => {
    const { body } = await stage.server.send('/v4/quotes?q=event_id:9001');
    const href = at(body, 0, 'purchase_options', 0, '_links', 'site:purchase', 'href');
    assert.equal(linksOf((await get(eventUrl)).text).get('Lakeside Garage'), href);
    const { status, text } = await get(String(href));
    assert.equal(status, 200);
    assert.match(text, /\$26\.00/);
    assert.equal(linksOf(text).get('Lakeside Hawks vs. River Foxes'), eventUrl);
  });

  it('filters by location_id and seller_id', async () => {
    assert.deepEqual(await places(`${eventUrl}?location_id=102`), ['River Lot']);
    assert.deepEqual(await places(`${eventUrl}?location_id=101&location_id=102`), [
      'Lakeside Garage',
      'River Lot',
    ]);
    assert.deepEqual(await places(`${eventUrl}?seller_id=1`), ['Lakeside Garage']);
    assert.deepEqual(await places(`${eventUrl}?seller_id=1,2`), ['Lakeside Garage', 'River Lot']);
    assert.deepEqual(await places(`${eventUrl}?seller_id=77`), []);
    for (const name of ['location_id', 'seller_id'])
      assert.equal((await get(`${eventUrl}?${name}=1,x`)).status, 400);
  });

  it('says of an event with TBD times that they are not settled', async () => {
    const { text } = await get(`${venueUrl}spring-gala-9002/`);
    assert.match(text, /Date and time to be announced/);
    assert.ok(!text.includes('2098</p>'));
  });

  it('offers nothing for an event that is over', async () => {
    const { text } = await get(`${venueUrl}bygone-show-9003/`);
    assert.match(text, /This event is over/);
    assert.equal(withTag(text, 'h3').length, 0);
  });

  it('leads other slugs of the event to its own, and answers 404 for an unknown one', async () => {
    for (const path of [`${venueUrl}old-name-9001`, '/another-venue-1/x-9001', `${venueUrl}9001/`]) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers['location']], [301, eventUrl], path);
    }
    assert.equal((await get(`${venueUrl}gone-9999/`)).status, 404);
  });
});
