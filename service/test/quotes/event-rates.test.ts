import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationId } from '../../src/base/ids.js';
import type { Location } from '../../src/catalogue/location.js';
import type { EventRate } from '../../src/pricing/rate-plan.js';
import { aLocation, anEvent, aRatePlan, aVenue } from '../catalogue/builders.js';
import { aSearch, someQuotes, testNow } from './builders.js';

const rate: EventRate = { priceMinor: 3000, opensMinutesBefore: 90, closesMinutesAfter: 60 };
const venue = aVenue().coordinates;
/** So many kilometers north of the venue. */
const placeAt = (id: number, kilometers: number): Location =>
  aLocation({
    id: locationId(id),
    coordinates: { lat: venue.lat + kilometers / 111.195, lon: venue.lon },
  });

const found = (event: EventRate, search = { q: 'event_id:9001 distance:20' }) =>
  someQuotes({
    locations: [placeAt(1, 0.1), placeAt(2, 4.5), placeAt(3, 5)],
    ratePlans: [aRatePlan({ event })],
  }).all(search);
const rulesOf = (quotes: ReturnType<typeof found>) =>
  quotes.map(({ location, purchaseOptions: [option] }) => [
    location.id,
    option?.price.rule,
    option?.price.total.minor,
  ]);

describe('an event rate', () => {
  it('holds up to 3 miles from the venue; farther away anybody pays the transient price', () =>
    assert.deepEqual(rulesOf(found(rate)), [
      [1, 'event', 3000],
      [2, 'event', 3000],
      // 3 hours, not widened by the event's minutes
      [3, 'transient', 1000],
    ]));

  it('holds as far as the plan says', () => {
    assert.deepEqual(
      rulesOf(found({ ...rate, maximumMeters: 1000 })).map(([, rule]) => rule),
      ['event', 'transient', 'transient'],
    );
    assert.deepEqual(
      rulesOf(found({ ...rate, maximumMeters: 9000 })).map(([, rule]) => rule),
      ['event', 'event', 'event'],
    );
  });

  it('is measured from the venue of the event, wherever one searches', () => {
    const other = aVenue({ id: aVenue({}).id, coordinates: { lat: 42.5, lon: venue.lon } });
    const quotes = someQuotes({ venues: [other], ratePlans: [aRatePlan({ event: rate })] }).all({
      q: `coordinates:41.8858,-87.6229 event_id:9001`,
    });
    assert.deepEqual(rulesOf(quotes), [[101, 'transient', 1000]]);
  });

  it('is the price at which the quote opens, and so is the one far away', () => {
    const subject = someQuotes({
      locations: [placeAt(1, 0.1), placeAt(3, 5)],
      ratePlans: [aRatePlan({ event: rate })],
    });
    const opened = subject
      .all({ q: 'event_id:9001 distance:20' })
      .map(({ purchaseOptions: [option] }) => subject.quotes.open(option?.id ?? '', []).price.total.minor);
    assert.deepEqual(opened, [3000, 1000]);
  });
});

describe('an event whose times are to be announced', () => {
  const tbd = anEvent({ timesTbd: true });
  const subject = (event?: EventRate) =>
    someQuotes({ events: [tbd], ratePlans: [aRatePlan(event === undefined ? {} : { event })] });

  it('is sold at its event rate for its placeholder window', () => {
    const [quote] = subject(rate).all({ eventId: '9001' });
    assert.deepEqual(
      [quote?.purchaseOptions[0]?.price.rule, quote?.start],
      ['event', tbd.startTime - 90 * 60_000],
    );
  });
  it('is not sold at transient rates, which would price times that nobody knows', () => {
    assert.equal(subject().search({ eventId: '9001' }).total, 0);
    assert.deepEqual(subject().all({ q: 'venue_id:501 event_id:9001' })[0]?.purchaseOptions, []);
  });
  it('is sold at transient rates for times that the search gives', () =>
    assert.equal(
      subject().all(aSearch({ q: 'event_id:9001' }))[0]?.purchaseOptions[0]?.price.rule,
      'transient',
    ));
});

describe('an event that is over', () => {
  it('is answered like any other window of the past', () => {
    const past = anEvent({ startTime: testNow - 100 * 3_600_000, endTime: testNow - 97 * 3_600_000 });
    const [quote] = someQuotes({ events: [past] }).all({ eventId: '9001' });
    assert.deepEqual([quote?.start, quote?.purchaseOptions[0]?.isCancellableNow], [past.startTime, false]);
  });
});
