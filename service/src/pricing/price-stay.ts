import { add } from '../base/money.js';
import { durationPrice } from './duration-price.js';
import { type FlatPrice, flatPrice } from './flat-price.js';
import type { Price, PriceStay, Pricing, Stay } from './price.js';
import type { RatePlan } from './rate-plan.js';
import { basePrice, feesOn } from './surcharges.js';

const minuteMs = 60_000;

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

const byEvent = ({ plan, stay }: Asked): FlatPrice | undefined => {
  if (plan.event === undefined || stay.event === undefined) return undefined;
  const { start, end } = eventWindow(plan, stay.event);
  if (stay.start < start || stay.end > end) return undefined;
  return { minor: plan.event.priceMinor, minStart: start, maxEnd: end };
};

const byDuration = ({ plan, stay, minutes }: Asked): FlatPrice | undefined => {
  if (plan.duration === undefined) return undefined;
  const minor = durationPrice(plan.duration, plan.dailyMaximumMinor, minutes);
  return minor === undefined ? undefined : { minor, minStart: stay.start, maxEnd: stay.end };
};

const cheaper = (left: FlatPrice | undefined, right: FlatPrice | undefined): FlatPrice | undefined => {
  if (left === undefined || right === undefined) return left ?? right;
  return right.minor < left.minor ? right : left;
};

const byTransientRules = (asked: Asked): FlatPrice | undefined => {
  let best = byDuration(asked);
  for (const flat of asked.plan.flatWindows ?? [])
    best = cheaper(best, flatPrice(flat, asked.timezone, asked.stay));
  return best;
};

const priced = (plan: RatePlan, { minor, minStart, maxEnd }: FlatPrice): Price => {
  const base = basePrice(plan, minor);
  const fees = feesOn(plan, base);
  const total = fees.reduce((sum, fee) => add(sum, fee.price), base);
  return { base, fees, total, minStart, maxEnd };
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
