import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { eventId, locationId, venueId } from '../../src/base/ids.js';
import { Problem } from '../../src/base/problem.js';
import type { Place } from '../../src/quotes/query/q-language.js';
import { readSearch } from '../../src/quotes/query/search-query.js';
import type { Returns } from '../../src/quotes/query/search-returns.js';
import type { QuoteSearch } from '../../src/quotes/quote.js';
import { aSearch } from './builders.js';

const placeOf = (q: string): Place => readSearch(aSearch({ q })).place;

/** Code and fields of the problem; anything else that is thrown fails the test. */
const problemOf = (search: QuoteSearch): readonly [string, readonly string[]] | undefined => {
  try {
    readSearch(search);
  } catch (error) {
    if (error instanceof Problem) return [error.code, error.detail.fields ?? []];
    throw error;
  }
  return undefined;
};

describe('q', () => {
  const chicago = { lat: 41.878, lon: -87.626 };
  const bounds = { south: 40.57, west: -111.66, north: 40.58, east: -111.65 };
  const table: readonly (readonly [string, Place])[] = [
    ['coordinates:41.878,-87.626', { coordinates: chicago }],
    [' coordinates:41.878,-87.626', { coordinates: chicago }],
    ['coordinates:[41.878,-87.626]', { coordinates: chicago }],
    ['coordinates:41.878,-87.626  distance:.5 ', { coordinates: chicago, radiusMeters: 804.672 }],
    ['distance:100 coordinates:41.878,-87.626', { coordinates: chicago, radiusMeters: 160934.4 }],
    ['coordinates:+1e-7,0', { coordinates: { lat: 1e-7, lon: 0 } }],
    ['bounds:40.58,-111.66,40.57,-111.65', { bounds }],
    ['bounds:40.57,-111.65,40.58,-111.66', { bounds }],
    ['bounds:[40.57,-111.65],[40.58,-111.66]', { bounds }],
    ['bounds:[[40.57,-111.65],[40.58,-111.66]]', { bounds }],
    ['bounds:40.58,-111.66,40.58,-111.65,40.57,-111.65,40.57,-111.66', { bounds }],
    ['bounds:40.58,-111.66,40.58,-111.65,40.57,-111.66,40.57,-111.65', { bounds }],
    [
      'anchor_coordinates:41.878,-87.626 search_type:transient venue_id:5',
      { anchor: chicago, venue: venueId(5) },
    ],
    ['event_id:0077', { event: eventId(77) }],
    ['location_id:3,1,3', { locations: [locationId(3), locationId(1)] }],
    [
      'anchor_coordinates:41.878,-87.626 search_type:transient bounds:40.58,-111.66,40.57,-111.65 event_id:7',
      { anchor: chicago, bounds, event: eventId(7) },
    ],
  ];
  for (const [q, place] of table) it(`reads "${q}"`, () => assert.deepEqual(placeOf(q), place));

  it('says what would do', () => {
    const detailsOf = (q: string): string | undefined => {
      try {
        readSearch(aSearch({ q }));
      } catch (error) {
        return error instanceof Problem ? error.detail.details : undefined;
      }
      return undefined;
    };
    assert.equal(
      detailsOf('coordinates:41.878'),
      'the value of coordinates is not valid: latitude,longitude',
    );
    assert.equal(
      detailsOf('coordinates:1,2 distance:101'),
      'the value of distance is not valid: miles, above 0 and up to 100',
    );
    assert.match(detailsOf('ORD') ?? '', /^"ORD" has no known type; there are coordinates, .*location_id/);
  });

  const wrong = [
    'ORD',
    'downtown parking',
    'distance=2.0 coordinates:41.878,-87.626',
    'coordinates:41.878-87.626',
    'coordinates:41.878, -87.626',
    'coordinates:41.878',
    'coordinates:1,2,3',
    'coordinates:',
    'coordinates:NaN,NaN',
    'coordinates:Infinity,0',
    'coordinates:0x10,0',
    'coordinates:1e999,0',
    'coordinates:90.01,0',
    'coordinates:0,180.5',
    'coordinates:41.878,-87.626\0',
    'coordinates:[41.878,-87.626',
    'coordinates:41.878,-87.626 distance:0',
    'coordinates:41.878,-87.626 distance:-1',
    'coordinates:41.878,-87.626 distance:100.1',
    'coordinates:41.878,-87.626 distance:2mi',
    'coordinates:41.878,-87.626 coordinates:41.878,-87.626',
    'bounds:1,2,3',
    'bounds:[40.57,-111.65],[40.58,-111.66',
    'bounds:1,2,3,4,5,6',
    'bounds:-90,-180,90,180',
    'venue_id:abc',
    'venue_id:-1',
    'venue_id:1.5',
    'venue_id:99999999999999999999',
    'location_id:1,,2',
    `location_id:${Array.from({ length: 101 }, (_, index) => index).join(',')}`,
    'search_type:monthly',
    'search_type:transient',
    'distance:3',
    'colour:red',
    'constructor:1',
    'Coordinates:41.878,-87.626',
    ':5',
    'café:1',
    '',
    '   ',
    `coordinates:41.878,-87.626 ${'x'.repeat(3000)}`,
  ];
  for (const q of wrong)
    it(`refuses ${JSON.stringify(q.slice(0, 60))}`, () =>
      assert.deepEqual(problemOf(aSearch({ q })), ['quote_search_invalid', ['q']]));

  it('answers any text with a search or a problem, and quickly', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('coordinates:', 'bounds:', '1', '.', ',', ' ', ':', '[', ']', 'e', '-', '\0'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        problemOf(aSearch({ q: pieces.join('') }));
      }),
    );
  });

  it('does not backtrack over long digits', () => {
    const started = performance.now();
    for (let round = 0; round < 100; round += 1)
      problemOf(aSearch({ q: `coordinates:${'1'.repeat(1900)}x` }));
    assert.ok(performance.now() - started < 1000);
  });
});

