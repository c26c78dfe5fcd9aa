import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { locationId, reviewId, sellerId } from '../../src/base/ids.js';
import { aLocation, aReview, aSeller, inEveryLocale } from '../catalogue/builders.js';
import type { Received } from './harness.js';
import { at, codeOf, fieldsOf } from './read.js';
import { openStage, type Stage } from './stage.js';

const outline = {
  type: 'MultiPolygon',
  coordinates: [[[[-87.623, 41.8857] as const, [-87.622, 41.8857] as const, [-87.622, 41.8859] as const]]],
} as const;

/** A location with everything a location can have. */
const rich = aLocation({
  address: {
    address1: '1 Lakeside Plaza',
    address2: 'Level B',
    city: 'Chicago',
    state: 'IL',
    postalCode: '60601',
    country: 'US',
  },
  entrances: [
    { lat: 41.8858, lon: -87.6229, maxHeightInches: 82.5, maxWidthInches: 96, maxLengthInches: 240 },
  ],
  description: { 'en-US': 'Under the plaza.', 'en-CA': 'Under the plaza.', 'fr-CA': 'Sous la place.' },
  directions: { 'en-US': 'Follow the blue signs.', 'en-CA': 'Blue signs.', 'fr-CA': 'Panneaux bleus.' },
  phone: '+1 312 555 0100',
  msa: 'Chicago-Naperville-Elgin',
  displaysSellerLogo: true,
  outline,
  operatingHours: {
    alwaysOpen: false,
    intervals: [
      ...[1, 2, 3, 4].map((weekday) => ({ weekday, fromMinute: 360, toMinute: 1320 })),
      { weekday: 5, fromMinute: 360, toMinute: 1560 },
      { weekday: 6, fromMinute: 0, toMinute: 1440 },
    ],
  },
  nonBookableRates: [
    { label: inEveryLocale('First hour'), priceMinor: 700, fromMinutes: 0, toMinutes: 60 },
    { label: inEveryLocale('Lost ticket'), text: inEveryLocale('Pays a day.') },
  ],
  photos: [
    {
      alt: inEveryLocale('The entrance'),
      sizes: {
        original: { url: '/photos/entrance.svg', width: 1200, height: 800 },
        gallery_thumb: { url: 'https://images.example.com/thumb.jpg', width: 120, height: 80 },
      },
    },
  ],
  otherSiteUrl: 'https://lakeside.example.com/rates',
});

const north = aLocation({
  id: locationId(102),
  name: 'North Quay',
  coordinates: { lat: 41.9, lon: -87.6229 },
  sellerId: sellerId(2),
  type: 'on_street',
  slug: 'north-quay-102',
});
const far = aLocation({
  id: locationId(103),
  name: 'Åkermans Garage',
  coordinates: { lat: 43, lon: -89 },
  operatingHours: { alwaysOpen: true },
  slug: 'akermans-103',
});

const content = {
  locations: [rich, north, far],
  sellers: [aSeller(), aSeller({ id: sellerId(2), name: 'Quayside' })],
  reviews: [
    aReview(),
    aReview({
      id: reviewId(7002),
      rating: 4,
      comment: '',
      author: 'B.',
      createdAt: Date.UTC(2026, 10, 3),
      reply: 'Thanks!',
    }),
    aReview({ id: reviewId(7003), rating: 4, createdAt: Date.UTC(2026, 9, 3) }),
  ],
};

