import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationId, venueId } from '../../src/base/ids.js';
import type { Location } from '../../src/catalogue/location.js';
import type { Quote } from '../../src/quotes/quote.js';
import { aLocation, anEvent, anOption, aRatePlan, aVenue } from '../catalogue/builders.js';
import { aSearch, someQuotes, testNow } from './builders.js';

const here = { lat: 41.8858, lon: -87.6229 };
/** So many hundredths of a degree north of the search's centre, 1.11 km each. */
const aLocationAt = (id: number, north: number, overrides: Partial<Location> = {}): Location =>
  aLocation({
    id: locationId(id),
    coordinates: { lat: here.lat + north / 100, lon: here.lon },
    ...overrides,
  });

const around = (distance: number) => ({ q: `coordinates:${here.lat},${here.lon} distance:${distance}` });
const idsOf = (quotes: readonly Quote[]): readonly number[] => quotes.map(({ location }) => location.id);
const pricesOf = (quotes: readonly Quote[]): readonly (number | undefined)[] =>
  quotes.map(({ purchaseOptions }) => purchaseOptions[0]?.price.total.minor);

const dear = aRatePlan({
  id: 'dear',
  duration: { tiers: [{ upToMinutes: 1440, priceMinor: 3000 }] },
  dailyMaximumMinor: 3000,
});
const onPlan = (ratePlan: string): Partial<Location> => ({ options: [anOption({ ratePlan })] });

describe('a search by place', () => {
  const locations = [aLocationAt(1, 4), aLocationAt(2, 0), aLocationAt(3, 1), aLocationAt(4, 9)];
  const subject = someQuotes({ locations });

  it('finds what is within the distance, nearest first', () => {
    assert.deepEqual(idsOf(subject.all(aSearch(around(3)))), [2, 3, 1]);
    assert.deepEqual(idsOf(subject.all(aSearch(around(1)))), [2, 3]);
  });

  it('looks 3 miles around when no distance is given', () => {
    const q = `coordinates:${here.lat},${here.lon}`;
    assert.deepEqual(idsOf(subject.all(aSearch({ q }))), [2, 3, 1]);
  });

  it('measures from the centre, in meters', () => {
    const meters = subject.all(aSearch(around(3))).map((quote) => Math.round(quote.meters ?? Number.NaN));
    assert.deepEqual(meters, [0, 1112, 4448]);
  });

  it('looks within bounds, and measures from the anchor', () => {
    const bounds = 'bounds:41.93,-87.7,41.88,-87.6';
    assert.deepEqual(
      idsOf(subject.all(aSearch({ q: `${bounds} anchor_coordinates:41.9258,-87.6229` }))),
      [1, 3, 2],
    );
    assert.deepEqual(
      idsOf(subject.all(aSearch({ q: `${bounds} anchor_coordinates:41.8858,-87.6229` }))),
      [2, 3, 1],
    );
  });

  it('looks around the coordinates, and measures from the anchor', () => {
    const { q } = around(1);
    assert.deepEqual(idsOf(subject.all(aSearch({ q: `${q} anchor_coordinates:41.9,-87.6229` }))), [3, 2]);
  });

  it('looks around a venue, and shows the venue', () => {
    const quotes = subject.all(aSearch({ q: 'venue_id:501 distance:1' }));
    assert.deepEqual([idsOf(quotes), quotes[0]?.venue?.id], [[2, 3], venueId(501)]);
  });

  it('finds locations by their ids, in the order asked for', () =>
    assert.deepEqual(idsOf(subject.all(aSearch({ q: 'location_id:4,77,2' }))), [4, 2]));

  it('finds nothing by an id that does not exist', () => {
    for (const q of [
      'location_id:77',
      'venue_id:77',
      'event_id:77',
      'venue_id:77 coordinates:41.8858,-87.6229',
    ])
      assert.deepEqual(subject.all(aSearch({ q })), []);
    assert.deepEqual(subject.all({ eventId: '77' }), []);
  });

  it('answers pages of one list', () => {
    const result = subject.search(aSearch(around(3)));
    const page = (offset: number, limit: number) => idsOf(result.page(offset, limit));
    assert.deepEqual([result.total, page(0, 2), page(2, 2), page(4, 2)], [3, [2, 3], [1], []]);
    assert.equal(result.page(0, 1)[0]?.purchaseOptions[0]?.id, result.page(0, 3)[0]?.purchaseOptions[0]?.id);
  });

  it('tells the envelope what was searched', () =>
    assert.deepEqual(subject.search(aSearch(around(3))).meta, {
      start: Date.UTC(2026, 10, 23, 16, 0),
      end: Date.UTC(2026, 10, 23, 20, 0),
      center: [here.lat, here.lon],
      timezone: 'America/Chicago',
      count: { transient: 3, event: 0 },
    }));
});

