import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationId } from '../../src/base/ids.js';
import type { Location } from '../../src/catalogue/location.js';
import type { QuoteSearch } from '../../src/quotes/quote.js';
import { aLocation, anOption, aRatePlan, someValidation } from '../catalogue/builders.js';
import { aSearch, someQuotes } from './builders.js';

const place = (id: number, overrides: Partial<Location> = {}): Location =>
  aLocation({ id: locationId(id), ...overrides });

/** 1 is bookable, 2 sold out, 3 not sold, 4 on the street, 5 wants a printed pass, 6 a licence plate. */
const locations = [
  place(1),
  place(2, {
    options: [
      anOption({ key: 'dear', capacity: 4, ratePlan: 'dear' }),
      anOption({ key: 'small', capacity: 3 }),
    ],
  }),
  place(3, { options: [] }),
  place(4, { type: 'on_street' }),
  place(5, { validation: someValidation({ requiresPrintout: true }) }),
  place(6, { validation: someValidation({ requiresLicensePlate: true }) }),
];
const dear = aRatePlan({ id: 'dear', flatWindows: [], dailyMaximumMinor: 700 });

describe('returns', () => {
  const subject = someQuotes({ locations, ratePlans: [aRatePlan(), dear] });
  subject.setPeak(({ location }) => (location === 2 ? 5 : 0));
  const found = (search: QuoteSearch) => subject.all(aSearch(search)).map(({ location }) => location.id);

  const table: readonly (readonly [string, readonly number[]])[] = [
    ['', [1, 2, 3, 4, 5, 6]],
    ['sunshine', [1, 2, 3, 4, 5, 6]],
    ['offstreet', [1, 2, 3, 5, 6]],
    ['offstreet_bookable', [1, 5, 6]],
    ['offstreet_bookable_mobile', [1, 6]],
    ['offstreet_bookable_sold_out', [1, 2, 5, 6]],
    ['curated offstreet_bookable_sold_out offstreet_bookable', [1, 2, 5, 6]],
    ['offstreet offstreet_bookable', [1, 2, 3, 5, 6]],
  ];
  for (const [returns, ids] of table)
    it(`"${returns}" shows ${ids}`, () => assert.deepEqual(found({ returns }), ids));

  it('counts what it shows', () =>
    assert.equal(subject.search(aSearch({ returns: 'offstreet_bookable' })).total, 3));

  const soldOut = (returns: string) => {
    const quote = subject.all(aSearch({ returns })).find(({ location }) => location.id === 2);
    return quote?.purchaseOptions.map(({ option, space }) => [option.key, space]);
  };
  it('shows what is sold out with the cheapest of its options, unavailable, only when asked', () => {
    assert.deepEqual(soldOut('offstreet'), []);
    assert.deepEqual(soldOut('offstreet_bookable_sold_out'), [
      ['dear', { status: 'unavailable', remaining: 0 }],
    ]);
  });

  it('never picks what is sold out', () => {
    const full = someQuotes();
    full.setPeak(() => 10);
    const search = full.search(aSearch({ returns: 'curated offstreet_bookable_sold_out' }));
    assert.deepEqual([search.total, search.curated(), search.suggestedView()], [1, undefined, []]);
  });
});

describe('capabilities', () => {
  const subject = someQuotes({ locations });
  const found = (capabilities: string) =>
    subject.all(aSearch({ capabilities })).map(({ location }) => location.id);

  it('leave out what needs a plate for those who never ask for one', () => {
    assert.deepEqual(found('capture_plate:never'), [1, 2, 3, 4, 5]);
    assert.deepEqual(found('capture_plate:always'), [1, 2, 3, 4, 5, 6]);
  });
});
