import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { formatInZone } from '../../src/base/zoned-time.js';
import { zoneAt } from '../../src/catalogue/import/place.js';
import type { Coordinates } from '../../src/catalogue/location.js';
import { aLocation, aRatePlan } from '../catalogue/builders.js';
import { aSearch, someQuotes } from './builders.js';

interface Place {
  readonly timezone?: string;
  readonly coordinates: Coordinates;
}

const hourMs = 3_600_000;
const file = new URL('../../../data/demo-catalogue.json', import.meta.url);
const places: readonly Place[] = JSON.parse(readFileSync(file, 'utf8')).locations;
const zones = new Set(places.map(({ timezone, coordinates }) => timezone ?? zoneAt(coordinates)));

const offsetAt = (at: number, zone: string): number => {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(formatInZone(at, zone)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
};

/** The local days of 2027 on which the clocks change, with the hours that each has. */
const changesOf = (zone: string): readonly { readonly day: string; readonly hours: number }[] =>
  Array.from({ length: 365 }, (_, index) => Date.UTC(2027, 0, 1, 12) + index * 24 * hourMs).flatMap(
    (noon) => {
      const gained = (offsetAt(noon - 24 * hourMs, zone) - offsetAt(noon, zone)) / 60;
      return gained === 0 ? [] : [{ day: formatInZone(noon, zone).slice(0, 10), hours: 24 + gained }];
    },
  );

const dayAfter = (day: string): string => new Date(Date.parse(day) + 24 * hourMs).toISOString().slice(0, 10);

/** 1.00 an hour, without a maximum. */
const { dailyMaximumMinor: _, ...unbounded } = aRatePlan();
const hourly = {
  ...unbounded,
  duration: { tiers: [], continuation: { everyMinutes: 60, priceMinor: 100 } },
};
const wholeDay = { ...hourly, flatWindows: [{ window: { fromMinute: 0, toMinute: 1440 }, priceMinor: 900 }] };
const overnight = {
  ...hourly,
  flatWindows: [{ window: { fromMinute: 1320, toMinute: 360 }, priceMinor: 700 }],
};

const optionOf = (plan: typeof hourly, timezone: string, startTime: string, endTime: string) =>
  someQuotes({ locations: [aLocation({ timezone })], ratePlans: [plan] }).all(
    aSearch({ startTime, endTime }),
  )[0]?.purchaseOptions[0];

for (const zone of zones)
  describe(`days on which the clocks change in ${zone}`, () => {
    const changes = changesOf(zone);

    it('are two a year', () =>
      assert.deepEqual(
        changes.map(({ hours }) => hours),
        [23, 25],
      ));

    for (const { day, hours } of changes)
      describe(`${day}, of ${hours} hours`, () => {
        it('is as long as it is, from midnight to midnight', () => {
          const option = optionOf(hourly, zone, `${day}T00:00`, `${dayAfter(day)}T00:00`);
          assert.equal(option?.price.total.minor, hours * 100);
          assert.equal((option?.end ?? 0) - (option?.start ?? 0), hours * hourMs);
        });
        it('costs one whole day, read on the wall', () =>
          assert.equal(
            optionOf(wholeDay, zone, `${day}T00:00`, `${dayAfter(day)}T00:00`)?.price.total.minor,
            900,
          ));
        it('costs one night across the change', () => {
          const before = new Date(Date.parse(day) - 24 * hourMs).toISOString().slice(0, 10);
          assert.equal(optionOf(overnight, zone, `${before}T22:00`, `${day}T06:00`)?.price.total.minor, 700);
        });
        it('opens at the price of the search', () => {
          const subject = someQuotes({ locations: [aLocation({ timezone: zone })], ratePlans: [hourly] });
          const search = aSearch({ startTime: `${day}T01:30`, endTime: `${day}T05:30` });
          const option = subject.all(search)[0]?.purchaseOptions[0];
          assert.equal(
            subject.quotes.open(option?.id ?? '', []).price.total.minor,
            option?.price.total.minor,
          );
        });
      });
  });

describe('a stay within the hour that spring skips', () => {
  it('comes to nothing, but never ends before it starts', () => {
    const [quote] = someQuotes().all(aSearch({ startTime: '2027-03-14T02:30', endTime: '2027-03-14T03:10' }));
    assert.deepEqual([quote?.purchaseOptions, (quote?.end ?? 0) - (quote?.start ?? 1)], [[], 0]);
  });
});
