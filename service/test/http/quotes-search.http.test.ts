import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventId, locationId } from '../../src/base/ids.js';
import { aLocation, anEvent, anOption, aRatePlan, someValidation } from '../catalogue/builders.js';
import { at, fieldsOf, keys } from './read.js';
import { openStage, type Stage } from './stage.js';

const event = { priceMinor: 3000, opensMinutesBefore: 90, closesMinutesAfter: 60 };
const cheap = aRatePlan({
  id: 'cheap',
  duration: { tiers: [{ upToMinutes: 1440, priceMinor: 300 }] },
  dailyMaximumMinor: 300,
});
const { lat, lon } = aLocation().coordinates;
const near = (step: number) => ({ lat: lat + step * 0.001, lon });

/** 101 sells the event, 102 is cheap and wants a plate, 103 has nothing left to sell, 104 is on the street. */
const content = {
  ratePlans: [aRatePlan({ event }), cheap],
  locations: [
    aLocation(),
    aLocation({
      id: locationId(102),
      name: 'Arcade',
      coordinates: near(1),
      options: [anOption({ ratePlan: 'cheap' })],
      validation: someValidation({ requiresLicensePlate: true }),
    }),
    aLocation({ id: locationId(103), name: 'Bridge', coordinates: near(2), options: [] }),
    aLocation({ id: locationId(104), name: 'Curb', coordinates: near(3), type: 'on_street' }),
  ],
  events: [anEvent(), anEvent({ id: eventId(9002), timesTbd: true })],
};
const times = 'start_time=2026-11-22T10:00&end_time=2026-11-22T12:00';
const area = `/v4/quotes?q=coordinates:${lat},${lon}&${times}`;

