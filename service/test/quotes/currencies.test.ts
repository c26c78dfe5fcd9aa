import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { locationId } from '../../src/base/ids.js';
import type { Currency } from '../../src/base/money.js';
import type { Location } from '../../src/catalogue/location.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import { aSearch, someQuotes } from './builders.js';

const planOf = (currency: Currency, priceMinor: number) => {
  const { dailyMaximumMinor: _, ...plan } = aRatePlan();
  const duration = { tiers: [{ upToMinutes: 1440, priceMinor }] };
  return { ...plan, id: `${currency}-${priceMinor}`, currency, duration };
};

/** One location after the other, from the search's centre on. */
const placesOf = (prices: readonly (readonly [Currency, number | undefined])[]): readonly Location[] =>
  prices.map(([currency, price], index) =>
    aLocation({
      id: locationId(index + 1),
      currency,
      coordinates: { lat: 41.8858 + index / 1000, lon: -87.6229 },
      options: price === undefined ? [] : [anOption({ ratePlan: `${currency}-${price}` })],
    }),
  );

/** The nearest cannot be booked; then dollars, yen, dollars and euros. */
const prices: readonly (readonly [Currency, number | undefined])[] = [
  ['CAD', undefined],
  ['USD', 900],
  ['JPY', 500],
  ['USD', 700],
  ['EUR', 100],
];
const subject = someQuotes({
  locations: placesOf(prices),
  ratePlans: prices.flatMap(([currency, price]) => (price === undefined ? [] : [planOf(currency, price)])),
});
const order = (sort: string) => subject.all(aSearch({ sort })).map(({ location }) => location.id);

describe('a search over several currencies', () => {
  it('sorts by price within each, that of the first bookable result first', () => {
    assert.deepEqual(order('price'), [4, 2, 5, 3, 1]);
    assert.deepEqual(order('price:desc'), [2, 4, 5, 3, 1]);
  });

  it('picks in the currency of the first bookable result only', () => {
    const picks = subject.search(aSearch({ returns: 'curated' })).curated();
    assert.deepEqual([picks?.cheapest.location.id, picks?.closest.location.id], [4, 2]);
  });
});

describe('the order by name', () => {
  const named = ['Zoo', 'älter', 'Apple', 'apple'].map((name, index) =>
    aLocation({ id: locationId(index + 1), name }),
  );
  const search = (sort: string) =>
    someQuotes({ locations: named })
      .all(aSearch({ sort }))
      .map(({ location }) => location.name);

  it('is that of a dictionary, either way', () => {
    assert.deepEqual(search('name'), ['älter', 'apple', 'Apple', 'Zoo']);
    assert.deepEqual(search('name:desc'), ['Zoo', 'Apple', 'apple', 'älter']);
  });
  it('gives way to a key before it', () =>
    assert.deepEqual(search('distance:asc name:desc'), ['Zoo', 'Apple', 'apple', 'älter']));
});
