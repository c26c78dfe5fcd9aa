import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventId } from '../../src/base/ids.js';
import { priceStay } from '../../src/pricing/price-stay.js';
import type { RatePlan } from '../../src/pricing/rate-plan.js';
import { aBarePlan, outcomeOf, priceOf, utc } from './builders.js';

const berlin = 'Europe/Berlin';
const hour = 3_600_000;
const noon = utc('2026-11-23T11:00');

/** 3.00 up to one hour, 5.00 up to two, 1.50 for each further begun half hour. */
const duration = {
  tiers: [
    { upToMinutes: 60, priceMinor: 300 },
    { upToMinutes: 120, priceMinor: 500 },
  ],
  continuation: { everyMinutes: 30, priceMinor: 150 },
};

const sale = (plan: Partial<RatePlan>, start: number, end: number): number | string =>
  outcomeOf(priceStay(aBarePlan(plan), berlin, { start, end }));

describe('a price by duration', () => {
  const table: readonly (readonly [string, number, number])[] = [
    ['a minute', 1, 300],
    ['exactly an hour', 60, 300],
    ['a minute more than an hour', 61, 500],
    ['two hours', 120, 500],
    ['a begun block', 121, 650],
    ['one whole block', 150, 650],
    ['two blocks, one of them begun', 151, 800],
    ['eight hours: 5.00 and twelve blocks', 480, 2300],
  ];
  for (const [name, minutes, expected] of table)
    it(`is ${expected} for ${name}`, () =>
      assert.equal(sale({ duration }, noon, noon + minutes * 60_000), expected));

  it('counts a begun minute as a whole one', () =>
    assert.equal(sale({ duration }, noon, noon + 60 * 60_000 + 1), 500));

  it('does not exist beyond the last tier without continuation', () =>
    assert.equal(sale({ duration: { tiers: duration.tiers } }, noon, noon + 121 * 60_000), 'no_rate'));

  it('does not exist for a stay of no length', () =>
    assert.equal(sale({ duration }, noon, noon), 'too_short'));
});

describe('the daily maximum', () => {
  const table: readonly (readonly [string, number, number])[] = [
    ['below it, the tariff', 2, 500],
    ['above it, the maximum', 8, 1200],
    ['24 hours, once', 24, 1200],
    ['25 hours, the maximum and one hour', 25, 1500],
    ['47 hours, twice', 47, 2400],
    ['a week, seven times', 168, 8400],
  ];
  for (const [name, hours, expected] of table)
    it(`gives for ${name}`, () =>
      assert.equal(sale({ duration, dailyMaximumMinor: 1200 }, noon, noon + hours * hour), expected));

  it('prices what lies beyond the last tier', () =>
    assert.equal(
      sale({ duration: { tiers: duration.tiers }, dailyMaximumMinor: 1200 }, noon, noon + 30 * hour),
      2400,
    ));

  it('does not make a long tier dearer than it is', () => {
    const tiers = [{ upToMinutes: 2880, priceMinor: 1500 }];
    assert.equal(sale({ duration: { tiers }, dailyMaximumMinor: 1200 }, noon, noon + 48 * hour), 1500);
  });
});

