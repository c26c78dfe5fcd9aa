import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cleanText, slugOf } from '../../src/catalogue/clean-text.js';
import { eventDates } from '../../src/catalogue/event-dates.js';
import { findJsonFault, placeOf } from '../../src/catalogue/import/find-json-fault.js';
import type { Position, Ring } from '../../src/catalogue/import/geojson/geometry.js';
import { pointInside } from '../../src/catalogue/import/geojson/point-inside.js';
import { readCapacity } from '../../src/catalogue/import/geojson/read-capacity.js';
import { countryOfZone, currencyOfCountry, zoneAt } from '../../src/catalogue/import/place.js';

describe('readCapacity', () => {
  const cases: readonly (readonly [unknown, number | undefined])[] = [
    [350, 350],
    ['350', 350],
    ['ca. 350', 350],
    ['1.200', 1200],
    ["1'200 Plätze", 1200],
    ['1 200', 1200],
    ['2,500,000', undefined],
    ['120 Plätze', 120],
    ['120-140', 120],
    ['12.5', 12],
    ['', undefined],
    ['unbekannt', undefined],
    ['-5', undefined],
    [0, undefined],
    [-3, undefined],
    [12.5, undefined],
    [1e12, undefined],
    ['9'.repeat(500), undefined],
    [null, undefined],
    [true, undefined],
    [[120], undefined],
    [{}, undefined],
  ];
  for (const [given, expected] of cases)
    it(`reads ${JSON.stringify(given)?.slice(0, 30)} as ${expected}`, () =>
      assert.equal(readCapacity(given), expected));
});

describe('cleanText', () => {
  it('gives one line without control characters, never longer than asked, and cleaning again changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 300 }),
        fc.integer({ min: 1, max: 50 }),
        (text, longest) => {
          const clean = cleanText(text, longest);
          assert.ok([...clean].length <= longest);
          assert.doesNotMatch(clean, /[\p{Cc}\p{Cs}\u202e]/u);
          assert.equal(cleanText(clean, longest), clean);
        },
      ),
      { numRuns: 500, seed: 20261121 },
    );
  });

  it('makes paths of names', () => {
    assert.equal(slugOf("P+R Süd – Straße 5 / Gård's"), 'p-r-sud-strasse-5-gard-s');
    assert.equal(slugOf('日本'), '');
  });
});

