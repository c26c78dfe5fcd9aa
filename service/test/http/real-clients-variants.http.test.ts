import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventId } from '../../src/base/ids.js';
import { anEvent } from '../catalogue/builders.js';
import { createCounter, goodContent, goodTimes } from './good-requests.js';
import type { Received } from './harness.js';
import { assertForms, type Forms } from './kinds.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const near = 'q=coordinates:41.8858,-87.6229';
const search = `/v4/quotes?${near}&${goodTimes}`;
const aQuote: Forms = {
  '0 location_id': 'digits',
  '0 distance straight_line feet': 'integer',
  '0 _embedded pw:location name': 'text',
  '0 purchase_options 0 id': 'text',
  '0 purchase_options 0 price': 'money',
};
const noQuote: Forms = {};
const anEventRow: Forms = { '0 id': 'integer', '0 start_time': 'time', '0 _links self href': 'address' };
const anError = 'array';

/** What a stranger might send, and where the answer has what. */
const found: readonly (readonly [path: string, forms: Forms])[] = [
  [`${search}&sort=distance:desc`, aQuote],
  [`${search}&sort=price`, aQuote],
  [`${search}&sort=price:ASC`, aQuote],
  ['/v4/events?sort=start_time:DESC', anEventRow],
  [`${search}&sort=price:desc%20distance:asc`, aQuote],
  [`${search}&per_page=500`, aQuote],
  [`${search}&per_page=%205%20&page=1`, aQuote],
  [`${search}&page=2`, noQuote],
  [`${search}&page=&per_page=`, aQuote],
  [`/v4/quotes/?&&${near}&${goodTimes}&`, aQuote],
  [`/v4//quotes//?${near}&${goodTimes}`, aQuote],
  [`/v4/quotes?${near}&start_time=2026-11-22T10:00:00-05:00&end_time=2026-11-22T12:00:00.000Z`, aQuote],
  [`/v4/quotes?${near}&start_time=2026-11-22T10:00:00+01:00&end_time=2026-11-22T12:00:00+01:00`, aQuote],
  [`/v4/quotes?${near}&start_time=2026-11-22%2010:00&end_time=2026-11-22%2012:00`, aQuote],
  [`/v4/quotes?${near}&start_time=2026-11-22&end_time=2026-11-23`, aQuote],
  [`/v4/quotes?q=coordinates:%5B41.8858,-87.6229%5D&${goodTimes}`, aQuote],
  [`/v4/quotes?q=coordinates%3A41.8858%2C-87.6229&${goodTimes}`, aQuote],
  [`/v4/quotes?${near}+distance:5+search_type:transient&${goodTimes}`, aQuote],
  [`/v4/quotes?q=%20coordinates:41.8858,-87.6229%09distance:.5%0A&${goodTimes}`, aQuote],
  [`/v4/quotes?q=bounds:[41.9,-87.7],[41.8,-87.5]&${goodTimes}`, aQuote],
  [`/v4/quotes?q=bounds:41.8,-87.5,41.9,-87.7&${goodTimes}`, aQuote],
  [`/v4/quotes?q=venue_id:501&${goodTimes}`, aQuote],
  ['/v4/quotes?q=event_id:9001', aQuote],
  ['/v4/quotes?event_id=9001&zoom=pw:venue,pw:event', { ...aQuote, '0 _embedded pw:venue name': 'text' }],
  [`${search}&fields=quote::default,location::default,:default`, aQuote],
  [`${search}&fields=`, aQuote],
  [`${search}&zoom=pw%3Alocation`, aQuote],
  [`${search}&zoom=pw:location,`, aQuote],
  [`${search}&returns=offstreet_bookable_sold_out%20offstreet`, aQuote],
  [
    `${search}&returns=curated,offstreet_bookable`,
    { 'data 0 location_id': 'digits', curated_data: 'object' },
  ],
  [`${search}&option_types=bookable,non_bookable,on_demand`, aQuote],
  [`${search}&option_types=BOOKABLE`, aQuote],
  [`${search}&envelope=TRUE&pretty=True`, aQuote],
  [`${search}&api_key=${'f'.repeat(40)}&return=x&response=json`, aQuote],
  [
    `/v3_1/quotes/?${near}&${goodTimes}`,
    { '0 location_id': 'integer', '0 purchase_options 0 price': 'money' },
  ],
  ['/v3_1/venues//501/events?sort=start_time', anEventRow],
  ['/v3_1/locations/101', { id: 'integer', name: 'text' }],
  ['/v4/events?sort=start_time:asc%20name:desc', anEventRow],
  ['/v4/events?sort=end_time', anEventRow],
  ['/v4/events?q=name:Lakeside%20Hawks%20vs.%20River', anEventRow],
  ['/v4/events?venue_id=501,', anEventRow],
  ['/v4/events?venue_id=501&per_page=1&page=2', anEventRow],
  ['/v4/events?lat=41&lon=-87&radius=5', anEventRow],
  [
    '/v4/events/9001?zoom=pw:venue&fields=event:name,venue:name',
    { name: 'text', '_embedded pw:venue name': 'text' },
  ],
  [
    '/v4/venues/501/events/?q=starting_after:2026-11-28T00:00:00-06:00%20starting_before:2026-11-29T00:00:00-06:00&per_page=50&fields=:default,site_url',
    { ...anEventRow, '0 site_url': 'path' },
  ],
  ['/v4/venues?q=coordinates:41.8868,-87.6219%20distance:1&sort=distance', { '0 distance miles': 'number' }],
  ['/v4/venues?q=name:LAKESIDE%20ar', { '0 id': 'integer' }],
  ['/v4/venues/501/?fields=:default,timezone,site_url', { timezone: 'text', site_url: 'path' }],
];