describe('a flat window', () => {
  /** 18:00 to 06:00 for 4.00, begun on Monday to Friday. */
  const night = {
    window: { fromMinute: 1080, toMinute: 360, weekdays: [1, 2, 3, 4, 5] },
    priceMinor: 400,
  };
  const table: readonly (readonly [string, string, string, number | string])[] = [
    ['Monday evening', '2026-11-23T17:00', '2026-11-23T22:00', 400],
    ['the whole window', '2026-11-23T17:00', '2026-11-24T05:00', 400],
    ['begun a minute early', '2026-11-23T16:59', '2026-11-24T05:00', 'no_rate'],
    ['ended a minute late', '2026-11-23T17:00', '2026-11-24T05:01', 'no_rate'],
    ['after midnight, in the window of the day before', '2026-11-24T00:00', '2026-11-24T04:00', 400],
    ['early on Saturday, in the window of Friday', '2026-11-28T00:00', '2026-11-28T04:00', 400],
    ['Saturday evening', '2026-11-28T17:00', '2026-11-28T22:00', 'no_rate'],
    ['early on Monday, in the window of Sunday', '2026-11-23T00:00', '2026-11-23T04:00', 'no_rate'],
    ['more than one night', '2026-11-23T17:00', '2026-11-25T05:00', 'no_rate'],
  ];
  for (const [name, start, end, expected] of table)
    it(`answers ${expected} to ${name}`, () =>
      assert.equal(sale({ flatWindows: [night] }, utc(start), utc(end)), expected));

  it('lets the purchase begin and end anywhere within it', () => {
    const stay = { start: utc('2026-11-24T00:00'), end: utc('2026-11-24T04:00') };
    const { minStart, maxEnd } = priceOf(priceStay(aBarePlan({ flatWindows: [night] }), berlin, stay));
    assert.deepEqual([minStart, maxEnd], [utc('2026-11-23T17:00'), utc('2026-11-24T05:00')]);
  });

  it('covers the whole day from midnight to midnight', () => {
    const day = { window: { fromMinute: 0, toMinute: 1440 }, priceMinor: 900 };
    const [start, end] = [utc('2026-11-22T23:00'), utc('2026-11-23T23:00')];
    assert.equal(sale({ flatWindows: [day] }, start, end), 900);
    assert.equal(sale({ flatWindows: [day] }, start, end + 60_000), 'no_rate');
  });

  it('wins over the duration where it is cheaper, and only there', () => {
    const plan = { duration, flatWindows: [night] };
    assert.equal(sale(plan, utc('2026-11-23T17:00'), utc('2026-11-23T22:00')), 400);
    assert.equal(sale(plan, utc('2026-11-23T17:00'), utc('2026-11-23T17:30')), 300);
  });
});

describe('days on which the clocks change', () => {
  const hourly = {
    tiers: [{ upToMinutes: 60, priceMinor: 100 }],
    continuation: { everyMinutes: 60, priceMinor: 100 },
  };
  const day = { window: { fromMinute: 0, toMinute: 1440 }, priceMinor: 900 };
  const nightly = { window: { fromMinute: 1320, toMinute: 360 }, priceMinor: 700 };
  const table: readonly (readonly [string, string, string, Partial<RatePlan>, number])[] = [
    [
      'midnight to midnight in spring is 23 hours',
      '2026-03-28T23:00',
      '2026-03-29T22:00',
      { duration: hourly },
      2300,
    ],
    [
      'midnight to midnight in autumn is 25 hours',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      { duration: hourly },
      2500,
    ],
    ['a day window in spring', '2026-03-28T23:00', '2026-03-29T22:00', { flatWindows: [day] }, 900],
    ['a day window in autumn', '2026-10-24T22:00', '2026-10-25T23:00', { flatWindows: [day] }, 900],
    [
      '22:00 to 06:00 in spring, 7 hours',
      '2026-03-28T21:00',
      '2026-03-29T04:00',
      { flatWindows: [nightly] },
      700,
    ],
    [
      '22:00 to 06:00 in autumn, 9 hours',
      '2026-10-24T20:00',
      '2026-10-25T05:00',
      { flatWindows: [nightly] },
      700,
    ],
    [
      '25 hours under a maximum, a day and an hour',
      '2026-10-24T22:00',
      '2026-10-25T23:00',
      { duration: hourly, dailyMaximumMinor: 1000 },
      1100,
    ],
  ];
  for (const [name, start, end, plan, expected] of table)
    it(name, () => assert.equal(sale(plan, utc(start), utc(end)), expected));
});