describe('GET /quotes', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content, curie: 'pw' });
  });
  after(() => stage.close());
  const get = (path: string) => stage.server.send(path);
  const ids = async (path: string) => {
    const { body } = await get(path);
    return Array.isArray(body) ? body.map((quote) => Number(at(quote, 'location_id'))) : body;
  };

  const places: readonly (readonly [string, readonly number[]])[] = [
    [`coordinates:${lat},${lon}`, [101, 102, 103, 104]],
    [`coordinates:[${lat},${lon}] distance:.1`, [101, 102]],
    [
      `anchor_coordinates:${lat + 1},${lon} search_type:transient bounds:41.89,-87.7,41.88,-87.6`,
      [104, 103, 102, 101],
    ],
    ['bounds:41.8875,-87.7,41.8875,-87.6,41.8855,-87.6,41.8855,-87.7', [102, 101]],
    ['venue_id:501 distance:0.15', [102, 103, 101, 104]],
    ['location_id:104,101', [104, 101]],
    ['venue_id:501 event_id:9001 location_id:101', [101]],
  ];
  for (const [q, expected] of places)
    it(`finds what lies at ${q}`, async () => {
      assert.deepEqual(await ids(`/v4/quotes?q=${encodeURIComponent(` ${q}`)}&${times}`), expected);
    });

  it('filters by returns and by capabilities', async () => {
    assert.deepEqual(await ids(`${area}&returns=offstreet`), [101, 102, 103]);
    assert.deepEqual(await ids(`${area}&returns=offstreet_bookable,sunshine`), [101, 102]);
    assert.deepEqual(await ids(`${area}&capabilities=capture_plate:never`), [101, 103, 104]);
    assert.deepEqual(await ids(`${area}&capabilities=capture_plate:always`), [101, 102, 103, 104]);
  });

  it('sorts by several keys, each either way', async () => {
    assert.deepEqual(await ids(`${area}&sort=price`), [102, 101, 104, 103]);
    assert.deepEqual(await ids(`${area}&sort=price:desc%20distance:desc`), [104, 101, 102, 103]);
    assert.deepEqual(await ids(`${area}&sort=name:asc`), [102, 103, 104, 101]);
  });

  it('counts by GET and by POST, whatever the page', async () => {
    const stats = `${area}&result_format=stats&fields=count&per_page=1&returns=offstreet_bookable`;
    assert.deepEqual((await get(stats)).body, { count: 2 });
    assert.deepEqual((await stage.server.send(stats, { method: 'POST' })).body, { count: 2 });
  });

  it('puts picks, the suggested view, the query and what was searched into the envelope', async () => {
    const { body } = await get(`${area}&returns=curated%20suggested_view&per_page=1&page=2`);
    const id = (...path: readonly (string | number)[]) => at(body, ...path, 'location_id');
    assert.deepEqual(
      [id('curated_data', 'cheapest'), id('curated_data', 'closest'), id('curated_data', 'recommended')],
      ['102', '101', '102'],
    );
    const suggested = at(body, 'suggested_view_data');
    assert.deepEqual(Array.isArray(suggested) && suggested.map((quote) => at(quote, 'location_id')), [
      '101',
      '102',
      '104',
    ]);
    assert.deepEqual([id('data', 0), at(body, 'record_count')], ['102', 1]);
    assert.equal(at(body, 'query', 'returns'), 'curated suggested_view');
    assert.deepEqual(at(body, 'meta'), {
      start_time: '2026-11-22T10:00:00.000-06:00',
      end_time: '2026-11-22T12:00:00.000-06:00',
      coordinates: [lat, lon],
      count: { transient: 4, event: 0 },
    });
  });

  it('leaves the picks out where nothing can be booked', async () => {
    const { body } = await get(`/v4/quotes?q=location_id:103&${times}&returns=curated`);
    assert.deepEqual([at(body, 'curated_data'), at(body, 'record_count')], [undefined, 1]);
  });

  it('sells an event for its window, by q or by the plain parameter, without times', async () => {
    for (const query of ['q=event_id:9001', 'event_id=9001', 'q=event_id:9001&event_id=9001']) {
      const { body } = await get(`/v4/quotes?${query}&sort=price:desc&envelope=true`);
      const quote = at(body, 'data', 0);
      assert.deepEqual(
        ['quote_type', 'start_time', 'end_time', 'min_start', 'max_end'].map((key) => at(quote, key)),
        [
          'event',
          '2026-11-28T17:30:00.000-06:00',
          '2026-11-28T23:00:00.000-06:00',
          '2026-11-28T17:30:00.000-06:00',
          '2026-11-28T23:00:00.000-06:00',
        ],
      );
      const segment = at(quote, 'purchase_options', 0, 'pricing_segments', 0);
      assert.deepEqual(
        [at(segment, 'event'), at(segment, 'pricing_type'), at(quote, 'purchase_options', 0, 'price')],
        [
          { id: 9001, name: 'Lakeside Hawks vs. River Foxes', venue_id: 501 },
          'EventPricing',
          { USD: '30.00' },
        ],
      );
      assert.deepEqual(keys(at(quote, '_embedded')), ['pw:location', 'pw:event']);
      assert.deepEqual(at(body, 'meta', 'count'), { transient: 0, event: 3 });
    }
  });

  it('names the event in fields of the segment in v3_1, null where there is none', async () => {
    const segmentOf = async (path: string): Promise<unknown> =>
      at((await get(path)).body, 0, 'purchase_options', 0, 'pricing_segments', 0);
    const ofEvent = await segmentOf('/v3_1/quotes?event_id=9001');
    const { event_property_id: id, event_property_name: name } = Object(ofEvent);
    assert.deepEqual([id, name], [9001, 'Lakeside Hawks vs. River Foxes']);
    assert.equal(keys(ofEvent).includes('event'), false);
    const transient = await segmentOf(
      '/v3_1/quotes?q=location_id:101&start_time=2026-11-22T10:00&end_time=2026-11-22T12:00',
    );
    assert.deepEqual(
      [at(transient, 'event_property_id'), at(transient, 'event_property_name')],
      [null, null],
    );
  });

  it('tells the parts of a stay, and a very long one as a whole', async () => {
    const segmentsOf = async (end: string): Promise<unknown> =>
      at(
        (await get(`/v4/quotes?q=location_id:101&start_time=2026-12-01T10:00&end_time=${end}`)).body,
        ...[0, 'purchase_options', 0, 'pricing_segments'],
      );
    const days = await segmentsOf('2026-12-06T10:00');
    assert.equal(Array.isArray(days) && days.length, 5);
    const whole = await segmentsOf('2027-11-30T10:00');
    assert.deepEqual(
      [Array.isArray(whole) && whole.length, at(whole, 0, 'start_time'), at(whole, 0, 'end_time')],
      [1, '2026-12-01T10:00:00.000-06:00', '2027-11-30T10:00:00.000-06:00'],
    );
  });

  it('prices what is not at an event rate as a transient stay, and says so', async () => {
    const { body } = await get('/v4/quotes?q=event_id:9001&sort=price');
    const option = at(body, 0, 'purchase_options', 0);
    assert.deepEqual(
      [at(body, 0, 'location_id'), at(option, 'price'), at(option, 'pricing_segments', 0, 'pricing_type')],
      ['102', { USD: '3.00' }, 'TransientPricing'],
    );
    assert.equal(at(option, 'pricing_segments', 0, 'event', 'id'), 9001);
  });

  it('sells an event whose times are to be announced at its event rate only', async () => {
    assert.deepEqual(await ids('/v4/quotes?event_id=9002'), [101, 104]);
  });

  it('embeds the venue when zoomed, as it is: fields do not reach it', async () => {
    const zoomed = `/v4/quotes?q=venue_id:501&${times}&zoom=pw:venue`;
    const plain = at((await get(zoomed)).body, 0, '_embedded', 'pw:venue');
    const asked = at(
      (await get(`${zoomed}&fields=quote:name,venue:timezone`)).body,
      0,
      '_embedded',
      'pw:venue',
    );
    assert.deepEqual(keys(asked), keys(plain));
    assert.equal(at(asked, 'timezone'), undefined);
  });

  it('adds fields of the location without a zoom', async () => {
    const { body } = await get(`${area}&fields=quote::default,location::default,location:timezone`);
    assert.equal(at(body, 0, '_embedded', 'pw:location', 'timezone'), 'America/Chicago');
  });

  const refused: readonly (readonly [string, readonly string[]])[] = [
    [`q=ORD&${times}`, ['q']],
    [`q=coordinates:${lat},${lon}`, ['start_time', 'end_time']],
    [`${times}`, ['q']],
    [`q=venue_id:501%20search_type:monthly&${times}`, ['q']],
    [`q=venue_id:501&${times}&capabilities=capture_plate:often`, ['capabilities']],
    [`q=venue_id:501&${times}&capabilities=ble_vend`, ['capabilities']],
    [`q=venue_id:501&${times}&sort=colour`, ['sort']],
    [`q=venue_id:501&${times}&event_id=x`, ['event_id']],
    [`q=venue_id:501&start_time=2026-11-22T12:00&end_time=2026-11-22T12:00`, ['end_time']],
  ];
  for (const [query, fields] of refused)
    it(`refuses ${query.slice(0, 70)}, naming ${fields}`, async () => {
      const { status, body } = await get(`/v4/quotes?${query}`);
      assert.deepEqual([status, fieldsOf(body)], [400, fields]);
    });
});
