import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventId } from '../../src/base/ids.js';
import { priceStay } from '../../src/pricing/price-stay.js';
import type { RatePlan } from '../../src/pricing/rate-plan.js';
import { aBarePlan, priceOf, utc } from './builders.js';

const hour = 3_600_000;
const start = utc('2026-11-23T11:00');
const hourly = {
  tiers: [{ upToMinutes: 60, priceMinor: 300 }],
  continuation: { everyMinutes: 60, priceMinor: 200 },
};

const partsOf = (plan: Partial<RatePlan>, hours: number): readonly (readonly [number, number])[] =>
  priceOf(priceStay(aBarePlan(plan), 'Europe/Berlin', { start, end: start + hours * hour })).parts.map(
    (part) => [(part.start - start) / hour, (part.end - start) / hour],
  );

describe('the parts of a price', () => {
  it('are one where the tariff prices the stay as a whole', () => {
    assert.deepEqual(partsOf({ duration: hourly }, 50), [[0, 50]]);
    assert.deepEqual(partsOf({ duration: hourly, dailyMaximumMinor: 2000 }, 24), [[0, 24]]);
  });

  it('are the begun 24 hours where a daily maximum starts the tariff anew', () =>
    assert.deepEqual(partsOf({ duration: hourly, dailyMaximumMinor: 2000 }, 49), [
      [0, 24],
      [24, 48],
      [48, 49],
    ]));

  it('are one where the tariff for the whole stay is lower than by days', () =>
    assert.deepEqual(
      partsOf({ duration: { tiers: [{ upToMinutes: 4320, priceMinor: 900 }] }, dailyMaximumMinor: 900 }, 49),
      [[0, 49]],
    ));

  it('are one under a window and under an event rate, which says so', () => {
    const flat = { window: { fromMinute: 0, toMinute: 1440 }, priceMinor: 100 };
    assert.deepEqual(partsOf({ flatWindows: [flat] }, 3), [[0, 3]]);
    const event = { id: eventId(1), startTime: start, endTime: start + 3 * hour };
    const plan = aBarePlan({ event: { priceMinor: 900, opensMinutesBefore: 0, closesMinutesAfter: 0 } });
    const price = priceOf(priceStay(plan, 'Europe/Berlin', { start, end: start + 2 * hour, event }));
    assert.deepEqual([price.rule, price.parts], ['event', [{ start, end: start + 2 * hour }]]);
  });
});
