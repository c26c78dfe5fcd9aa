import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventId, locationId, venueId } from '../../src/base/ids.js';
import { aLocation, anEvent, aVenue } from '../catalogue/builders.js';
import type { Received, Sent } from './harness.js';
import { at, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const hourMs = 3_600_000;
const { lat, lon } = aLocation().coordinates;

const content = {
  locations: [
    aLocation({
      address: { ...aLocation().address, address2: 'Level 2' },
      description: { 'en-US': 'Elevator', 'en-CA': 'Lift', 'fr-CA': 'Ascenseur' },
      phone: '',
    }),
    ...[1, 2, 3, 4].map((step) =>
      aLocation({ id: locationId(200 + step), coordinates: { lat: lat + step * 0.001, lon } }),
    ),
  ],
  venues: Array.from({ length: 103 }, (_, index) =>
    aVenue({
      id: venueId(501 + index),
      name: `Venue ${String(index).padStart(3, '0')}`,
      enhancedAirport: index === 7,
      coordinates: { lat: -20 + index, lon: 20 },
    }),
  ),
  events: [3, 1, 2].map((order) =>
    anEvent({
      id: eventId(9000 + order),
      name: `Game ${order}`,
      startTime: anEvent().startTime + order * hourMs,
      timesTbd: order === 3,
      ...(order === 2 && { partnerEventId: 'p-2' }),
    }),
  ),
};

const times = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
const search = `/v4/quotes?q=coordinates:${lat},${lon}&${times}`;

describe('the shared conventions', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content });
  });
  after(() => stage.close());
  const get = (path: string, sent: Sent = {}): Promise<Received> => stage.server.send(path, sent);
  const ids = ({ body }: Received): unknown =>
    Array.isArray(body) ? body.map((each) => at(each, 'id')) : body;
  const keys = (value: unknown): readonly string[] => Object.keys(Object(value));

  describe('paging', () => {
    it('shows 100 by default and at most, and says in headers where one is', async () => {
      for (const query of ['', '?per_page=1000', '?page=1']) {
        const { body, headers } = await get(`/v4/venues${query}`);
        assert.equal(Array.isArray(body) && body.length, 100);
        assert.deepEqual(
          ['per-page', 'total', 'returned', 'current-page', 'total-pages'].map(
            (name) => headers[`x-pagination-${name}`],
          ),
          ['100', '103', '100', '1', '2'],
        );
      }
    });

    it('links to the other pages, keeping the rest of the query', async () => {
      const { headers } = await get('/v4/venues/?per_page=10&page=3&sort=name:desc');
      const url = `${stage.server.url}/v4/venues?per_page=10&page=`;
      const link = (page: number, rel: string): string => `<${url}${page}&sort=name%3Adesc>; rel="${rel}"`;
      assert.equal(
        headers['link'],
        [link(1, 'first'), link(2, 'prev'), link(4, 'next'), link(11, 'last')].join(', '),
      );
    });

    it('answers [] past the end, with a way back', async () => {
      const { status, body, headers } = await get('/v4/venues?page=99999999999');
      assert.deepEqual([status, body], [200, []]);
      assert.equal(headers['x-pagination-returned'], '0');
      assert.match(String(headers['link']), /page=2>; rel="prev"/);
      assert.doesNotMatch(String(headers['link']), /rel="next"/);
    });

    it('pages a search, nearest first', async () => {
      const page = await get(`${search}&per_page=2&page=2`);
      assert.deepEqual(
        [0, 1, 2].map((index) => at(page.body, index, 'location_id')),
        ['202', '203', undefined],
      );
      assert.equal(page.headers['x-pagination-total'], '5');
    });
  });

  it('counts with result_format=stats, whatever the page', async () => {
    const { body, headers } = await get('/v4/venues?result_format=stats&fields=count&per_page=5');
    assert.deepEqual(body, { count: 103 });
    assert.equal(headers['link'], undefined);
  });

  describe('fields', () => {
    const shown = async (path: string): Promise<readonly string[]> =>
      keys((await get(path)).body).filter((name) => !name.startsWith('_'));

    const cases: readonly (readonly [fields: string, names: readonly string[]])[] = [
      ['id,name', ['id', 'name']],
      ['location:name', ['name']],
      ['site_url,unknown,,%20id', ['id', 'site_url']],
      [
        ':default,timezone',
        [
          'id',
          'name',
          'type',
          'address1',
          'city',
          'state',
          'postal_code',
          'country',
          'currency',
          'entrances',
          'photos',
          'timezone',
        ],
      ],
      ['location::address', ['address1', 'address2', 'city', 'state', 'postal_code', 'country']],
      ['nothing', []],
    ];
    for (const [fields, names] of cases) {
      it(`shows ${names.length} names for ${fields}`, async () => {
        assert.deepEqual(await shown(`/v4/locations/101?fields=${fields}`), names);
      });
    }

    it('keeps the defaults of what it does not mention', async () => {
      const { body } = await get(`${search}&fields=location:timezone&per_page=1`);
      assert.equal(at(body, 0, 'location_id'), '101');
      assert.equal(at(body, 0, '_embedded', 'svc:location', 'timezone'), 'America/Chicago');
      assert.equal(at(body, 0, '_embedded', 'svc:location', 'name'), undefined);
    });

    it('reaches into purchase options', async () => {
      const { body } = await get(`${search}&fields=quote:purchase_options,options:price&per_page=1`);
      assert.deepEqual(keys(at(body, 0)), ['purchase_options', '_embedded']);
      assert.deepEqual(keys(at(body, 0, 'purchase_options', 0)), ['price', '_links']);
    });

    it('shows licensed fields under the data scope only', async () => {
      const path = '/v4/locations/101?fields=id,capacity';
      assert.equal(at((await get(path)).body, 'capacity'), undefined);
      assert.equal(at((await get(path, { token: stage.tokens.partner })).body, 'capacity'), undefined);
      assert.equal(at((await get(path, { token: stage.tokens.data })).body, 'capacity'), 10);
    });
  });

  describe('zoom', () => {
    it('says what can be asked for where it refuses a zoom or a sort', async () => {
      for (const [query, details] of [
        ['zoom=pw:venue', ':none, svc:venue can be asked for here'],
        ['sort=price', 'what it is sorted by is one of start_time, end_time, name, id'],
      ]) {
        const { status, body } = await get(`/v4/events?${query}`);
        assert.deepEqual([status, at(body, 'errors', 0, 'details')], [400, details]);
      }
    });

    it('leaves out what is embedded by default with :none, and adds what is named', async () => {
      const without = await get(`${search}&zoom=:none&per_page=1`);
      assert.equal(at(without.body, 0, '_embedded'), undefined);
      const named = await get(`${search}&zoom=:none,svc:seller&per_page=1`);
      assert.deepEqual(keys(at(named.body, 0, '_embedded')), ['svc:seller']);
      const both = await get(`${search}&zoom=svc:seller&per_page=1`);
      assert.deepEqual(keys(at(both.body, 0, '_embedded')), ['svc:location', 'svc:seller']);
    });

    for (const zoom of ['svc:nothing', 'location', 'pw:location', 'svc:', '__proto__']) {
      it(`refuses ${zoom}`, async () => {
        const { status, body } = await get(`${search}&zoom=${zoom}`);
        assert.deepEqual([status, fieldsOf(body)], [400, ['zoom']]);
      });
    }
  });

  describe('the envelope', () => {
    it('wraps with true exactly', async () => {
      for (const value of ['True', 'TRUE', '1', 'yes', '']) {
        assert.ok(Array.isArray((await get(`${search}&envelope=${value}`)).body), value);
      }
      const { body } = await get(`${search}&envelope=true&per_page=2`);
      assert.deepEqual(keys(body), [
        'status',
        'record_count',
        'start_timestamp',
        'end_timestamp',
        'time_taken',
        'query',
        'meta',
        'data',
        '_links',
      ]);
      assert.deepEqual(at(body, 'record_count'), 2);
      assert.deepEqual(at(body, 'query', 'start_time'), '2026-11-22T10:00');
      assert.deepEqual(at(body, 'meta'), {
        start_time: '2026-11-22T10:00:00.000-06:00',
        end_time: '2026-11-22T12:00:00.000-06:00',
        coordinates: [lat, lon],
        count: { transient: 5, event: 0 },
      });
      assert.match(String(at(body, '_links', 'next', 'href')), /page=2/);
    });

    it('wraps single records, and never an error', async () => {
      const one = await get('/v4/venues/501?envelope=true');
      assert.deepEqual([at(one.body, 'record_count'), at(one.body, 'data', 'id')], [1, 501]);
      const error = await get('/v4/venues/1?envelope=true');
      assert.deepEqual(keys(error.body), ['status', 'message', 'errors']);
    });

    it('is there unasked with curated picks and the suggested view', async () => {
      const { body } = await get(`${search}&returns=curated%20offstreet_bookable&per_page=1`);
      assert.deepEqual(keys(at(body, 'curated_data')), ['cheapest', 'closest', 'recommended']);
      assert.equal(at(body, 'curated_data', 'closest', 'location_id'), '101');
      assert.equal(at(body, 'suggested_view_data'), undefined);
      const view = await get(`${search}&returns=suggested_view`);
      assert.equal(at(view.body, 'suggested_view_data', 0, 'location_id'), '101');
      const none = await get(`/v4/quotes?q=coordinates:0,0&${times}&returns=curated`);
      assert.deepEqual([at(none.body, 'data'), at(none.body, 'curated_data')], [[], undefined]);
    });
  });

  it('translates where there is a translation', async () => {
    const path = '/v4/locations/101?fields=description';
    const french = await get(path, { headers: { 'x-language-locale': 'fr-ca' } });
    assert.deepEqual(
      [at(french.body, 'description'), french.headers['x-language-locale']],
      ['Ascenseur', 'fr-CA'],
    );
    assert.equal(at((await get(path)).body, 'description'), 'Elevator');
  });

  it('knows in v3_1 only what v3_1 had', async () => {
    const asked = `${search.replace('/v4/', '/v3_1/')}&option_types=nonsense`;
    assert.equal((await get(asked)).status, 200);
    const { body } = await get('/v3_1/openapi.json');
    const names = at(body, 'paths', '/v3_1/quotes', 'get', 'parameters');
    assert.ok(Array.isArray(names) && !names.some((each) => at(each, 'name') === 'option_types'));
  });

  it('shows location ids as text in v4 and as integers in v3_1, which shows nulls too', async () => {
    const fields = 'fields=id,phone,directions';
    const { _links: newer, ...v4 } = Object((await get(`/v4/locations/101?${fields}`)).body);
    const { _links: older, ...v31 } = Object((await get(`/v3_1/locations/101?${fields}`)).body);
    assert.deepEqual([v4, v31], [{ id: '101' }, { id: 101, directions: null }]);
    assert.match(String(at(newer, 'self', 'href')), /\/v4\/locations\/101$/);
    assert.match(String(at(older, 'self', 'href')), /\/v3_1\/locations\/101$/);
    const quote = await get(`${search.replace('v4', 'v3_1')}&per_page=1`);
    assert.equal(at(quote.body, 0, 'location_id'), 101);
  });

  describe('venues', () => {
    it('are found by name, kind and place', async () => {
      assert.deepEqual(ids(await get('/v4/venues?q=name:venue%20042')), [543]);
      assert.deepEqual(ids(await get('/v4/venues?enhanced_airport=True')), [508]);
      const near = await get('/v4/venues?q=%20coordinates:-18,20%20distance:100&sort=distance');
      assert.deepEqual(ids(near), [503, 502, 504]);
      assert.deepEqual(at(near.body, 0, 'distance'), { meters: 0, miles: 0 });
    });

    it('show six fields and links by default', async () => {
      const { body } = await get('/v4/venues/501');
      assert.deepEqual(keys(body), ['id', 'name', 'address1', 'city', 'state', 'postal_code', '_links']);
      assert.deepEqual(keys(at(body, '_links')), ['self', 'svc:events', 'svc:quotes', 'curies']);
    });
  });

  describe('events', () => {
    it('come in order of start without those to be determined, unless asked', async () => {
      assert.deepEqual(ids(await get('/v4/venues/501/events')), [9001, 9002]);
      assert.deepEqual(
        ids(await get('/v4/venues/501/events?include_tbd=true&sort=start_time:desc')),
        [9003, 9002, 9001],
      );
      assert.deepEqual(ids(await get('/v4/events?venue_id=502,501,501')), [9001, 9002]);
    });

    it("are found by name, time and a partner's id", async () => {
      assert.deepEqual(ids(await get('/v4/events?q=name:GAME%202')), [9002]);
      assert.deepEqual(ids(await get('/v4/events?partner_event_id=p-2')), [9002]);
      // 20:00 in Chicago; at the edge `after` includes, `before` does not.
      assert.deepEqual(ids(await get('/v4/events?q=starting_after:2026-11-28T21:00')), [9002]);
      assert.deepEqual(ids(await get('/v4/events?q=starting_after:2026-11-29T03:00:00Z')), [9002]);
      assert.deepEqual(ids(await get('/v4/events?q=starting_before:2026-11-28T21:00:00-06:00')), [9001]);
    });

    it('embed their venue and show their page on request', async () => {
      const { body } = await get('/v4/events/9001?fields=:default,site_url,venue:timezone');
      assert.equal(at(body, 'start_time'), '2026-11-28T20:00:00.000-06:00');
      assert.equal(at(body, 'site_url'), '/lakeside-arena-chicago-501/game-1-9001/');
      assert.deepEqual(keys(at(body, '_embedded', 'svc:venue')), ['timezone', '_links']);
    });
  });
});