describe('an event rate', () => {
  const event = { id: eventId(1), startTime: noon, endTime: noon + 3 * hour };
  const rate = { priceMinor: 2500, opensMinutesBefore: 120, closesMinutesAfter: 60 };
  const at = (plan: Partial<RatePlan>, startHour: number, endHour: number) =>
    priceStay(aBarePlan(plan), berlin, { start: noon + startHour * hour, end: noon + endHour * hour, event });

  it('prices a stay within the event, widened', () => {
    const { total, minStart, maxEnd } = priceOf(at({ event: rate }, -2, 4));
    assert.deepEqual([total.minor, minStart, maxEnd], [2500, noon - 2 * hour, noon + 4 * hour]);
  });
  it('goes before the transient rules', () =>
    assert.equal(outcomeOf(at({ event: rate, duration }, 0, 1)), 2500));
  it('is not for a longer stay', () => assert.equal(outcomeOf(at({ event: rate }, -2, 5)), 'no_rate'));
  it('leaves a longer stay to the transient rules', () =>
    assert.equal(outcomeOf(at({ event: rate, duration }, -3, -1)), 500));
  it('is not for stays without the event', () =>
    assert.equal(sale({ event: rate }, noon, noon + hour), 'no_rate'));
});

describe('taxes and fees', () => {
  const flat = { window: { fromMinute: 0, toMinute: 1440 }, priceMinor: 1050 };
  const price = (plan: Partial<RatePlan>) =>
    priceOf(
      priceStay(aBarePlan({ flatWindows: [flat], ...plan }), berlin, { start: noon, end: noon + hour }),
    );

  it('adds a tax on top to the base price, and leaves an included one where it is', () => {
    const taxes = [
      { label: 'VAT', basisPoints: 1900, isIncluded: true },
      { label: 'City tax', basisPoints: 725, isIncluded: false },
    ];
    // 10.50 * 7.25 % = 0.76125
    assert.deepEqual(price({ taxes }).base, { currency: 'EUR', minor: 1126 });
  });

  it('takes each tax from the price of the rule, not from other taxes', () => {
    const onTop = { label: 'Tax', basisPoints: 1000, isIncluded: false };
    assert.equal(price({ taxes: [onTop, onTop] }).base.minor, 1050 + 105 + 105);
  });

  it('takes each fee from the base price, taxes included', () => {
    const taxes = [{ label: 'City tax', basisPoints: 1000, isIncluded: false }];
    const fees = [
      { type: 'convenience_fee', label: 'Service Fee', basisPoints: 1000, amountMinor: 50 },
      {
        type: 'facility_fee',
        label: 'Facility Fee',
        description: 'For the lift',
        parentCategory: 'House',
        amountMinor: 99,
      },
    ];
    // base 11.55; 10 % of it 1.155, rounded 1.16, and 0.50
    assert.deepEqual(price({ taxes, fees }), {
      base: { currency: 'EUR', minor: 1155 },
      fees: [
        {
          type: 'convenience_fee',
          label: 'Service Fee',
          parentCategory: 'Service Fee',
          price: { currency: 'EUR', minor: 166 },
        },
        {
          type: 'facility_fee',
          label: 'Facility Fee',
          description: 'For the lift',
          parentCategory: 'House',
          price: { currency: 'EUR', minor: 99 },
        },
      ],
      total: { currency: 'EUR', minor: 1420 },
      minStart: utc('2026-11-22T23:00'),
      maxEnd: utc('2026-11-23T23:00'),
      rule: 'transient',
      parts: [{ start: noon, end: noon + hour }],
    });
  });

  it('takes no fee on a free stay, unless always', () => {
    const flatWindows = [{ ...flat, priceMinor: 0 }];
    const fee = { type: 'convenience_fee', label: 'Service Fee', basisPoints: 1000, amountMinor: 50 };
    assert.equal(price({ flatWindows, fees: [fee] }).total.minor, 0);
    assert.equal(price({ flatWindows, fees: [{ ...fee, isAlways: true }] }).total.minor, 50);
  });
});

describe('the shortest and longest stay', () => {
  const plan = { duration, minimumMinutes: 60, maximumMinutes: 120 };
  it('refuses a shorter one', () => assert.equal(sale(plan, noon, noon + 59 * 60_000), 'too_short'));
  it('sells both ends', () => {
    assert.equal(sale(plan, noon, noon + 60 * 60_000), 300);
    assert.equal(sale(plan, noon, noon + 120 * 60_000), 500);
  });
  it('refuses a longer one', () => assert.equal(sale(plan, noon, noon + 121 * 60_000), 'too_long'));
});
