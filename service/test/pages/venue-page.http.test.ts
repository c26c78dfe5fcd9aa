import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { eventId } from '../../src/base/ids.js';
import { anEvent, aVenue } from '../catalogue/builders.js';
import type { Received } from '../http/harness.js';
import { at } from '../http/read.js';
import { openStage, type Stage } from '../http/stage.js';
import { eventUrl, pagesMarket, quietVenueUrl, venueUrl } from './market.js';
import { linksOf, textOf, withTag } from './read-page.js';

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the page of a venue', () => {
  let stage: Stage;
  const get = (path: string, headers: Readonly<Record<string, string>> = {}): Promise<Received> =>
    stage.server.send(path, { headers: { ...browser, ...headers } });
  before(async () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      anEvent({ id: eventId(9100 + index), venueId: aVenue().id, name: `Match ${index}` }),
    );
    stage = await openStage({
      content: { ...pagesMarket, events: [...(pagesMarket.events ?? []), ...many] },
    });
  });
  after(() => stage.close());

  it('is at the site_url that the API gives', async () => {
    const { body } = await stage.server.send('/v4/venues/501?fields=site_url');
    assert.equal(at(body, 'site_url'), venueUrl);
    const { status, headers, text } = await get(venueUrl);
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(textOf(text, 'h1'), 'Parking near Lakeside Arena');
  });

  it('lists what lies ahead, earliest first and TBD too, with local times and links to the event pages', async () => {
    const { text } = await get(venueUrl);
    assert.equal(linksOf(text).get('Lakeside Hawks vs. River Foxes'), eventUrl);
    assert.equal(withTag(text, 'time')[0]?.text.replaceAll(' ', ' '), 'Sat, Nov 28, 2026, 7:00 PM CST');
    assert.ok(!text.includes('Bygone Show'));
    const last = (await get(`${venueUrl}?page=2`)).text;
    assert.ok(linksOf(last).has('Spring Gala') && last.includes('Date and time to be announced'));
  });

  it('shows 50 events at a time', async () => {
    const first = (await get(venueUrl)).text;
    assert.equal(withTag(first, 'h3').length, 50);
    assert.equal(linksOf(first).get('Next'), `${venueUrl}?page=2`);
    assert.equal(withTag((await get(`${venueUrl}?page=2`)).text, 'h3').length, 12);
  });

  it('filters by event_name: title contains, whatever the case', async () => {
    const { text } = await get(`${venueUrl}?event_name=rIver%20f`);
    assert.deepEqual(
      withTag(text, 'h3').map((title) => title.text),
      ['Lakeside Hawks vs. River Foxes'],
    );
    assert.match((await get(`${venueUrl}?event_name=nothing`)).text, /No upcoming event has this text/);
  });

  it('carries location_id and seller_id to the event pages', async () => {
    const { status, text } = await get(`${venueUrl}?location_id=101,102&seller_id=2`);
    assert.equal(status, 200);
    assert.equal(
      linksOf(text).get('Lakeside Hawks vs. River Foxes'),
      `${eventUrl}?location_id=101,102&seller_id=2`,
    );
    assert.match(text, /Only: Lakeside Garage, River Lot, Other Parking Co\./);
  });

  it('leads a slug of old to the one of now, with its query', async () => {
    const { status, headers } = await get('/some-old-name-501?event_name=fox');
    assert.deepEqual([status, headers['location']], [301, `${venueUrl}?event_name=fox`]);
  });

  it('without upcoming events leads to transient parking around it for the current day', async () => {
    const { status, headers } = await get(`${quietVenueUrl}?location_id=101`);
    const to = '/parking/?venue_id=502&start_time=2026-11-21T06:00&end_time=2026-11-22T00:00&location_id=101';
    assert.deepEqual([status, headers['location']], [302, to]);
    const landed = await get(to);
    assert.equal(landed.status, 200);
    assert.equal(textOf(landed.text, 'h1'), 'Parking near Quiet Theatre');
    assert.ok(linksOf(landed.text).has('Lakeside Garage'));
  });

  it('answers 400 with the name of a malformed parameter', async () => {
    for (const name of ['location_id', 'seller_id', 'page', 'locale']) {
      const { status, text } = await get(`${venueUrl}?${name}=x`);
      assert.equal(status, 400);
      assert.ok(text.includes(`“${name}”`), name);
    }
    assert.equal((await get(`${quietVenueUrl}?location_id=x`)).status, 400);
    assert.equal((await get(`${venueUrl}?event_name=a&event_name=b`)).status, 400);
  });

  it('answers 404 in HTML to browsers and as an API error to those who prefer JSON', async () => {
    const page = await get('/gone-599/');
    assert.deepEqual([page.status, textOf(page.text, 'h1')], [404, 'Not found']);
    const json = await stage.server.send('/gone-599/', { headers: { accept: 'application/json' } });
    assert.equal(at(json.body, 'errors', 0, 'code'), 'venue_not_found');
  });

  it('leaves every other path to the API', async () => {
    for (const path of ['/v4/nothing', '/nothing', '/v4/nothing-1', '/a/b/c-1', '/operator/v1']) {
      const { status, headers } = await get(path);
      assert.deepEqual([status, headers['content-type']], [404, 'application/json; charset=utf-8'], path);
    }
    assert.equal((await stage.server.send(venueUrl, { method: 'POST' })).status, 404);
  });

  it('answers HEAD as GET without the body', async () => {
    const { status, headers, text } = await stage.server.send(venueUrl, { method: 'HEAD' });
    assert.deepEqual([status, text], [200, '']);
    assert.equal(headers['content-length'], String(Buffer.byteLength((await get(venueUrl)).text)));
  });

  it('speaks the language of the reader, or the one chosen in the address, which its links keep', async () => {
    const french = await get(venueUrl, { 'accept-language': 'fr-CA,fr;q=0.9' });
    assert.equal(french.headers['content-language'], 'fr-CA');
    assert.equal(withTag(french.text, 'html')[0]?.attributes.get('lang'), 'fr-CA');
    assert.equal(textOf(french.text, 'h2'), 'Événements à venir');
    const chosen = await get(`${venueUrl}?locale=fr-CA`);
    assert.equal(linksOf(chosen.text).get('Lakeside Hawks vs. River Foxes'), `${eventUrl}?locale=fr-CA`);
    assert.match(chosen.headers['vary'] ?? '', /Accept-Language/);
  });

  it('runs no script, fetches nothing from elsewhere and tells nobody where the reader came from', async () => {
    const { headers, text } = await get(venueUrl);
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(withTag(text, 'script').length, 0);
  });
});

describe('the current day of a venue', () => {
  let stage: Stage;
  afterEach(() => stage.close());
  const cases = [
    ['shortly before midnight', Date.UTC(2026, 10, 22, 5, 50), '2026-11-21T23:45', '2026-11-22T00:00'],
    ['on the day with 25 hours', Date.UTC(2026, 10, 1, 7, 20), '2026-11-01T01:15', '2026-11-02T00:00'],
    ['on the day with 23 hours', Date.UTC(2027, 2, 14, 6, 0), '2027-03-14T00:00', '2027-03-15T00:00'],
  ] as const;
  for (const [when, start, from, until] of cases) {
    it(`ends at its own midnight ${when}`, async () => {
      stage = await openStage({ content: { ...pagesMarket, events: [] }, start });
      const to = `/parking/?venue_id=502&start_time=${from}&end_time=${until}`;
      assert.equal((await stage.server.send(quietVenueUrl)).headers['location'], to);
      assert.equal((await stage.server.send(to)).status, 200);
    });
  }
});
