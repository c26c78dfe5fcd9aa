import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/base/problem.js';
import type { ParkingOption } from '../../src/catalogue/location.js';
import type { Quote, QuotedOption } from '../../src/quotes/quote.js';
import { aLocation, anOption, aRatePlan } from '../catalogue/builders.js';
import { aSearch, someQuotes } from './builders.js';

const keysOf = (options: readonly QuotedOption[] | undefined): readonly string[] | undefined =>
  options?.map(({ option }) => option.key);
const kindsOf = ({ purchaseOptions, onDemandOptions, nonBookableOptions }: Quote) => [
  keysOf(purchaseOptions),
  keysOf(onDemandOptions),
  keysOf(nonBookableOptions),
];

const options: readonly ParkingOption[] = [
  anOption({ key: 'ahead' }),
  anOption({ key: 'on the spot', sale: 'on_demand' }),
  anOption({ key: 'at the gate', sale: 'none' }),
  anOption({ key: 'unknown capacity', capacity: 0 }),
  anOption({ key: 'on the spot without capacity', sale: 'on_demand', capacity: 0 }),
];

describe('kinds of options', () => {
  const subject = someQuotes({ locations: [aLocation({ options })] });
  const shown = (optionTypes?: string) =>
    subject.all(aSearch(optionTypes === undefined ? {} : { optionTypes })).map(kindsOf);
  const listed = ['at the gate', 'unknown capacity', 'on the spot without capacity'];

  it('are the bookable ones unless others are asked for', () =>
    assert.deepEqual(shown(), [[['ahead'], undefined, undefined]]));
  it('are all of them under all', () =>
    assert.deepEqual(shown('all'), [[['ahead'], ['on the spot'], listed]]));
  it('are those that are named', () => {
    assert.deepEqual(shown('non_bookable'), [[[], undefined, listed]]);
    assert.deepEqual(shown('on_demand,bookable'), [[['ahead'], ['on the spot'], undefined]]);
  });

  it('have the same prices, and those not sold nothing to book', () => {
    const [quote] = subject.all(aSearch({ optionTypes: 'all' }));
    const [gate] = quote?.nonBookableOptions ?? [];
    assert.deepEqual(gate?.price, quote?.purchaseOptions[0]?.price);
    assert.equal(gate !== undefined && 'id' in gate, false);
  });

  it('on demand are opened like any other', () => {
    const id = subject.all(aSearch({ optionTypes: 'on_demand' }))[0]?.onDemandOptions?.[0]?.id ?? '';
    const opened = subject.quotes.open(id, []);
    assert.deepEqual([opened.option.key, opened.price.total.minor], ['on the spot', 1200]);
  });

  it('on demand are left out when no space is left, and shown ones never are', () => {
    const full = someQuotes({ locations: [aLocation({ options })] });
    full.setPeak(() => 10);
    assert.deepEqual(full.all(aSearch({ optionTypes: 'all' })).map(kindsOf), [[[], [], listed]]);
  });

  it('that are no longer sold cannot be opened', () => {
    const changing = someQuotes({ locations: [aLocation()] });
    const id = changing.all(aSearch())[0]?.purchaseOptions[0]?.id ?? '';
    changing.setCatalogue({ locations: [aLocation({ options: [anOption({ sale: 'none' })] })] });
    assert.throws(
      () => changing.quotes.open(id, []),
      (error) => error instanceof Problem && error.code === 'booking_sold_out',
    );
  });

  it('keep a location in a search by event alone when they are asked for', () => {
    const listedOnly = someQuotes({ locations: [aLocation({ options: [anOption({ sale: 'none' })] })] });
    assert.equal(listedOnly.search({ eventId: '9001' }).total, 0);
    assert.equal(listedOnly.search({ eventId: '9001', optionTypes: 'all' }).total, 1);
  });

  it('on demand count as bookable for picks and for the suggested view', () => {
    const spot = aLocation({ options: [anOption({ sale: 'on_demand' })] });
    const search = someQuotes({ locations: [spot] }).search(aSearch({ optionTypes: 'all' }));
    assert.equal(search.curated()?.cheapest.location.id, 101);
    assert.equal(search.suggestedView().length, 1);
  });

  it('are sorted by the price that is shown', () => {
    const dear = aRatePlan({ id: 'dear', duration: { tiers: [{ upToMinutes: 1440, priceMinor: 9000 }] } });
    const { dailyMaximumMinor: _, ...unbounded } = dear;
    const both = [
      anOption({ key: 'dear', sale: 'none', ratePlan: 'dear' }),
      anOption({ key: 'plain', sale: 'none' }),
    ];
    const [quote] = someQuotes({
      locations: [aLocation({ options: both })],
      ratePlans: [aRatePlan(), unbounded],
    }).all(aSearch({ optionTypes: 'non_bookable' }));
    assert.deepEqual(keysOf(quote?.nonBookableOptions), ['plain', 'dear']);
  });
});