/** What cannot be meant, with the parameter that the answer names. */
const refused: readonly (readonly [path: string, status: number, field?: string])[] = [
  [`${search}&sort=Distance:ASC`, 400, 'sort'],
  [`${search}&per_page=0`, 400, 'per_page'],
  [`${search}&page=0`, 400, 'page'],
  [`${search}&page=1.0`, 400, 'page'],
  [`/v4/quotes?lat=41.88&lng=-87.6&${goodTimes}`, 400, 'q'],
  [`/v4/quotes?Q=coordinates:41.8858,-87.6229&${goodTimes}`, 400, 'q'],
  [`/v4/quotes?q=Coordinates:41.8858,-87.6229&${goodTimes}`, 400, 'q'],
  [`/v4/quotes?q=coordinates:41.8858,%20-87.6229&${goodTimes}`, 400, 'q'],
  [`/v4/quotes?q=coordinates%253A41.8858%252C-87.6229&${goodTimes}`, 400, 'q'],
  [`/v4/quotes?${near},distance:5&${goodTimes}`, 400, 'q'],
  [`/v4/quotes?${near}&start_time=1795363200&end_time=2026-11-22T12:00`, 400, 'start_time'],
  [`/v4/quotes?${near}&start_time=11/22/2026&end_time=2026-11-22T12:00`, 400, 'start_time'],
  ['/v4/quotes?event_id=9001&event_id=9001', 400, 'event_id'],
  [`${search}&zoom=PW:location`, 400, 'zoom'],
  [`${search}&pretty=yes`, 400, 'pretty'],
  ['/v4/events?sort=-start_time', 400, 'sort'],
  ['/v4/events?q=Hawks', 400, 'q'],
  [`/V4/quotes?${near}&${goodTimes}`, 404],
  [`/v4/quotes.json?${near}&${goodTimes}`, 404],
  ['/v4/venues/lakeside-arena', 404],
  ['/v3_1/quotes/search?lat=41.8&lng=-87.6', 404],
];