describe('times of a search', () => {
  const wallOf = (startTime: string): string | undefined => {
    const start = readSearch(aSearch({ startTime, endTime: '2026-11-24T00:00' })).times?.start;
    return start === undefined ? undefined : new Date(start.wallMs).toISOString();
  };
  const table = [
    '2026-11-23T10:00',
    '2026-11-23T10:00:00',
    '2026-11-23T10:00:00.000',
    '2026-11-23T10:00:00Z',
    '2026-11-23T10:00:00.000Z',
    '2026-11-23T10:00:00-06:00',
    '2026-11-23T10:00:00.000+0530',
    '2026-11-23T10:00+14:00',
    '2026-11-23T10:00:00 02:00',
    '2026-11-23 10:00',
  ];
  for (const text of table)
    it(`reads the digits of ${text}, whatever its zone`, () =>
      assert.equal(wallOf(text), '2026-11-23T10:00:00.000Z'));

  const invalid: readonly (readonly [string, QuoteSearch, readonly string[]])[] = [
    ['a day that does not exist', { startTime: '2026-02-30T10:00' }, ['start_time']],
    ['a JavaScript date', { startTime: 'Mon Nov 23 2026 10:00:00 GMT-0600' }, ['start_time']],
    ['a number', { startTime: '1795449600000' }, ['start_time']],
    ['a NUL byte', { startTime: '2026-11-23T10:00\0' }, ['start_time']],
    ['a year far away', { endTime: '9999-01-01T10:00' }, ['end_time']],
    ['both malformed', { startTime: 'x', endTime: 'y' }, ['start_time', 'end_time']],
    ['an end before the start', { endTime: '2026-11-23T09:59' }, ['end_time']],
    ['an end at the start', { endTime: '2026-11-23T10:00' }, ['end_time']],
    ['more than a year', { endTime: '2027-11-25T10:00' }, ['end_time']],
    ['very long text', { startTime: '2'.repeat(100_000) }, ['start_time']],
  ];
  for (const [name, search, fields] of invalid)
    it(`refuses ${name}`, () =>
      assert.deepEqual(problemOf(aSearch(search)), ['quote_search_invalid', fields]));

  const missing: readonly (readonly [string, QuoteSearch, readonly string[]])[] = [
    ['both', { startTime: '', endTime: '' }, ['start_time', 'end_time']],
    ['the start', { startTime: '' }, ['start_time']],
    ['the end beside an event', { eventId: '1', endTime: '' }, ['end_time']],
  ];
  for (const [name, search, fields] of missing)
    it(`asks for ${name}`, () =>
      assert.deepEqual(problemOf(aSearch(search)), ['quote_times_missing', fields]));

  it('come from the event where there is one', () => {
    assert.equal(readSearch({ eventId: '1' }).times, undefined);
    assert.equal(readSearch({ q: 'event_id:1', startTime: '', endTime: '' }).times, undefined);
  });
});