describe('findJsonFault', () => {
  const places: readonly (readonly [string, number, number])[] = [
    ['{"a": 1,}', 1, 9],
    ['{"a" 1}', 1, 5],
    ['[1, 2', 1, 6],
    ['{\n"a": tru\n}', 2, 6],
    ['{"a": "x\ny"}', 1, 9],
    ['{"a": "\\q"}', 1, 8],
    ['{} {}', 1, 4],
    ["{'a': 1}", 1, 2],
    ['[01]', 1, 3],
    ['', 1, 1],
  ];
  for (const [text, line, column] of places)
    it(`finds the fault of ${JSON.stringify(text)} at ${line}:${column}`, () => {
      const fault = findJsonFault(text);
      assert.deepEqual(placeOf(text, fault?.offset ?? -1), { line, column });
    });

  const isJson = (text: string): boolean => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  it('finds none exactly where JSON.parse finds none, however a text is cut or bent', () => {
    const bent = fc
      .tuple(
        fc.json({ maxDepth: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', ']', '0', '\\', ' ', '\u0001', '.', 'e'),
      )
      .map(([json, at, piece]) => {
        const cut = at % (json.length + 1);
        return json.slice(0, cut) + piece + json.slice(cut + (at % 2));
      });
    fc.assert(
      fc.property(bent, (text) => assert.equal(findJsonFault(text) === undefined, isJson(text), text)),
      { numRuns: 5000, seed: 20261121 },
    );
  });
});

describe('pointInside', () => {
  const ring = (positions: readonly Position[]): Ring => [...positions, ...positions.slice(0, 1)];
  const square = ring([
    [0, 0],
    [4, 0],
    [4, 4],
    [0, 4],
  ]);

  it('answers the centroid of the largest polygon where that lies inside', () => {
    const small = square.map(([x, y]): Position => [x / 10 + 50, y / 10]);
    assert.deepEqual(pointInside({ points: [], polygons: [[small], [square]] }), [2, 2]);
  });

  it('answers a point inside where the centroid lies outside, or in a hole', () => {
    const horseshoe = ring([
      [0, 0],
      [10, 0],
      [10, 10],
      [9, 10],
      [9, 1],
      [1, 1],
      [1, 10],
      [0, 10],
    ]);
    const [x = -1, y = -1] = pointInside({ points: [], polygons: [[horseshoe]] }) ?? [];
    assert.ok((x > 0 && x < 1) || (x > 9 && x < 10), `${x} ${y}`);
    const hole = square.map(([hx, hy]): Position => [hx / 2 + 1, hy / 2 + 1]);
    const [inX = -1] = pointInside({ points: [], polygons: [[square, hole]] }) ?? [];
    assert.ok((inX > 0 && inX < 1) || (inX > 3 && inX < 4), `${inX}`);
  });

  it('answers a corner where there is no area, and nothing for nothing', () => {
    assert.deepEqual(
      pointInside({
        points: [],
        polygons: [
          [
            [
              [3, 3],
              [3, 3],
            ],
          ],
        ],
      }),
      [3, 3],
    );
    assert.equal(pointInside({ points: [], polygons: [] }), undefined);
  });

  it('stays within the bounds of every star-shaped ring', () => {
    const radii = fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(radii, (lengths) => {
        const positions = lengths.map((length, index): Position => {
          const angle = (index / lengths.length) * 2 * Math.PI;
          return [length * Math.cos(angle), length * Math.sin(angle)];
        });
        const [x = Number.NaN, y = Number.NaN] =
          pointInside({ points: [], polygons: [[ring(positions)]] }) ?? [];
        const xs = positions.map(([px]) => px);
        const ys = positions.map(([, py]) => py);
        assert.ok(
          x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys),
        );
      }),
      { numRuns: 300, seed: 20261121 },
    );
  });
});

describe('place', () => {
  const cases: readonly (readonly [
    string,
    number,
    number,
    string,
    string | undefined,
    string | undefined,
  ])[] = [
    ['Aalborg', 57.05, 9.92, 'Europe/Copenhagen', 'DK', 'DKK'],
    ['Dresden', 51.05, 13.74, 'Europe/Berlin', 'DE', 'EUR'],
    ['Chicago', 41.88, -87.63, 'America/Chicago', 'US', 'USD'],
    ['Indianapolis', 39.77, -86.16, 'America/Indiana/Indianapolis', 'US', 'USD'],
    ['Toronto', 43.65, -79.38, 'America/Toronto', 'CA', 'CAD'],
    ['Vancouver', 49.28, -123.12, 'America/Vancouver', 'CA', 'CAD'],
    ['Zürich', 47.37, 8.54, 'Europe/Zurich', 'CH', 'CHF'],
    ['Sydney', -33.87, 151.2, 'Australia/Sydney', undefined, undefined],
  ];
  for (const [city, lat, lon, zone, country, currency] of cases)
    it(`knows the zone, country and currency of ${city}`, () => {
      assert.equal(zoneAt({ lat, lon }), zone);
      assert.equal(countryOfZone(zone), country);
      assert.equal(currencyOfCountry(country ?? 'AU'), currency);
    });
});

describe('eventDates', () => {
  const rule = { weekday: 6, startMinute: 19 * 60, durationMinutes: 180, weeks: 2 };

  it('begins with the event that is going on, and ends after so many weeks', () => {
    const saturday = Date.UTC(2026, 10, 22, 3, 59);
    assert.deepEqual(
      eventDates(rule, 'America/Chicago', saturday).map(({ date }) => date),
      ['2026-11-21', '2026-11-28'],
    );
    assert.deepEqual(
      eventDates(rule, 'America/Chicago', saturday + 60_000).map(({ date }) => date),
      ['2026-11-28'],
    );
  });

  it('keeps an event that crosses midnight until it ends', () => {
    const late = { ...rule, startMinute: 23 * 60 };
    const afterMidnight = Date.UTC(2026, 10, 22, 7, 30);
    assert.equal(eventDates(late, 'America/Chicago', afterMidnight)[0]?.date, '2026-11-21');
  });
});