describe('locations', () => {
  let stage: Stage;
  before(async () => {
    stage = await openStage({ content });
  });
  after(() => stage.close());

  const get = (path: string, token?: string, locale?: string): Promise<Received> =>
    stage.server.send(path, {
      ...(token !== undefined && { token }),
      ...(locale !== undefined && { headers: { 'X-Language-Locale': locale } }),
    });
  const licensed = (path: string): Promise<Received> => get(path, stage.tokens.data);
  const idsOf = ({ body }: Received): unknown =>
    Array.isArray(body) ? body.map((each) => at(each, 'id')) : body;
  const linksOf = (body: unknown): unknown => {
    const links = at(body, '_links');
    return typeof links === 'object' && links !== null
      ? Object.entries(links).flatMap(([relation, link]) =>
          relation === 'curies' ? [] : [[relation, at(link, 'href')]],
        )
      : undefined;
  };

  describe('GET /locations/{id}', () => {
    it('shows the fields of location::default', async () => {
      const { body } = await get('/v4/locations/101');
      const { _links, photos, ...fields } = Object(body);
      assert.deepEqual(fields, {
        id: '101',
        name: 'Lakeside Garage',
        type: 'offstreet',
        address1: '1 Lakeside Plaza',
        city: 'Chicago',
        state: 'IL',
        postal_code: '60601',
        country: 'US',
        currency: 'USD',
        entrances: [
          {
            coordinates: [41.8858, -87.6229],
            max_dimensions: { inches: { height: 82.5, width: 96, length: 240 } },
          },
        ],
      });
      const base = `http://127.0.0.1:${new URL(stage.server.url).port}`;
      assert.deepEqual(linksOf(body), [
        ['self', `${base}/v4/locations/101`],
        ['svc:quotes', `${base}/v4/quotes?q=location_id:101`],
        ['svc:reviews', `${base}/v4/locations/101/reviews`],
        ['svc:seller', `${base}/v4/sellers/1`],
        ['site:purchase', '/parking/lakeside-garage-chicago-101/'],
      ]);
      assert.deepEqual(at(photos, 0, 'position'), 0);
      assert.equal(at(photos, 0, 'alt'), 'The entrance');
      assert.deepEqual(at(photos, 0, 'sizes', 'original'), {
        URL: `${base}/photos/entrance.svg`,
        width: 1200,
        height: 800,
      });
      assert.deepEqual(at(photos, 0, 'sizes', 'gallery_thumb'), {
        URL: 'https://images.example.com/thumb.jpg',
        width: 120,
        height: 80,
      });
      // A size that nobody made is the original.
      assert.deepEqual(at(photos, 0, 'sizes', 'search_thumb'), at(photos, 0, 'sizes', 'original'));
    });

    it('shows the fields of location::address', async () => {
      const { body } = await get('/v4/locations/101?fields=location::address');
      const { _links, ...fields } = Object(body);
      assert.deepEqual(fields, {
        address1: '1 Lakeside Plaza',
        address2: 'Level B',
        city: 'Chicago',
        state: 'IL',
        postal_code: '60601',
        country: 'US',
      });
    });

    it('shows the others by name, without a licence', async () => {
      const names =
        'hours,phone,rating_summary,description,directions,msa,display_seller_logo,timezone,site_url,seller_id';
      const { body } = await get(`/v4/locations/101?fields=${names}`);
      const { _links, ...fields } = Object(body);
      assert.deepEqual(fields, {
        rating_summary: {
          average_rating: 4.3,
          review_count: 3,
          ratings: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 },
        },
        timezone: 'America/Chicago',
        site_url: '/parking/lakeside-garage-chicago-101/',
        description: 'Under the plaza.',
        directions: 'Follow the blue signs.',
        msa: 'Chicago-Naperville-Elgin',
        display_seller_logo: true,
        seller_id: 1,
        phone: '+1 312 555 0100',
        hours: 'Mon–Thu 6:00 AM – 10:00 PM; Fri 6:00 AM – 2:00 AM; Sat all day; Sun closed',
      });
    });

    it('shows translated fields in the locale of the request', async () => {
      const { body } = await get('/v4/locations/101?fields=hours,description,directions', undefined, 'fr-CA');
      const { _links, ...fields } = Object(body);
      assert.deepEqual(fields, {
        description: 'Sous la place.',
        directions: 'Panneaux bleus.',
        hours: 'lun.–jeu. 6 h 00 – 22 h 00; ven. 6 h 00 – 2 h 00; sam. toute la journée; dim. fermé',
      });
    });

    const underLicence = 'outline,capacity,operating_hours,non_bookable_rates,site_url';

    it('shows licensed fields to tokens of the scope data', async () => {
      const { body } = await licensed(`/v4/locations/101?fields=${underLicence}`);
      const day = (name: string, ...intervals: readonly (readonly [string, string])[]) => ({
        day: name,
        intervals: intervals.map(([opens, closes]) => ({ opens, closes })),
      });
      const { _links, ...fields } = Object(body);
      assert.deepEqual(fields, {
        site_url: 'https://lakeside.example.com/rates',
        capacity: 10,
        operating_hours: {
          always_open: false,
          timezone: 'America/Chicago',
          days: [
            ...['monday', 'tuesday', 'wednesday', 'thursday'].map((name) => day(name, ['06:00', '22:00'])),
            day('friday', ['06:00', '02:00']),
            day('saturday', ['00:00', '24:00']),
            day('sunday'),
          ],
        },
        non_bookable_rates: [
          { label: 'First hour', price: { USD: '7.00' }, from_minutes: 0, to_minutes: 60 },
          { label: 'Lost ticket', text: 'Pays a day.' },
        ],
        outline,
      });
    });

    it('leaves licensed fields out for everybody else', async () => {
      for (const token of [undefined, stage.tokens.public, stage.tokens.partner, stage.tokens.user]) {
        const { status, body } = await get(`/v4/locations/101?fields=${underLicence}`, token);
        const { _links, ...fields } = Object(body);
        assert.equal(status, 200);
        assert.deepEqual(fields, { site_url: '/parking/lakeside-garage-chicago-101/' });
      }
    });

    it('says that a place is always open, for readers and for programs', async () => {
      const { body } = await licensed('/v4/locations/103?fields=hours,operating_hours');
      assert.equal(at(body, 'hours'), 'Open 24 hours');
      assert.equal(at(body, 'operating_hours', 'always_open'), true);
      assert.deepEqual(at(body, 'operating_hours', 'days', 6), {
        day: 'sunday',
        intervals: [{ opens: '00:00', closes: '24:00' }],
      });
    });

    it('shows in v3_1 what that version has: an integer id, no dimensions, nulls', async () => {
      const { body } = await get('/v3_1/locations/102?fields=:default,msa,outline,hours,phone');
      const { _links, ...fields } = Object(body);
      assert.deepEqual(fields, {
        id: 102,
        name: 'North Quay',
        type: 'on_street',
        address1: '1 Lakeside Plaza',
        city: 'Chicago',
        state: 'IL',
        postal_code: '60601',
        country: 'US',
        currency: 'USD',
        entrances: [{ coordinates: [41.8858, -87.6229] }],
        photos: [],
        rating_summary: {
          average_rating: null,
          review_count: 0,
          ratings: { 1: 0, 2: 0, 3: 0, 4: 0, 5: 0 },
        },
        msa: null,
      });
      const dimensions = await get('/v3_1/locations/101?fields=entrances');
      assert.deepEqual(at(dimensions.body, 'entrances'), [{ coordinates: [41.8858, -87.6229] }]);
    });

    it('embeds the seller when asked, and its link leads to it', async () => {
      const { body } = await get('/v4/locations/102?fields=id&zoom=svc:seller');
      const address = String(at(body, '_links', 'svc:seller', 'href'));
      const { body: seller } = await get(address.slice(stage.server.url.length));
      assert.deepEqual(at(body, '_embedded', 'svc:seller'), seller);
      assert.deepEqual([at(seller, 'id'), at(seller, 'name')], [2, 'Quayside']);
      assert.equal(at(seller, '_links', 'self', 'href'), address);
    });

    it('answers 404 for one that does not exist', async () => {
      for (const path of ['/v4/locations/9', '/v4/locations/abc', '/v4/locations/9/reviews']) {
        const { status, body } = await get(path);
        assert.deepEqual([status, codeOf(body)], [404, 'location_not_found'], path);
      }
      const seller = await get('/v4/sellers/9');
      assert.deepEqual([seller.status, codeOf(seller.body)], [404, 'seller_not_found']);
    });
  });

  describe('GET /locations', () => {
    const searches: readonly (readonly [string, readonly string[]])[] = [
      ['', ['101', '102', '103']],
      ['?q=coordinates:41.8858,-87.6229', ['101', '102']],
      ['?q=coordinates:[41.8858,%20-87.6229]%20distance:.5', ['101']],
      ['?q=coordinates:41.9,-87.6229', ['102', '101']],
      ['?q=coordinates:41.9,-87.6229&sort=name', ['101', '102']],
      ['?q=coordinates:41.9,-87.6229&sort=distance:desc', ['101', '102']],
      ['?q=coordinates:41.8858,-87.6229%20anchor_coordinates:41.9,-87.6229', ['102', '101']],
      ['?q=bounds:41.95,-87.7,41.89,-87.6', ['102']],
      [
        '?q=bounds:41.95,-87.7,41.95,-87.6,41.8,-87.6,41.8,-87.7%20anchor_coordinates:41.95,-87.6',
        ['102', '101'],
      ],
      ['?q=venue_id:501', ['101', '102']],
      ['?q=venue_id:999', []],
      ['?q=location_id:103,101,7', ['103', '101']],
      ['?q=seller_id:2', ['102']],
      ['?q=seller_id:77', []],
      ['?q=name:quay', ['102']],
      ['?q=name:garage', ['101', '103']],
      // Letters beyond ASCII are left out by clients; those who keep the letter without its ring find it too.
      ['?q=name:kermans', ['103']],
      ['?q=name:Akermans%20Garage', ['103']],
      ['?q=coordinates:41.8858,-87.6229%20name:north', ['102']],
      ['?sort=name', ['103', '101', '102']],
      ['?sort=name:desc', ['102', '101', '103']],
      ['?sort=id:desc', ['103', '102', '101']],
      ['?per_page=2&page=2', ['103']],
      ['?page=9', []],
    ];
    for (const [query, expected] of searches) {
      it(`finds ${expected.length === 0 ? 'nothing' : expected.join(', ')} with ${query === '' ? 'no query' : query}`, async () => {
        const found = await licensed(`/v4/locations${query}`);
        assert.equal(found.status, 200, found.text);
        assert.deepEqual(idsOf(found), expected);
      });
    }

    it('says how far each is from the centre, and nothing of it where there is none', async () => {
      const { body } = await licensed('/v4/locations?q=coordinates:41.8858,-87.6229&fields=id,distance');
      assert.deepEqual(at(body, 0, 'distance'), { meters: 0, miles: 0 });
      assert.deepEqual(at(body, 1, 'distance'), { meters: 1579, miles: 0.981 });
      const { body: everywhere } = await licensed('/v4/locations?fields=id,distance');
      assert.equal(at(everywhere, 0, 'distance'), undefined);
    });

    it('counts by GET and by POST', async () => {
      const query = 'q=seller_id:1&result_format=stats&fields=count&per_page=1';
      const counted = { count: 2 };
      assert.deepEqual((await licensed(`/v4/locations?${query}`)).body, counted);
      const posted = await stage.server.send(`/v4/locations?${query}`, {
        method: 'POST',
        token: stage.tokens.data,
      });
      assert.deepEqual(posted.body, counted);
    });

    it('pages, with headers and links', async () => {
      const { headers } = await licensed('/v4/locations?per_page=2');
      assert.equal(headers['x-pagination-total'], '3');
      assert.equal(headers['x-pagination-returned'], '2');
      assert.match(String(headers['link']), /page=2>; rel="next"/);
    });

    it('is for the scopes data and internal alone, and not in v3_1', async () => {
      for (const token of [undefined, stage.tokens.public, stage.tokens.partner, stage.tokens.user])
        assert.equal((await get('/v4/locations?q=name:a', token)).status, 401);
      assert.equal((await get('/v4/locations', stage.tokens.internal)).status, 200);
      assert.equal((await licensed('/v3_1/locations')).status, 404);
    });

    const malformed: readonly (readonly [string, string])[] = [
      ['q=coordinates:91,0', 'q'],
      ['q=coordinates:1', 'q'],
      ['q=distance:-1', 'q'],
      ['q=distance:101', 'q'],
      ['q=bounds:1,2,3', 'q'],
      ['q=bounds:1,2,50,60', 'q'],
      ['q=location_id:x', 'q'],
      ['q=seller_id:1,,2', 'q'],
      ['q=venue_id:1,2', 'q'],
      ['q=event_id:1', 'q'],
      ['q=quay', 'q'],
      ['q=name:a%20coordinates:1,2%20%C3%A5', 'q'],
      ['q=seller_id:1%20seller_id:2', 'q'],
      ['sort=rating', 'sort'],
      ['sort=name:up', 'sort'],
      ['per_page=0', 'per_page'],
      ['page=x', 'page'],
      ['zoom=svc:events', 'zoom'],
    ];
    for (const [query, field] of malformed) {
      it(`refuses ${query}`, async () => {
        const { status, body } = await licensed(`/v4/locations?${query}`);
        assert.deepEqual([status, fieldsOf(body)], [400, [field]]);
      });
    }
  });

  describe('GET /locations/{id}/reviews', () => {
    it('lists them newest first, with comments even when empty', async () => {
      const { body, headers } = await get('/v4/locations/101/reviews');
      const shown = Array.isArray(body) ? body.map(({ _links, ...fields }) => fields) : body;
      assert.deepEqual(shown, [
        {
          id: 7002,
          location_id: '101',
          rating: 4,
          comment: '',
          author: 'B.',
          created_at: '2026-11-02T18:00:00.000-06:00',
          reply: 'Thanks!',
        },
        {
          id: 7001,
          location_id: '101',
          rating: 5,
          comment: 'Easy in, easy out.',
          author: 'Grace H.',
          created_at: '2026-11-01T12:30:00.000-06:00',
        },
        {
          id: 7003,
          location_id: '101',
          rating: 4,
          comment: 'Easy in, easy out.',
          author: 'Grace H.',
          created_at: '2026-10-02T19:00:00.000-05:00',
        },
      ]);
      assert.equal(headers['x-pagination-total'], '3');
      assert.deepEqual(linksOf(at(body, 0)), [['svc:location', `${stage.server.url}/v4/locations/101`]]);
    });

    const sorts: readonly (readonly [string, readonly number[]])[] = [
      ['created_at', [7003, 7001, 7002]],
      ['created_at:desc', [7002, 7001, 7003]],
      ['rating', [7002, 7003, 7001]],
      ['rating:desc%20created_at', [7001, 7003, 7002]],
    ];
    for (const [sort, expected] of sorts) {
      it(`sorts by ${sort}`, async () => {
        assert.deepEqual(idsOf(await get(`/v4/locations/101/reviews?sort=${sort}`)), expected);
      });
    }

    it('pages, counts, and refuses what it cannot sort by', async () => {
      assert.deepEqual(idsOf(await get('/v4/locations/101/reviews?per_page=1&page=2')), [7001]);
      const { body } = await get('/v4/locations/101/reviews?result_format=stats&fields=count');
      assert.deepEqual(body, { count: 3 });
      assert.deepEqual((await get('/v4/locations/102/reviews')).body, []);
      const refused = await get('/v4/locations/101/reviews?sort=author');
      assert.deepEqual([refused.status, fieldsOf(refused.body)], [400, ['sort']]);
    });

    it('shows the integer id of the location in v3_1, and null where nobody replied', async () => {
      const { body } = await get('/v3_1/locations/101/reviews?sort=rating:desc');
      assert.deepEqual([at(body, 0, 'location_id'), at(body, 0, 'reply')], [101, null]);
    });
  });
});