describe('the order of a search', () => {
  const locations = [
    aLocationAt(1, 1, onPlan('dear')),
    aLocationAt(2, 2),
    aLocationAt(3, 3, { options: [] }),
    aLocationAt(4, 4),
  ];
  const subject = someQuotes({ locations, ratePlans: [aRatePlan(), dear] });
  const order = (sort: string): readonly number[] => idsOf(subject.all(aSearch({ ...around(5), sort })));

  const table: readonly (readonly [string, readonly number[]])[] = [
    ['', [1, 2, 3, 4]],
    ['distance', [1, 2, 3, 4]],
    ['distance:desc', [4, 3, 2, 1]],
    ['price', [2, 4, 1, 3]],
    ['price:desc', [1, 2, 4, 3]],
    ['price:asc distance:desc', [4, 2, 1, 3]],
  ];
  for (const [sort, expected] of table) it(`by "${sort}"`, () => assert.deepEqual(order(sort), expected));
});

describe('spaces of a search', () => {
  it('are counted over the stay, each pool by itself', () => {
    const options = [
      anOption({ pool: 'a', capacity: 10 }),
      anOption({ key: 'roof', pool: 'b', capacity: 8 }),
    ];
    const subject = someQuotes({ locations: [aLocation({ options })] });
    const asked: unknown[] = [];
    subject.setPeak((stay) => {
      asked.push(stay);
      return stay.pool === 'a' ? 4 : 5;
    });
    const [quote] = subject.all(aSearch());
    assert.deepEqual(
      quote?.purchaseOptions.map(({ option, space }) => [option.key, space]),
      [
        ['standard', { status: 'available' }],
        ['roof', { status: 'limited', remaining: 3 }],
      ],
    );
    const window = { start: Date.UTC(2026, 10, 23, 16, 0), end: Date.UTC(2026, 10, 23, 20, 0) };
    assert.deepEqual(asked, [
      { location: 101, pool: 'a', ...window },
      { location: 101, pool: 'b', ...window },
    ]);
  });

  it('when all are taken leave the location in an area search, and not in one by event alone', () => {
    const subject = someQuotes();
    subject.setPeak(() => 10);
    for (const search of [aSearch(), aSearch({ q: 'venue_id:501' }), aSearch({ eventId: '9001' })])
      assert.deepEqual(
        subject.all(search).map(({ purchaseOptions }) => purchaseOptions),
        [[]],
      );
    assert.equal(subject.search({ eventId: '9001' }).total, 0);
    assert.equal(subject.search({ q: 'event_id:9001 search_type:transient' }).total, 0);
    subject.setPeak(() => 9);
    assert.equal(subject.search({ eventId: '9001' }).total, 1);
  });
});

describe('purchase options of a search', () => {
  it('come cheapest first, each with an id of its own', () => {
    const options = [anOption({ key: 'dear', ratePlan: 'dear' }), anOption({ key: 'plain' })];
    const subject = someQuotes({ locations: [aLocation({ options })], ratePlans: [aRatePlan(), dear] });
    const shown = subject.all(aSearch())[0]?.purchaseOptions ?? [];
    assert.deepEqual(
      shown.map(({ option, price }) => [option.key, price.total.minor]),
      [
        ['plain', 1200],
        ['dear', 3000],
      ],
    );
    assert.equal(new Set(shown.map(({ id }) => id)).size, 2);
  });

  it('with an access code are shown and sold to that code only', () => {
    const options = [anOption(), anOption({ key: 'staff', accessCode: 'STAFF-1' })];
    const subject = someQuotes({ locations: [aLocation({ options })] });
    const keys = (pricingAccessCode: string) =>
      subject.all(aSearch({ pricingAccessCode }))[0]?.purchaseOptions.map(({ option }) => option.key);
    assert.deepEqual(
      [keys(''), keys('staff-1'), keys('STAFF-1')],
      [['standard'], ['standard'], ['standard', 'staff']],
    );
    const staff = subject.all(aSearch({ pricingAccessCode: 'STAFF-1' }))[0]?.purchaseOptions[1]?.id ?? '';
    assert.equal(subject.quotes.open(staff, []).option.key, 'staff');
  });

  it('say until when they can be cancelled', () => {
    const cancellation = { kind: 'until_before', minutesBefore: 120 } as const;
    const subject = someQuotes({ ratePlans: [aRatePlan({ cancellation })] });
    const at = (now: number) => {
      subject.setNow(now);
      const option = subject.all(aSearch())[0]?.purchaseOptions[0];
      return [option?.cancellableUntil, option?.isCancellableNow];
    };
    const until = Date.UTC(2026, 10, 23, 14, 0);
    assert.deepEqual(
      [at(testNow), at(until)],
      [
        [until, true],
        [until, false],
      ],
    );
  });

  it('are none where only other kinds are asked for', () =>
    assert.deepEqual(someQuotes().all(aSearch({ optionTypes: 'non_bookable' }))[0]?.purchaseOptions, []));
});

