import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventId, locationId, partnerId, venueId } from '../../src/base/ids.js';
import { aLocation, anEvent, anOption, aRatePlan, aVenue } from '../catalogue/builders.js';
import type { Received } from './harness.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const hour = 3_600_000;
const toronto = aVenue({
  id: venueId(502),
  name: 'Harbour Dome',
  timezone: 'America/Toronto',
  coordinates: { lat: 43.65, lon: -79.38 },
  slug: 'harbour-dome-502',
});
/** Saturday 2026-11-28, 19:00 to 22:00 in Chicago. */
const hawks = anEvent({
  partnerEventId: 'hawks-28',
  partnerEvents: [
    { partner: partnerId('acme'), partnerEventId: 'ACME-1' },
    { partner: partnerId('other'), partnerEventId: 'OTHER-1' },
  ],
});
const start = hawks.startTime;
/** At the same wall time in Toronto: an hour earlier. */
const concert = anEvent({
  id: eventId(9002),
  venueId: venueId(502),
  name: 'Concert à la lune',
  startTime: start - hour,
  endTime: start + 5 * hour,
});
const matinee = anEvent({
  id: eventId(9003),
  name: 'Hawks Matinee',
  startTime: start - 6 * hour,
  endTime: start - 3 * hour,
});
const tbd = anEvent({
  id: eventId(9004),
  name: 'Hawks Final',
  timesTbd: true,
  startTime: start + 24 * hour,
  endTime: start + 27 * hour,
});

const plans = [
  aRatePlan({ event: { priceMinor: 2500, opensMinutesBefore: 60, closesMinutesAfter: 30 } }),
  aRatePlan({ id: 'cheap', event: { priceMinor: 900, opensMinutesBefore: 0, closesMinutesAfter: 0 } }),
];
const near = aLocation({
  options: [
    anOption({ capacity: 10 }),
    // The same spaces under another plan count once.
    anOption({ key: 'cheap', ratePlan: 'cheap', capacity: 10 }),
    anOption({ key: 'hidden', pool: 'hidden', accessCode: 'SECRET', capacity: 50 }),
    anOption({ key: 'shown', pool: 'shown', sale: 'none', capacity: 50 }),
  ],
});
const alsoNear = aLocation({ id: locationId(102), options: [anOption({ capacity: 4 })], slug: 'b-102' });

