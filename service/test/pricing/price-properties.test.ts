import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { priceStay } from '../../src/pricing/price-stay.js';
import type { Duration, RatePlan } from '../../src/pricing/rate-plan.js';
import { checkRatePlan } from '../../src/pricing/rate-plan-check.js';
import { aBarePlan, utc } from './builders.js';

const minor = fc.integer({ min: 0, max: 100_000 });
const minuteOfDay = fc.integer({ min: 0, max: 1440 });
const basisPoints = fc.integer({ min: 0, max: 5000 });
const zones = fc.constantFrom(
  'Europe/Berlin',
  'America/Chicago',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'UTC',
);
/** Any minute of 2026, so that the days on which clocks change are met. */
const instant = fc
  .integer({ min: 0, max: 365 * 1440 })
  .map((minute) => utc('2026-01-01T00:00') + minute * 60_000);
const length = fc.integer({ min: 1, max: 20 * 1440 });

/** Lists of steps upwards become ascending tiers whose prices do not fall. */
const tiers = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 0, max: 2000 })), { maxLength: 8 })
  .map((steps) =>
    steps.map((_, index) => {
      const until = steps.slice(0, index + 1);
      return {
        upToMinutes: until.reduce((sum, [minutes]) => sum + minutes, 0),
        priceMinor: until.reduce((sum, [, price]) => sum + price, 0),
      };
    }),
  );

const continuation = fc.record({ everyMinutes: fc.integer({ min: 1, max: 2000 }), priceMinor: minor });

const duration: fc.Arbitrary<Duration> = fc.oneof(
  tiers.filter((list) => list.length > 0).map((list) => ({ tiers: list })),
  fc.record({ tiers, continuation }),
);

const flatWindow = fc.record({
  window: fc.record({ fromMinute: minuteOfDay, toMinute: minuteOfDay }),
  priceMinor: minor,
});

const charges = fc.record({
  fees: fc.array(
    fc.record({
      type: fc.constant('fee'),
      label: fc.constant('Fee'),
      basisPoints,
      amountMinor: minor,
      isAlways: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  taxes: fc.array(fc.record({ label: fc.constant('Tax'), basisPoints, isIncluded: fc.boolean() }), {
    maxLength: 3,
  }),
});

const byDuration = fc
  .tuple(duration, fc.option(minor, { nil: undefined }), charges)
  .map(([rate, maximum, more]) =>
    aBarePlan({
      duration: rate,
      ...more,
      ...(maximum === undefined ? {} : { dailyMaximumMinor: maximum }),
    }),
  );

const anyPlan: fc.Arbitrary<RatePlan> = fc
  .tuple(byDuration, fc.array(flatWindow, { maxLength: 4 }))
  .map(([plan, flatWindows]) => ({ ...plan, flatWindows }));

describe('every price', () => {
  it('is made of a base that is not negative and its fees', () => {
    fc.assert(
      fc.property(anyPlan, zones, instant, length, (plan, zone, start, minutes) => {
        const pricing = priceStay(plan, zone, { start, end: start + minutes * 60_000 });
        if (pricing.kind === 'not_sold') return;
        const { base, fees, total, minStart, maxEnd } = pricing.price;
        const sum = fees.reduce((left, fee) => left + fee.price.minor, base.minor);
        assert.ok(base.minor >= 0 && Number.isSafeInteger(total.minor));
        assert.equal(total.minor, sum);
        assert.ok(minStart <= start && maxEnd >= start + minutes * 60_000);
      }),
    );
  });

  it('comes from a plan that passes the check', () => {
    fc.assert(fc.property(anyPlan, (plan) => assert.equal(checkRatePlan(plan).kind, 'valid')));
  });

  it('by duration does not fall when the stay grows', () => {
    fc.assert(
      fc.property(byDuration, zones, instant, length, length, (plan, zone, start, one, more) => {
        const at = (minutes: number) => priceStay(plan, zone, { start, end: start + minutes * 60_000 });
        const [shorter, longer] = [at(one), at(one + more)];
        if (shorter.kind === 'not_sold') assert.equal(longer.kind, 'not_sold');
        if (shorter.kind === 'not_sold' || longer.kind === 'not_sold') return;
        assert.ok(longer.price.total.minor >= shorter.price.total.minor);
      }),
    );
  });

  it('by duration depends on elapsed time alone, whatever the clocks do', () => {
    fc.assert(
      fc.property(byDuration, zones, instant, instant, length, (plan, zone, one, other, minutes) => {
        const at = (start: number) => {
          const pricing = priceStay(plan, zone, { start, end: start + minutes * 60_000 });
          return pricing.kind === 'priced' ? pricing.price.total.minor : pricing.reason;
        };
        assert.equal(at(one), at(other));
      }),
    );
  });

  it('of a flat window is the same for any part of a stay within it', () => {
    fc.assert(
      fc.property(flatWindow, zones, instant, length, (flat, zone, start, minutes) => {
        const plan = aBarePlan({ flatWindows: [flat] });
        const whole = priceStay(plan, zone, { start, end: start + minutes * 60_000 });
        if (whole.kind === 'not_sold') return;
        const part = priceStay(plan, zone, { start, end: start + 60_000 });
        assert.equal(part.kind === 'priced' && part.price.total.minor, flat.priceMinor);
      }),
    );
  });
});
