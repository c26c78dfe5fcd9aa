import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { venueId } from '../../src/base/ids.js';
import { aVenue } from '../catalogue/builders.js';
import type { Received } from './harness.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const arena = aVenue({
  address: {
    address1: '2 Lakeside Plaza',
    address2: 'North Gate',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  },
});
const airport = aVenue({
  id: venueId(502),
  name: 'Lakeside Airport',
  enhancedAirport: true,
  coordinates: { lat: 41.97, lon: -87.9 },
  slug: 'lakeside-airport-502',
});
const hall = aVenue({
  id: venueId(503),
  name: 'Old Lakeside',
  coordinates: { lat: 43.65, lon: -79.38 },
  timezone: 'America/Toronto',
  slug: 'old-lakeside-503',
});
const exact = aVenue({
  id: venueId(504),
  name: 'Lakeside',
  coordinates: { lat: 10, lon: 10 },
  slug: 'l-504',
});
const opera = aVenue({
  id: venueId(505),
  name: 'Opéra Nürnberg',
  coordinates: { lat: 49.4, lon: 11 },
  slug: 'o-505',
});

describe('venues', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content: { venues: [opera, exact, hall, airport, arena], events: [] } });
  });
  after(() => stage.close());

  const get = (path: string): Promise<Received> => stage.server.send(path);
  const idsOf = ({ body }: Received): unknown =>
    Array.isArray(body) ? body.map((each) => at(each, 'id')) : body;
  const fieldsIn = (body: unknown): unknown => {
    const { _links, ...fields } = Object(body);
    return fields;
  };

  it('shows the defaults of one, and where it leads', async () => {
    const { body } = await get('/v4/venues/501');
    assert.deepEqual(fieldsIn(body), {
      id: 501,
      name: 'Lakeside Arena',
      address1: '2 Lakeside Plaza',
      address2: 'North Gate',
      city: 'Chicago',
      state: 'IL',
      postal_code: '60601',
    });
    const links = Object.entries(Object(at(body, '_links'))).filter(([relation]) => relation !== 'curies');
    const base = `${stage.server.url}/v4`;
    assert.deepEqual(
      links.map(([relation, link]) => [relation, at(link, 'href')]),
      [
        ['self', `${base}/venues/501`],
        ['svc:events', `${base}/venues/501/events`],
        ['svc:quotes', `${base}/quotes?q=venue_id:501`],
      ],
    );
  });

  it('shows the others by name, or as a group', async () => {
    const { body } = await get(
      '/v4/venues/502?fields=country,timezone,site_url,enhanced_airport,coordinates',
    );
    assert.deepEqual(fieldsIn(body), {
      country: 'US',
      timezone: 'America/Chicago',
      site_url: '/lakeside-airport-502/',
      enhanced_airport: true,
      coordinates: [41.97, -87.9],
    });
    const group = await get('/v4/venues/501?fields=venue::address');
    assert.deepEqual(fieldsIn(group.body), {
      address1: '2 Lakeside Plaza',
      address2: 'North Gate',
      city: 'Chicago',
      state: 'IL',
      postal_code: '60601',
      country: 'US',
    });
  });

  it('shows null in v3_1 for what is not there', async () => {
    assert.equal(at((await get('/v3_1/venues/502')).body, 'address2'), null);
  });

  const searches: readonly (readonly [string, readonly number[]])[] = [
    // Without q: by id, whatever order they were imported in.
    ['', [501, 502, 503, 504, 505]],
    ['?per_page=2&page=3', [505]],
    ['?page=4', []],
    ['?q=coordinates:41.97,-87.9', [502, 501]],
    ['?q=%20coordinates:[41.97,-87.9]', [502, 501]],
    ['?q=coordinates:[41.97,%20-87.9]', [502, 501]],
    ['?q=coordinates:41.97,-87.9%20distance:.5', [502]],
    ['?q=coordinates:41.97,-87.9&sort=name:desc', [501, 502]],
    ['?q=coordinates:41.97,-87.9&sort=distance:desc', [501, 502]],
    // The best match first: the name itself, then what begins with it, then the others.
    ['?q=name:lakeside', [504, 501, 502, 503]],
    ['?q=name:lakeside&sort=id:desc', [504, 503, 502, 501]],
    ['?q=coordinates:41.97,-87.9%20name:lakeside%20a', [502, 501]],
    ['?q=name:Lakeside%20%20Arena', [501]],
    ['?q=name:opra%20nrnberg', [505]],
    ['?q=name:Opera', [505]],
    ['?q=name:nowhere', []],
    ['?enhanced_airport=true', [502]],
    ['?enhanced_airport=TRUE', [502]],
    ['?enhanced_airport=false', [501, 503, 504, 505]],
    ['?sort=name', [504, 502, 501, 503, 505]],
    ['?sort=name:desc', [505, 503, 501, 502, 504]],
    ['?sort=id:desc', [505, 504, 503, 502, 501]],
    ['?sort=distance%20name', [504, 502, 501, 503, 505]],
  ];
  for (const [query, expected] of searches) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} with ${query === '' ? 'no query' : query}`, async () => {
      const found = await get(`/v4/venues${query}`);
      assert.equal(found.status, 200, found.text);
      assert.deepEqual(idsOf(found), expected);
    });
  }

  it('says how far a venue is where the search has a centre', async () => {
    const { body } = await get('/v4/venues?q=coordinates:41.97,-87.9&fields=id,distance');
    assert.deepEqual(at(body, 0, 'distance'), { meters: 0, miles: 0 });
    assert.equal(at((await get('/v4/venues')).body, 0, 'distance'), undefined);
  });

  it('counts all that match, by GET and by POST', async () => {
    const query = 'q=coordinates:41.97,-87.9&result_format=stats&fields=count&per_page=1';
    assert.deepEqual((await get(`/v4/venues?${query}`)).body, { count: 2 });
    const posted = await stage.server.send(`/v4/venues?${query}`, { method: 'POST' });
    assert.deepEqual(posted.body, { count: 2 });
  });

  const malformed: readonly (readonly [string, string])[] = [
    ['q=coordinates:41.97', 'q'],
    ['q=coordinates:north', 'q'],
    ['q=distance:0', 'q'],
    ['q=venue_id:1', 'q'],
    ['q=ORD', 'q'],
    ['q=name:caf%C3%A9', 'q'],
    ['sort=city', 'sort'],
    ['sort=name:asc:desc', 'sort'],
    ['enhanced_airport=maybe', 'enhanced_airport'],
    ['per_page=-1', 'per_page'],
  ];
  for (const [query, field] of malformed) {
    it(`refuses ${query}`, async () => {
      const { status, body } = await get(`/v4/venues?${query}`);
      assert.deepEqual([status, fieldsOf(body)], [400, [field]]);
    });
  }

  it('answers 404 for one that does not exist', async () => {
    for (const path of ['/v4/venues/9', '/v4/venues/x', '/v4/venues/9/events']) {
      const { status, body } = await get(path);
      assert.deepEqual([status, codeOf(body)], [404, 'venue_not_found'], path);
    }
  });
});