describe('other parameters of a search', () => {
  const wrong: readonly (readonly [QuoteSearch, readonly [string, readonly string[]]])[] = [
    [{ eventId: 'abc' }, ['quote_search_invalid', ['event_id']]],
    [{ q: 'event_id:1', eventId: '2' }, ['quote_search_invalid', ['event_id']]],
    [{ pricingAccessCode: 'a\0b' }, ['quote_search_invalid', ['pricing_access_code']]],
    [{ pricingAccessCode: 'a'.repeat(101) }, ['quote_search_invalid', ['pricing_access_code']]],
    [{ sort: 'colour' }, ['request_parameter_invalid', ['sort']]],
    [{ sort: 'price:up' }, ['request_parameter_invalid', ['sort']]],
    [{ sort: 'price:asc:desc' }, ['request_parameter_invalid', ['sort']]],
    [{ returns: 'x'.repeat(1000) }, ['quote_search_invalid', ['returns']]],
    [{ optionTypes: 'sunshine' }, ['quote_search_invalid', ['option_types']]],
    [{ optionTypes: 'bookable sunshine' }, ['quote_search_invalid', ['option_types']]],
    [{ capabilities: 'ble_vend' }, ['quote_search_invalid', ['capabilities']]],
    [{ capabilities: 'capture_plate:always ble_vend:x' }, ['quote_search_invalid', ['capabilities']]],
    [{ capabilities: 'capture_plate:often' }, ['quote_search_invalid', ['capabilities']]],
    [{ q: 'venue_id:501 search_type:monthly' }, ['quote_search_invalid', ['q']]],
  ];
  for (const [search, problem] of wrong)
    it(`refuse ${JSON.stringify(search).slice(0, 60)}`, () =>
      assert.deepEqual(problemOf(aSearch(search)), problem));

  it('read several sort keys in order', () =>
    assert.deepEqual(readSearch(aSearch({ sort: ' price  distance:desc name' })).sort, [
      { name: 'price', isDescending: false },
      { name: 'distance', isDescending: true },
      { name: 'name', isDescending: false },
    ]));

  const returns: readonly (readonly [string, Partial<Returns>])[] = [
    ['', {}],
    ['curated sunshine', { wantsCurated: true }],
    ['suggested_view,curated', { wantsCurated: true, wantsSuggestedView: true }],
    ['offstreet', { isOffstreetOnly: true }],
    ['offstreet_bookable', { isOffstreetOnly: true, only: 'bookable' }],
    ['offstreet_bookable_mobile', { isOffstreetOnly: true, only: 'bookable on a phone' }],
    ['offstreet_bookable_sold_out', { isOffstreetOnly: true, only: 'bookable', keepsSoldOut: true }],
    ['offstreet_bookable offstreet_bookable_mobile', { isOffstreetOnly: true, only: 'bookable' }],
    ['offstreet offstreet_bookable', { isOffstreetOnly: true }],
    ['offstreet_bookables', {}],
  ];
  const ordinary: Returns = {
    wantsCurated: false,
    wantsSuggestedView: false,
    isOffstreetOnly: false,
    only: 'anything',
    keepsSoldOut: false,
  };
  for (const [text, expected] of returns)
    it(`returns "${text}"`, () =>
      assert.deepEqual(readSearch(aSearch({ returns: text })).returns, { ...ordinary, ...expected }));

  const types: readonly (readonly [string, readonly string[]])[] = [
    ['', ['bookable']],
    ['all', ['bookable', 'on_demand', 'non_bookable']],
    ['ALL', ['bookable', 'on_demand', 'non_bookable']],
    ['bookable', ['bookable']],
    ['bookable non_bookable on_demand', ['bookable', 'non_bookable', 'on_demand']],
    ['bookable,non_bookable', ['bookable', 'non_bookable']],
    ['non_bookable', ['non_bookable']],
    [' on_demand, ', ['on_demand']],
  ];
  for (const [optionTypes, expected] of types)
    it(`option_types "${optionTypes}"`, () =>
      assert.deepEqual([...readSearch(aSearch({ optionTypes })).kinds], expected));

  const capabilities: readonly (readonly [string, boolean])[] = [
    ['', false],
    ['capture_plate:always', false],
    ['capture_plate', false],
    ['capture_plate:never', true],
    ['gate_control:always,capture_plate:never', true],
  ];
  for (const [text, expected] of capabilities)
    it(`capabilities "${text}"`, () =>
      assert.equal(readSearch(aSearch({ capabilities: text })).capabilities.capturesNoPlate, expected));
});