describe('times of a search', () => {
  it('are read in the zone of each location, whatever zone they carry', () => {
    const berlin = aLocation({ id: locationId(2), timezone: 'Europe/Berlin' });
    const quotes = someQuotes({ locations: [aLocation({ id: locationId(1) }), berlin] }).all(
      aSearch({ startTime: '2026-11-23T10:00:00+09:00', endTime: '2026-11-23T14:00:00Z' }),
    );
    assert.deepEqual(
      quotes.map(({ start, end }) => [start, end]),
      [
        [Date.UTC(2026, 10, 23, 16, 0), Date.UTC(2026, 10, 23, 20, 0)],
        [Date.UTC(2026, 10, 23, 9, 0), Date.UTC(2026, 10, 23, 13, 0)],
      ],
    );
  });

  it('in the past are answered like any other', () =>
    assert.deepEqual(
      pricesOf(someQuotes().all(aSearch({ startTime: '2016-01-04T10:00', endTime: '2016-01-04T11:00' }))),
      [500],
    ));

  it('that the clocks of spring turn round find nothing to buy', () => {
    const search = aSearch({ startTime: '2027-03-14T02:30', endTime: '2027-03-14T03:10' });
    assert.deepEqual(someQuotes().all(search)[0]?.purchaseOptions, []);
  });
});

describe('a search by event', () => {
  const event = { priceMinor: 3000, opensMinutesBefore: 90, closesMinutesAfter: 60 };
  const window = { start: Date.UTC(2026, 10, 28, 23, 30), end: Date.UTC(2026, 10, 29, 5, 0) };

  it('sells the event, widened, at the event rate', () => {
    const [quote] = someQuotes({ ratePlans: [aRatePlan({ event })] }).all({ q: 'event_id:9001' });
    const option = quote?.purchaseOptions[0];
    assert.deepEqual(
      [quote?.start, quote?.end, option?.start, option?.end],
      [window.start, window.end, window.start, window.end],
    );
    assert.deepEqual([option?.price.total.minor, option?.event?.id], [3000, 9001]);
    assert.deepEqual([quote?.event?.id, quote?.venue?.id], [9001, 501]);
  });

  it('with times of its own sells them within the event, or at transient rates', () => {
    const subject = someQuotes({ ratePlans: [aRatePlan({ event })] });
    const priced = (startTime: string, endTime: string) =>
      pricesOf(subject.all({ eventId: '9001', startTime, endTime }));
    assert.deepEqual(priced('2026-11-28T18:00', '2026-11-28T23:00'), [3000]);
    assert.deepEqual(priced('2026-11-28T17:00', '2026-11-28T19:00'), [800]);
  });

  it('combined with an area looks in the area', () => {
    const locations = [aLocationAt(1, 0), aLocationAt(2, 20)];
    const q = `bounds:42.1,-87.7,42,-87.6 search_type:transient event_id:9001`;
    assert.deepEqual(idsOf(someQuotes({ locations }).all({ q })), [2]);
  });

  it('whose venue has gone finds nothing', () =>
    assert.deepEqual(
      someQuotes({ events: [anEvent({ venueId: venueId(7) })], venues: [aVenue()] }).all({ eventId: '9001' }),
      [],
    ));

  it('counts its results as event results', () =>
    assert.deepEqual(someQuotes().search({ eventId: '9001' }).meta.count, { transient: 0, event: 1 }));
});

describe('curated results', () => {
  const plan = (id: string, priceMinor: number) =>
    aRatePlan({ id, duration: { tiers: [{ upToMinutes: 1440, priceMinor }] }, dailyMaximumMinor: 90_000 });
  const locations = [
    aLocationAt(1, 0, { options: [] }),
    aLocationAt(2, 1, onPlan('p3000')),
    aLocationAt(3, 2, onPlan('p1200')),
    aLocationAt(4, 4, onPlan('p1000')),
  ];
  const subject = someQuotes({
    locations,
    ratePlans: [plan('p3000', 3000), plan('p1200', 1200), plan('p1000', 1000)],
  });

  it('pick the cheapest, the closest and the best of both, among what can be bought', () => {
    const picks = subject.search(aSearch({ ...around(5), returns: 'curated' })).curated();
    assert.deepEqual(
      [picks?.cheapest.location.id, picks?.closest.location.id, picks?.recommended.location.id],
      [4, 2, 3],
    );
  });

  it('are none where nothing can be bought', () => {
    assert.equal(
      someQuotes({ locations: [aLocation({ options: [] })] })
        .search(aSearch())
        .curated(),
      undefined,
    );
  });

  it('suggest what can be bought among the first results', () =>
    assert.deepEqual(idsOf(subject.search(aSearch(around(5))).suggestedView()), [2, 3, 4]));
});
