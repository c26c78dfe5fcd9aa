import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hoursText } from '../../src/catalogue/hours-text.js';
import { readHeight } from '../../src/catalogue/import/geojson/read-height.js';
import { readOpeningHours } from '../../src/catalogue/import/geojson/read-opening-hours.js';
import type { OperatingHours } from '../../src/catalogue/opening.js';

/** `weekday from-to` in hours. */
const written = (hours: OperatingHours | undefined): unknown => {
  if (hours === undefined || hours.alwaysOpen) return hours?.alwaysOpen;
  return hours.intervals.map(
    ({ weekday, fromMinute, toMinute }) => `${weekday} ${fromMinute / 60}-${toMinute / 60}`,
  );
};

const days = (from: number, to: number, span: string): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index} ${span}`);

describe('opening hours of a file', () => {
  const rows: readonly (readonly [string, unknown])[] = [
    ['24/7', true],
    ['Mo-Su 00:00-24:00', true],
    ['00:00-24:00', true],
    ['Mo-Fr 06:00-22:00', days(1, 5, '6-22')],
    ['Mo-Fr 06:00-22:00; Sa 8:00-20:00', [...days(1, 5, '6-22'), '6 8-20']],
    ['mo-su 07:00-01:00', days(1, 7, '7-25')],
    ['Mo,We 07:30-12:00, 13:00-18:00', ['1 7.5-12', '1 13-18', '3 7.5-12', '3 13-18']],
    ['Fr-Mo 10:00-12:00', ['1 10-12', '5 10-12', '6 10-12', '7 10-12']],
    ['Mo-Su 06:00-22:00; Su off', days(1, 6, '6-22')],
    ['Mo-Fr 06:00-22:00;', days(1, 5, '6-22')],
    ['closed', []],
    // What is more than that stays a text.
    ['Mo-Fr 7-22 Uhr', undefined],
    ['Mo-Fr 06:00-22:00; PH off', undefined],
    ['Mo-Fr 06:00-25:00', undefined],
    ['Mo-Fr', undefined],
    ['sunrise-sunset', undefined],
    ['immer', undefined],
    [' ', undefined],
  ];
  for (const [text, expected] of rows) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(written(readOpeningHours(text)), expected);
    });
  }
});

describe('hours as people read them', () => {
  const weekly = readOpeningHours('Mo-Th 06:00-22:00; Fr 06:00-02:00; Sa 00:00-24:00') ?? {
    alwaysOpen: true,
  };
  const rows: readonly (readonly [string, OperatingHours, string, string])[] = [
    ['always', { alwaysOpen: true }, 'Open 24 hours', 'Ouvert 24 heures sur 24'],
    ['never', { alwaysOpen: false, intervals: [] }, 'Closed', 'Fermé'],
    [
      'weekly',
      weekly,
      'Mon–Thu 6:00 AM – 10:00 PM; Fri 6:00 AM – 2:00 AM; Sat all day; Sun closed',
      'lun.–jeu. 6 h 00 – 22 h 00; ven. 6 h 00 – 2 h 00; sam. toute la journée; dim. fermé',
    ],
  ];
  for (const [name, hours, english, french] of rows) {
    it(`says ${name} in English and French`, () => {
      assert.equal(hoursText(hours, 'en-US'), english);
      assert.equal(hoursText(hours, 'en-CA'), english);
      assert.equal(hoursText(hours, 'fr-CA'), french);
    });
  }

  it('says noon and midnight as noon and midnight', () => {
    const noon = readOpeningHours('Mo 12:00-12:30, 23:30-00:15') ?? { alwaysOpen: true };
    assert.equal(hoursText(noon, 'en-US'), 'Mon 12:00 PM – 12:30 PM, 11:30 PM – 12:15 AM; Tue–Sun closed');
  });
});

describe('clear heights of a file', () => {
  const rows: readonly (readonly [unknown, number | undefined])[] = [
    ['2.1', 82.7],
    [2.1, 82.7],
    ['2,10 m', 82.7],
    ['210 cm', 82.7],
    ['6\'10"', 82],
    ['6 ft 10 in', 82],
    ["7'", 84],
    ['0.2', undefined],
    ['99', undefined],
    ['default', undefined],
    ['none', undefined],
    [null, undefined],
    [{}, undefined],
  ];
  for (const [value, expected] of rows) {
    it(`reads ${JSON.stringify(value)}`, () => assert.equal(readHeight(value), expected));
  }
});
