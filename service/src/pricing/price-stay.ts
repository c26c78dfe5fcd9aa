import { dayMs, minuteMs } from '../base/durations.js';
import { add } from '../base/money.js';
import { durationPrice } from './duration-price.js';
import { type FlatPrice, flatPrice } from './flat-price.js';
import type { Price, PriceStay, Pricing, Stay } from './price.js';
import type { FlatWindow, RatePlan } from './rate-plan.js';
import { basePrice, feesOn } from './surcharges.js';

/** The event's time widened by the plan's minutes; what an event rate sells. */
export const eventWindow = (
  plan: RatePlan,
  event: { readonly startTime: number; readonly endTime: number },
): { readonly start: number; readonly end: number } => ({
  start: event.startTime - (plan.event?.opensMinutesBefore ?? 0) * minuteMs,
  end: event.endTime + (plan.event?.closesMinutesAfter ?? 0) * minuteMs,
});

interface Asked {
  readonly plan: RatePlan;
  readonly timezone: string;
  readonly stay: Stay;
  readonly minutes: number;
}

/** A rule that fits a stay: its price before taxes and fees, and how it came about. */
interface FittingRule extends FlatPrice, Pick<Price, 'rule' | 'parts'> {}

const asWhole = ({ start, end }: Stay): Price['parts'] => [{ start, end }];

const inDays = ({ start, end }: Stay): Price['parts'] =>
  Array.from({ length: Math.ceil((end - start) / dayMs) }, (_, day) => ({
    start: start + day * dayMs,
    end: Math.min(start + (day + 1) * dayMs, end),
  }));

const byEvent = ({ plan, stay }: Asked): FittingRule | undefined => {
  if (plan.event === undefined || stay.event === undefined) return undefined;
  const { start, end } = eventWindow(plan, stay.event);
  if (stay.start < start || stay.end > end) return undefined;
  return { minor: plan.event.priceMinor, minStart: start, maxEnd: end, rule: 'event', parts: asWhole(stay) };
};

const byDuration = ({ plan, stay, minutes }: Asked): FittingRule | undefined => {
  if (plan.duration === undefined) return undefined;
  const price = durationPrice(plan.duration, plan.dailyMaximumMinor, minutes);
  if (price === undefined) return undefined;
  const parts = price.isByDays ? inDays(stay) : asWhole(stay);
  return { minor: price.minor, minStart: stay.start, maxEnd: stay.end, rule: 'transient', parts };
};

const byWindow = (flat: FlatWindow, { timezone, stay }: Asked): FittingRule | undefined => {
  const price = flatPrice(flat, timezone, stay);
  return price === undefined ? undefined : { ...price, rule: 'transient', parts: asWhole(stay) };
};

const cheaper = (left: FittingRule | undefined, right: FittingRule | undefined): FittingRule | undefined => {
  if (left === undefined || right === undefined) return left ?? right;
  return right.minor < left.minor ? right : left;
};

const byTransientRules = (asked: Asked): FittingRule | undefined => {
  let best = byDuration(asked);
  for (const flat of asked.plan.flatWindows ?? []) best = cheaper(best, byWindow(flat, asked));
  return best;
};

const priced = (plan: RatePlan, { minor, ...fitting }: FittingRule): Price => {
  const base = basePrice(plan, minor);
  const fees = feesOn(plan, base);
  const total = fees.reduce((sum, fee) => add(sum, fee.price), base);
  return { base, fees, total, ...fitting };
};

/**
 * Prices a stay by the plan's rules: an event stay by the event rate where it lies within the event's window; any other
 * by the cheapest of duration and flat windows that fits it.
 *
 * Durations count elapsed minutes (a begun minute is a whole one), windows the local wall clock.
 */
export const priceStay: PriceStay = (plan, timezone, stay): Pricing => {
  const minutes = Math.ceil((stay.end - stay.start) / minuteMs);
  if (minutes < Math.max(1, plan.minimumMinutes ?? 1)) return { kind: 'not_sold', reason: 'too_short' };
  if (minutes > (plan.maximumMinutes ?? Number.POSITIVE_INFINITY))
    return { kind: 'not_sold', reason: 'too_long' };
  const asked = { plan, timezone, stay, minutes };
  const rule = byEvent(asked) ?? byTransientRules(asked);
  return rule === undefined
    ? { kind: 'not_sold', reason: 'no_rate' }
    : { kind: 'priced', price: priced(plan, rule) };
};
