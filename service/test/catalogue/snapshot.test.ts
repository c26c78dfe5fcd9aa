import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventId, locationId, reviewId, venueId } from '../../src/base/ids.js';
import { createRateLocation } from '../../src/catalogue/rate-location.js';
import { metersBetween } from '../../src/catalogue/spatial-index.js';
import { aLocation, anEvent, aReview, aVenue, snapshotOf } from './builders.js';

const at = (id: number, lat: number, lon: number) =>
  aLocation({ id: locationId(id), coordinates: { lat, lon } });
const idsOf = (found: readonly { readonly location: { readonly id: number } }[]): readonly number[] =>
  found.map(({ location }) => location.id);

describe('snapshot, by place', () => {
  it('answers what lies within the radius, nearest first, ties by id', () => {
    const snapshot = snapshotOf({
      locations: [at(3, 41.9, -87.6), at(2, 41.88, -87.63), at(1, 41.88, -87.63), at(9, 43, -87.63)],
    });
    const found = snapshot.within({ lat: 41.88, lon: -87.63 }, 5000);
    assert.deepEqual(idsOf(found), [1, 2, 3]);
    assert.equal(found[0]?.meters, 0);
    assert.ok(Math.abs((found[2]?.meters ?? 0) - 3340) < 30, `meters were ${found[2]?.meters}`);
  });

  it('reaches over the antimeridian', () => {
    const snapshot = snapshotOf({ locations: [at(1, 0, 179.99), at(2, 0, -179.99), at(3, 0, 0)] });
    assert.deepEqual(idsOf(snapshot.within({ lat: 0, lon: 179.995 }, 5000)), [1, 2]);
    assert.deepEqual(idsOf(snapshot.within({ lat: 0, lon: -179.995 }, 5000)), [2, 1]);
    assert.deepEqual(idsOf(snapshot.inBounds({ south: -1, north: 1, west: 179, east: -179 })), [1, 2]);
  });

  it('answers as a search through all locations would', () => {
    const point = fc.record({
      lat: fc.double({ min: -90, max: 90, noNaN: true }),
      lon: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    const points = fc.array(point, { maxLength: 40 });
    fc.assert(
      fc.property(points, point, fc.integer({ min: 1, max: 22_000_000 }), (places, center, radius) => {
        const locations = places.map((place, index) => at(index + 1, place.lat, place.lon));
        const expected = locations
          .filter((location) => metersBetween(center, location.coordinates) <= radius)
          .map(({ id }) => id);
        const found = idsOf(snapshotOf({ locations }).within(center, radius));
        assert.deepEqual(
          [...found].sort((left, right) => left - right),
          expected,
        );
      }),
      { numRuns: 500, seed: 20261121 },
    );
  });

  it('answers bounds from the nearest to `from`, or to the middle where none is given', () => {
    const snapshot = snapshotOf({
      locations: [at(1, 10, 10), at(2, 10.4, 10.4), at(3, 11, 11), at(4, 12, 12)],
    });
    const bounds = { south: 10, north: 11, west: 10, east: 11 };
    assert.deepEqual(idsOf(snapshot.inBounds(bounds)), [2, 3, 1]);
    assert.deepEqual(idsOf(snapshot.inBounds(bounds, { lat: 11, lon: 11 })), [3, 2, 1]);
  });

  it('is empty where the catalogue is', () => {
    const snapshot = snapshotOf({ locations: [] });
    assert.deepEqual(snapshot.within({ lat: 0, lon: 0 }, 30_000_000), []);
    assert.equal(snapshot.locationCount, 0);
  });
});

describe('snapshot, by id', () => {
  it('finds what is there and answers undefined for what is not', () => {
    const snapshot = snapshotOf();
    assert.equal(snapshot.location(locationId(101))?.name, 'Lakeside Garage');
    assert.equal(snapshot.location(locationId(1)), undefined);
    assert.equal(snapshot.venue(venueId(501))?.name, 'Lakeside Arena');
    assert.equal(snapshot.event(eventId(1)), undefined);
    assert.equal(snapshot.ratePlan('standard')?.currency, 'USD');
    assert.equal(snapshot.ratePlan('constructor'), undefined);
  });

  it('orders events by start, then id, and groups them by venue', () => {
    const snapshot = snapshotOf({
      venues: [aVenue(), aVenue({ id: venueId(502) })],
      events: [
        anEvent({ id: eventId(3), startTime: 200 }),
        anEvent({ id: eventId(2), startTime: 100 }),
        anEvent({ id: eventId(1), startTime: 200 }),
        anEvent({ id: eventId(4), startTime: 150, venueId: venueId(502) }),
      ],
    });
    assert.deepEqual(
      snapshot.events().map(({ id }) => id),
      [2, 4, 1, 3],
    );
    assert.deepEqual(
      snapshot.eventsOfVenue(venueId(501)).map(({ id }) => id),
      [2, 1, 3],
    );
    assert.deepEqual(snapshot.eventsOfVenue(venueId(7)), []);
  });

  it('finds the events that start within a window, its beginning included', () => {
    const events = [10, 20, 20, 30].map((startTime, index) => anEvent({ id: eventId(index + 1), startTime }));
    const startingIn = (from: number, to: number) =>
      snapshotOf({ events })
        .eventsStarting(from, to)
        .map(({ id }) => id);
    assert.deepEqual(startingIn(20, 30), [2, 3]);
    assert.deepEqual(startingIn(Number.NEGATIVE_INFINITY, 20), [1]);
    assert.deepEqual(startingIn(21, Number.POSITIVE_INFINITY), [4]);
    assert.deepEqual(startingIn(31, 40), []);
    assert.deepEqual(startingIn(30, 20), []);
  });
});

describe('snapshot, with reviews', () => {
  it('rates what was reviewed and nothing else', () => {
    const locations = [aLocation(), aLocation({ id: locationId(102) })];
    const reviews = [
      aReview(),
      aReview({ id: reviewId(2), rating: 2 }),
      aReview({ id: reviewId(3), rating: 3 }),
    ];
    const snapshot = snapshotOf({ locations, reviews });
    assert.deepEqual(snapshot.location(locationId(101))?.rating, {
      averageRating: 3.3,
      reviewCount: 3,
      counts: [0, 1, 1, 0, 1],
    });
    assert.equal(snapshot.location(locationId(102)), locations[1]);
    assert.deepEqual(
      snapshot.within(aLocation().coordinates, 1)[0]?.location,
      snapshot.location(locationId(101)),
    );
    assert.deepEqual(snapshot.reviewsOf(locationId(102)), []);
  });

  it('keeps the object of a location whose rating is as it was, for what was made of it', () => {
    const rate = createRateLocation();
    const location = aLocation();
    const first = rate(location, [aReview()]);
    assert.equal(rate(location, [aReview({ comment: 'Another word.' })]), first);
    assert.notEqual(rate(location, [aReview({ rating: 1 })]), first);
    assert.equal(rate(location, []), location);
  });
});
