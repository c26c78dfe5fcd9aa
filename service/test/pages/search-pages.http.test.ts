import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { locationId } from '../../src/base/ids.js';
import { aLocation } from '../catalogue/builders.js';
import type { Received } from '../http/harness.js';
import { at } from '../http/read.js';
import { openStage, type Stage } from '../http/stage.js';
import { airportUrl, pagesMarket, placeUrl } from './market.js';
import { linksOf, textOf, withTag } from './read-page.js';

describe('pages that search', () => {
  let stage: Stage;
  const get = (path: string): Promise<Received> =>
    stage.server.send(path, { headers: { accept: 'text/html' } });
  const places = async (path: string): Promise<readonly string[]> =>
    withTag((await get(path)).text, 'h3').map(({ text }) => text);
  const field = async (path: string, name: string): Promise<string | undefined> =>
    withTag((await get(path)).text, 'input')
      .find(({ attributes }) => attributes.get('name') === name)
      ?.attributes.get('value');
  before(async () => {
    stage = await openStage({ content: pagesMarket });
  });
  after(() => stage.close());

  describe('the page of an airport', () => {
    it('shows parking for three days from the next hour on when no times are given', async () => {
      const { status, text } = await get(airportUrl);
      assert.equal(status, 200);
      assert.equal(textOf(text, 'h1'), 'Parking at Lakeside Airport');
      assert.equal(await field(airportUrl, 'start'), '2026-11-21T07:00');
      assert.equal(await field(airportUrl, 'end'), '2026-11-24T07:00');
      assert.deepEqual(await places(airportUrl), [
        'Lakeside Garage',
        'River Lot',
        'Short Stay Garage',
        'Meter Street',
      ]);
    });

    it('takes start and end in ISO 8601, and prices that stay as the API does', async () => {
      const path = `${airportUrl}?start=2026-12-01T10:00:00.000-06:00&end=2026-12-01T18:00Z`;
      assert.equal(await field(path, 'start'), '2026-12-01T10:00');
      assert.equal(await field(path, 'end'), '2026-12-01T12:00');
      const api = await stage.server.send(
        '/v4/quotes?q=venue_id:503&start_time=2026-12-01T10:00&end_time=2026-12-01T12:00',
      );
      assert.equal(at(api.body, 0, 'purchase_options', 0, 'price', 'USD'), '9.00');
      assert.equal(withTag((await get(path)).text, 'strong')[0]?.text, '$9.00');
    });

    it('has a form that works without scripts', async () => {
      const [form] = withTag((await get(airportUrl)).text, 'form');
      assert.deepEqual([form?.attributes.get('method'), form?.attributes.get('action')], ['get', airportUrl]);
    });

    it('answers 400 with the name of a malformed time', async () => {
      for (const [query, name] of [
        ['start=soon', 'start'],
        ['end=2026-13-01', 'end'],
        ['start=2026-12-02T10:00&end=2026-12-01T10:00', 'end'],
      ]) {
        const { status, text } = await get(`${airportUrl}?${query}`);
        assert.equal(status, 400);
        assert.ok(text.includes(`“${name}”`), query);
      }
    });
  });

  describe('the search page', () => {
    const around = '/parking/?venue_id=502&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';

    it('shows places around a venue, nearest first, each leading to its page with the stay', async () => {
      assert.deepEqual(await places(around), [
        'Lakeside Garage',
        'River Lot',
        'Short Stay Garage',
        'Meter Street',
      ]);
      assert.equal(
        linksOf((await get(around)).text).get('Lakeside Garage'),
        `${placeUrl}?start_time=2026-11-22T10:00&end_time=2026-11-22T12:00`,
      );
    });

    it('reads times as the destination clock, whatever zone stands beside them', async () => {
      assert.equal(await field(`${around}Z`, 'end_time'), '2026-11-22T12:00');
    });

    it('searches around coordinates too, and keeps filters in its form', async () => {
      const path = `/parking/?coordinates=41.8868,-87.6219&seller_id=2`;
      assert.deepEqual(await places(path), ['River Lot']);
      assert.equal(await field(path, 'seller_id'), '2');
      assert.equal(await field(path, 'coordinates'), '41.8868,-87.6219');
    });

    it('is where the root of the site leads', async () => {
      const { status, headers } = await get('/?locale=fr-CA');
      assert.deepEqual([status, headers['location']], [302, '/parking/?locale=fr-CA']);
    });

    it('without a destination lists those one can choose from, by name', async () => {
      assert.deepEqual(await places('/parking'), ['Lakeside Arena', 'Quiet Theatre', 'Lakeside Airport']);
      assert.deepEqual(await places('/parking/?venue_name=QUIET'), ['Quiet Theatre']);
    });

    it('answers 400 with the name of a malformed parameter', async () => {
      for (const query of [
        'venue_id=x',
        'venue_id=9',
        'coordinates=here',
        'venue_id=502&start_time=x',
        'venue_id=502&end_time=x',
      ]) {
        const { status, text } = await get(`/parking/?${query}`);
        const name = /(\w+)=\w+$/.exec(query)?.[1];
        assert.equal(status, 400, query);
        assert.ok(text.includes(`“${name}”`), query);
      }
    });
  });

  describe('the page of a place', () => {
    it('is at the site_url and the purchase link that the API gives, with the price quoted there', async () => {
      const location = await stage.server.send('/v4/locations/101?fields=site_url');
      assert.equal(at(location.body, 'site_url'), placeUrl);
      const { body } = await stage.server.send(
        '/v4/quotes?q=location_id:101&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00',
      );
      const href = String(at(body, 0, 'purchase_options', 0, '_links', 'site:purchase', 'href'));
      const { status, text } = await get(href);
      assert.equal(status, 200);
      assert.equal(textOf(text, 'h1'), 'Lakeside Garage');
      assert.equal(at(body, 0, 'purchase_options', 0, 'price', 'USD'), '9.00');
      const sums = withTag(text, 'dl')[0]?.text;
      assert.equal(sums, 'Parking$8.00 Service Fee$1.00 Total$9.00');
      assert.match(text, /Hand wash/);
      assert.match(text, /Free cancellation until/);
    });

    it('says how one gets in, how high it is, who runs it, and what to note', async () => {
      const { text } = await get(placeUrl);
      assert.match(text, /Take a ticket and scan this pass when leaving/);
      assert.match(text, /6′ 6″/);
      assert.match(text, /Lakeside Parking Co\./);
      const other = (await get('/parking/river-lot-chicago-102/')).text;
      assert.equal(linksOf(other).get('+1 312 555 0100'), 'tel:+13125550100');
      assert.match(other, /No overnight parking\./);
    });

    it('shows the posted rates of a place that cannot be booked, and no form', async () => {
      const { body } = await stage.server.send('/v4/locations/104?fields=site_url');
      const { status, text } = await get(String(at(body, 'site_url')));
      assert.equal(status, 200);
      const [rates, about] = withTag(text, 'dl').map((list) => list.text);
      assert.equal(rates, 'Day up to 2 hr · Mon to Fri$2.50NightFree');
      assert.match(about ?? '', /Rating ?4\.5 of 5 \(12\)/);
      assert.match(text, /cannot be booked ahead/);
      assert.equal(withTag(text, 'form').length, 0);
    });

    it('tells apart what is booked ahead, bought on the spot, and paid at the place', async () => {
      const { text } = await get('/parking/mixed-lot-chicago-105/');
      const titles = withTag(text, 'h2').map((title) => title.text);
      assert.deepEqual(titles.slice(0, 3), [
        'Prices for this stay',
        'Bought on the spot',
        'Pay at the place',
      ]);
      assert.deepEqual(
        withTag(text, 'h3').map((title) => title.text),
        ['Ahead $11.00', 'By app $11.00'],
      );
      assert.match(text, /<dt>At the gate<\/dt><dd>\$11\.00<\/dd>/);
    });

    it('says when nothing is sold, and leads slugs of old to its own', async () => {
      const none = await get(`${placeUrl}?event_id=9003`);
      assert.equal(none.status, 200);
      const { status, headers } = await get('/parking/x-101/?start_time=2026-11-22T10:00');
      assert.deepEqual([status, headers['location']], [301, `${placeUrl}?start_time=2026-11-22T10%3A00`]);
      assert.equal((await get('/parking/gone-199/')).status, 404);
      assert.equal((await get('/parking/no-id')).headers['content-type'], 'application/json; charset=utf-8');
      assert.equal((await get(`${placeUrl}?event_id=4`)).status, 400);
    });
  });
});

describe('a search among many places', () => {
  it('shows the 50 nearest', async () => {
    const locations = Array.from({ length: 80 }, (_, index) =>
      aLocation({ id: locationId(1000 + index), name: `Place ${index}`, slug: `place-${1000 + index}` }),
    );
    const stage = await openStage({ content: { ...pagesMarket, locations } });
    try {
      const { text } = await stage.server.send('/parking/?venue_id=502', {
        headers: { accept: 'text/html' },
      });
      assert.equal(withTag(text, 'h3').length, 50);
      assert.match(text, /The 50 nearest are shown/);
    } finally {
      await stage.close();
    }
  });
});