describe('requests as other strangers might write them', () => {
  let stage: Stage;
  before(async () => {
    const later = anEvent({ id: eventId(9002), startTime: anEvent().startTime + 3_600_000 });
    const content = { ...goodContent, events: [anEvent(), later] };
    stage = await openStage({ content, curie: 'pw' });
  });
  after(() => stage.close());

  for (const [path, forms] of found) {
    it(`find what they read: ${path}`, async () => {
      const { status, body, text } = await stage.server.send(path);
      assert.equal(status, 200, text);
      assertForms(body, forms);
    });
  }

  for (const [path, status, field] of refused) {
    it(`learn what is wrong: ${path}`, async () => {
      const { body, ...received } = await stage.server.send(path);
      assert.equal(received.status, status, received.text);
      assertForms(body, { errors: anError, 'errors 0 message': 'text', message: 'text', status: 'integer' });
      assert.equal(at(fieldsOf(body), 0), field);
    });
  }

  it('count by POST with a form', async () => {
    const form = { q: 'coordinates:41.8868,-87.6219 distance:5', result_format: 'stats', fields: 'count' };
    const { body } = await stage.server.send('/v4/venues', { method: 'POST', form });
    assert.deepEqual(body, { count: 1 });
  });

  it('ignore what they do not filter by in the list of bookings', async () => {
    const path =
      '/v4/bookings/?q=customer_email:a@b.cc%20foo&email=x&start_date=2020-01-01&per_page=5&page=1';
    const { status, body } = await stage.server.send(path, { token: stage.tokens.user });
    assert.deepEqual([status, body], [200, []]);
  });

  it('are not moved by headers they carry', async () => {
    const headers = {
      accept: 'text/html',
      'x-language-locale': 'fr',
      'x-api-key': 'x',
      origin: 'https://a.example',
    };
    const received = await stage.server.send(search, { headers });
    assert.match(String(received.headers['content-type']), /^application\/json/);
    assert.equal(received.headers['x-language-locale'], undefined, 'fr is no locale of ours');
    assertForms(received.body, aQuote);
    const lower = await stage.server.send(search, {
      headers: { authorization: `bearer ${stage.tokens.user}` },
    });
    assert.equal(lower.status, 200);
  });

  describe('booking', () => {
    const book = async (
      form: Readonly<Record<string, unknown>>,
      how: 'form' | 'json' | 'query',
    ): Promise<Received> => {
      const quote = { quote_id: await createCounter(stage).quoteAt('8.00'), invoice: 'true', ...form };
      const pairs = Object.entries(quote).map(([name, value]): [string, string] => [name, String(value)]);
      const token = stage.tokens.partner;
      if (how === 'json') return stage.server.send('/v4/bookings', { method: 'POST', json: quote, token });
      if (how === 'form') {
        return stage.server.send('/v4/bookings/', { method: 'POST', form: Object.fromEntries(pairs), token });
      }
      return stage.server.send(`/v4/bookings?${new URLSearchParams(pairs)}`, { method: 'POST', token });
    };

    const prices: readonly (readonly [price: unknown, how: 'form' | 'json' | 'query', status: number])[] = [
      ['8', 'form', 201],
      ['8.000', 'query', 201],
      [' 8.0 ', 'form', 201],
      ['08.00', 'query', 201],
      [8, 'json', 201],
      ['8.004', 'form', 409],
      ['7.99', 'json', 409],
      ['$8.00', 'form', 400],
      ['8,00', 'query', 400],
      ['8.00 USD', 'json', 400],
    ];
    for (const [final_price, how, expected] of prices) {
      it(`answers ${expected} to ${JSON.stringify(final_price)} for 8.00, as ${how}`, async () => {
        const { status, body } = await book({ final_price, customer_email: 'Grace@Example.com' }, how);
        assert.equal(status, expected);
        if (status === 201) assertForms(body, { '0 id': 'integer', '0 price_paid': 'money' });
        else assert.match(String(codeOf(body)), status === 409 ? /price_mismatch$/ : /invalid$/);
      });
    }

    it('takes JSON with booleans and an empty list', async () => {
      const order = {
        final_price: '8.00',
        customer_email: 'a+b@c.de',
        send_email_confirmation: true,
        add_on_ids: [],
      };
      assert.equal((await book(order, 'json')).status, 201);
    });
  });
});