describe('events', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({
      content: {
        venues: [aVenue(), toronto],
        events: [tbd, hawks, concert, matinee],
        locations: [near, alsoNear],
        ratePlans: plans,
      },
    });
  });
  after(() => stage.close());

  const get = (path: string, token?: string): Promise<Received> =>
    stage.server.send(path, token === undefined ? {} : { token });
  const idsOf = ({ body }: Received): unknown =>
    Array.isArray(body) ? body.map((each) => at(each, 'id')) : body;
  const fieldsIn = (body: unknown): unknown => {
    const { _links, _embedded, ...fields } = Object(body);
    return fields;
  };

  it('shows the defaults of one in the zone of its venue, which is embedded', async () => {
    const { body } = await get('/v4/events/9002');
    assert.deepEqual(fieldsIn(body), {
      id: 9002,
      name: 'Concert à la lune',
      venue_id: 502,
      start_time: '2026-11-28T19:00:00.000-05:00',
      end_time: '2026-11-29T01:00:00.000-05:00',
      times_tbd: false,
    });
    assert.equal(at(body, '_embedded', 'svc:venue', 'name'), 'Harbour Dome');
    const links = Object.entries(Object(at(body, '_links'))).filter(([relation]) => relation !== 'curies');
    const base = `${stage.server.url}/v4`;
    assert.deepEqual(
      links.map(([relation, link]) => [relation, at(link, 'href')]),
      [
        ['self', `${base}/events/9002`],
        ['svc:venue', `${base}/venues/502`],
        ['svc:quotes', `${base}/quotes?q=event_id:9002`],
      ],
    );
  });

  it('embeds the venue once more by its name, and not at all with :none', async () => {
    const zoomed = await get('/v4/events/9002?zoom=svc:venue&fields=:default,venue:timezone');
    assert.deepEqual(fieldsIn(at(zoomed.body, '_embedded', 'svc:venue')), { timezone: 'America/Toronto' });
    assert.equal(at((await get('/v4/events/9002?zoom=:none')).body, '_embedded'), undefined);
  });

  it('shows the site path and what is left only by name, not through ::default', async () => {
    const plain = await get('/v4/events/9001?fields=event::default');
    assert.equal(at(plain.body, 'site_url'), undefined);
    assert.equal(at(plain.body, 'availability'), undefined);
    const { body } = await get('/v4/events/9001?fields=site_url,event:availability');
    assert.deepEqual(fieldsIn(body), {
      availability: { approximate_low: 9, approximate_high: 25, available: 14 },
      site_url: '/lakeside-arena-chicago-501/lakeside-hawks-vs-river-foxes-9001/',
    });
  });

  it('writes prices of the availability as decimals and spaces as an integer, for strict readers', async () => {
    const { text } = await get('/v4/events/9001?fields=availability');
    assert.match(text, /"approximate_low":9\.00,"approximate_high":25\.00,"available":14/);
    const far = await get('/v4/events/9002?fields=availability');
    assert.match(far.text, /"approximate_low":0\.00,"approximate_high":0\.00,"available":0/);
  });

  it('counts what is left after a booking', async () => {
    const { body: quotes } = await get('/v4/quotes?q=event_id:9001');
    const options = at(quotes, 0, 'purchase_options');
    const [cheapest] = Array.isArray(options) ? options : [];
    const form = {
      quote_id: String(at(cheapest, 'id')),
      final_price: String(at(cheapest, 'price', 'USD')),
      invoice: 'true',
      customer_email: 'guest@example.com',
    };
    const booked = await stage.server.send('/v4/bookings', {
      method: 'POST',
      form,
      token: stage.tokens.partner,
    });
    assert.equal(booked.status, 201, booked.text);
    stage.clock.jump(2_000);
    const { body } = await get('/v4/events/9001?fields=availability');
    assert.equal(at(body, 'availability', 'available'), 13);
  });

  const both = (query: string): string => query.replaceAll(' ', '%20').replaceAll('+', '%2B');
  const searches: readonly (readonly [string, readonly number[]])[] = [
    ['', [9003, 9002, 9001]],
    ['?include_tbd=true', [9003, 9002, 9001, 9004]],
    ['?include_tbd=False', [9003, 9002, 9001]],
    ['?venue_id=501', [9003, 9001]],
    ['?venue_id=502,501', [9003, 9002, 9001]],
    ['?venue_id=77', []],
    ['?q=venue_id:502', [9002]],
    ['?venue_id=501&q=venue_id:502', []],
    ['?q=name:hawks', [9003, 9001]],
    ['?q=name:hawks&include_tbd=true&venue_id=501', [9003, 9001, 9004]],
    ['?q=name:concert a la', [9002]],
    ['?q=name:concert  la lune', [9002]],
    ['?q=name:nobody', []],
    // At or after, and before; on the clock of each venue.
    ['?q=starting_after:2026-11-28T19:00', [9002, 9001]],
    ['?q=starting_after:2026-11-28T19:01', []],
    ['?q=starting_before:2026-11-28T19:00', [9003]],
    ['?q=starting_after:2026-11-28T13:00 starting_before:2026-11-28T19:01', [9003, 9002, 9001]],
    // An offset is respected: 19:00 in Chicago alone.
    ['?q=starting_after:2026-11-28T19:00:00-06:00', [9001]],
    ['?q=starting_after:2026-11-29T01:00:00Z', [9001]],
    ['?q=starting_after:2026-11-29T02:00:00+01:00', [9001]],
    // A plus that nobody encoded is a blank.
    ['?q=starting_after:2026-11-29T02:00:00 01:00', [9001]],
    ['?q=starting_after:2026-11-29T02:00:00 0100 starting_before:2026-11-30', [9001]],
    ['?q=ending_after:2026-11-28T22:00', [9002, 9001]],
    ['?q=ending_before:2026-11-28T22:00', [9003]],
    ['?q=ending_after:2026-11-28T22:00:00-06:00 ending_before:2026-11-28T23:00:00-06:00', [9001]],
    ['?q=starting_after:2026-11-28T19:00 ending_before:2026-11-29T01:00', [9001]],
    ['?q=starting_after:2026-11-28', [9003, 9002, 9001]],
    ['?sort=start_time:desc', [9001, 9002, 9003]],
    ['?sort=end_time:desc', [9002, 9001, 9003]],
    ['?sort=name', [9002, 9003, 9001]],
    ['?sort=name:desc', [9001, 9003, 9002]],
    ['?sort=id', [9001, 9002, 9003]],
    ['?sort=id:desc&include_tbd=1', [9004, 9003, 9002, 9001]],
    ['?per_page=1&page=2', [9002]],
    ['?partner_event_id=hawks-28', [9001]],
    ['?q=partner_event_id:hawks-28', [9001]],
    ['?partner_event_id=ACME-1', []],
    ['?partner_event_id=nobody', []],
    // Unknown parameters are ignored (decision 40).
    ['?lat=41.9&lon=-87.6&radius=2', [9003, 9002, 9001]],
  ];
  for (const [query, expected] of searches) {
    it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} with ${query === '' ? 'no query' : query}`, async () => {
      const found = await get(`/v4/events${both(query)}`);
      assert.equal(found.status, 200, found.text);
      assert.deepEqual(idsOf(found), expected);
    });
  }

  it('takes the same filters at a venue', async () => {
    const path = '/v4/venues/501/events';
    assert.deepEqual(idsOf(await get(path)), [9003, 9001]);
    assert.deepEqual(idsOf(await get(`${path}?include_tbd=true&sort=name`)), [9004, 9003, 9001]);
    assert.deepEqual(
      idsOf(await get(`${path}?q=%20starting_after:2026-11-28T14:00:00-06:00&sort=start_time`)),
      [9001],
    );
    assert.deepEqual(idsOf(await get(`${path}?q=name:concert`)), []);
    const { body } = await get(`${path}?result_format=stats&fields=count&per_page=1`);
    assert.deepEqual(body, { count: 2 });
  });

  it('counts by POST', async () => {
    const { body } = await stage.server.send('/v4/events?result_format=stats&include_tbd=true', {
      method: 'POST',
    });
    assert.deepEqual(body, { count: 4 });
  });

  describe('ids of partners', () => {
    const shown = 'fields=partner_event_id,partner_events';
    const ofAcme = { partner_id: 'acme', partner_event_id: 'ACME-1' };
    const ofOther = { partner_id: 'other', partner_event_id: 'OTHER-1' };

    const seen: readonly (readonly [keyof Stage['tokens'] | undefined, object])[] = [
      [undefined, { partner_event_id: 'hawks-28', partner_events: [] }],
      ['user', { partner_event_id: 'hawks-28', partner_events: [] }],
      ['partner', { partner_event_id: 'ACME-1', partner_events: [ofAcme] }],
      ['otherPartner', { partner_event_id: 'OTHER-1', partner_events: [ofOther] }],
      ['internal', { partner_event_id: 'hawks-28', partner_events: [ofAcme, ofOther] }],
    ];
    for (const [who, expected] of seen) {
      it(`shows ${who ?? 'nobody'} their own alone`, async () => {
        const token = who && stage.tokens[who];
        assert.deepEqual(fieldsIn((await get(`/v4/events/9001?${shown}`, token)).body), expected);
        const { body } = await get(`/v4/events?venue_id=501&${shown}`, token);
        assert.deepEqual(fieldsIn(at(body, 1)), expected);
      });
    }

    it('finds an event by the id of the own partner, never by that of another', async () => {
      const ids = async (id: string, token: string) =>
        idsOf(await get(`/v4/events?partner_event_id=${id}`, token));
      assert.deepEqual(await ids('ACME-1', stage.tokens.partner), [9001]);
      assert.deepEqual(await ids('OTHER-1', stage.tokens.partner), []);
      assert.deepEqual(await ids('hawks-28', stage.tokens.partner), [9001]);
      assert.deepEqual(await ids('OTHER-1', stage.tokens.internal), [9001]);
    });
  });

  const malformed: readonly (readonly [string, string])[] = [
    ['venue_id=501,x', 'venue_id'],
    ['q=venue_id:x', 'q'],
    ['q=name:%C3%A9t%C3%A9', 'q'],
    ['q=starting_after:tomorrow', 'q'],
    ['q=ending_before:2026-13-01', 'q'],
    ['q=coordinates:1,2', 'q'],
    ['q=hawks', 'q'],
    ['include_tbd=perhaps', 'include_tbd'],
    ['sort=venue', 'sort'],
    ['sort=start_time:later', 'sort'],
    ['zoom=svc:location', 'zoom'],
  ];
  for (const [query, field] of malformed) {
    it(`refuses ${query}`, async () => {
      const { status, body } = await get(`/v4/events?${query}`);
      assert.deepEqual([status, fieldsOf(body)], [400, [field]]);
    });
  }

  it('answers 404 for one that does not exist', async () => {
    const { status, body } = await get('/v4/events/9');
    assert.deepEqual([status, codeOf(body)], [404, 'event_not_found']);
  });
});
