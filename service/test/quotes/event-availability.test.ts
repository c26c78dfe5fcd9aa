import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationId, venueId } from '../../src/base/ids.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import { createEventAvailability } from '../../src/quotes/event-availability.js';
import { aLocation, anEvent, anOption, aRatePlan, aVenue, snapshotOf } from '../catalogue/builders.js';

const event = anEvent();

const setUp = (content: Partial<CatalogueContent> = {}) => {
  const asked: string[] = [];
  let now = 0;
  let taken = 0;
  let snapshot = snapshotOf(content);
  const availabilityOf = createEventAvailability({
    catalogue: { snapshot: () => snapshot },
    inventory: {
      peak: ({ location, pool }) => {
        asked.push(`${location}/${pool}`);
        return taken;
      },
    },
    clock: { now: () => now },
  });
  return {
    availabilityOf,
    asked,
    book: (spaces: number) => {
      taken += spaces;
    },
    wait: (ms: number) => {
      now += ms;
    },
    setCatalogue: (next: Partial<CatalogueContent>) => {
      snapshot = snapshotOf(next);
    },
  };
};

const withRate = (id: string, priceMinor: number, maximumMeters?: number) =>
  aRatePlan({
    id,
    event: {
      priceMinor,
      opensMinutesBefore: 60,
      closesMinutesAfter: 60,
      ...(maximumMeters === undefined ? {} : { maximumMeters }),
    },
  });

describe('what is left for an event', () => {
  it('adds up spaces by pool, and says the lowest and highest price', () => {
    const { availabilityOf } = setUp({
      ratePlans: [withRate('standard', 2550), withRate('cheap', 900)],
      locations: [
        aLocation({ options: [anOption(), anOption({ key: 'b', ratePlan: 'cheap' })] }),
        aLocation({ id: locationId(102), options: [anOption({ capacity: 3 })] }),
      ],
    });
    assert.deepEqual(availabilityOf(event), { low: 9, high: 25.5, available: 13 });
  });

  const nothing = { low: 0, high: 0, available: 0 };
  const without: readonly (readonly [string, Partial<CatalogueContent>])[] = [
    ['no place near', { locations: [aLocation({ coordinates: { lat: 42.8, lon: -87.6 } })] }],
    ['no venue', { venues: [aVenue({ id: venueId(7) })] }],
    ['options with a code', { locations: [aLocation({ options: [anOption({ accessCode: 'X' })] })] }],
    ['options that are only shown', { locations: [aLocation({ options: [anOption({ sale: 'none' })] })] }],
    ['options on the spot', { locations: [aLocation({ options: [anOption({ sale: 'on_demand' })] })] }],
    ['no spaces', { locations: [aLocation({ options: [anOption({ capacity: 0 })] })] }],
    ['no plan', { ratePlans: [] }],
  ];
  for (const [what, content] of without) {
    it(`is nothing with ${what}`, () => {
      assert.deepEqual(setUp(content).availabilityOf(event), nothing);
    });
  }

  it('takes the event rate only where the plan says that the venue is near enough', () => {
    const far = setUp({ ratePlans: [withRate('standard', 9900, 10)] });
    assert.deepEqual(far.availabilityOf(event), { low: 10, high: 10, available: 10 });
    const near = setUp({ ratePlans: [withRate('standard', 9900, 1000)] });
    assert.deepEqual(near.availabilityOf(event), { low: 99, high: 99, available: 10 });
  });

  it('is worked out once a second, and anew with the catalogue', () => {
    const { availabilityOf, asked, book, wait, setCatalogue } = setUp();
    availabilityOf(event);
    book(4);
    wait(999);
    assert.equal(availabilityOf(event).available, 10);
    assert.equal(asked.length, 1);
    wait(1);
    assert.equal(availabilityOf(event).available, 6);
    setCatalogue({ locations: [aLocation({ options: [anOption({ capacity: 20 })] })] });
    assert.equal(availabilityOf(event).available, 16);
  });

  it('looks at no more than the hundred nearest places', () => {
    const locations = Array.from({ length: 150 }, (_, index) => aLocation({ id: locationId(index + 1) }));
    const { availabilityOf, asked } = setUp({ locations });
    assert.equal(availabilityOf(event).available, 1000);
    assert.equal(asked.length, 100);
  });
});
