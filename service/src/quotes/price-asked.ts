import type { Price } from '../pricing/price.js';
import { priceStay } from '../pricing/price-stay.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import { type StayAsked, stayAt } from './stay-at.js';

/** The stay that a search asks for, as one plan prices it. */
export interface PricedStay {
  readonly start: number;
  readonly end: number;
  readonly price: Price;
}

/** `undefined` where the plan sells no such stay. `hasEventRate`: the plan's event rate holds at the location. */
export type PriceAsked = (timezone: string, plan: RatePlan, hasEventRate: boolean) => PricedStay | undefined;

const priceIn = (
  asked: StayAsked,
  timezone: string,
  plan: RatePlan,
  hasEventRate: boolean,
): PricedStay | undefined => {
  const event = hasEventRate ? asked.event : undefined;
  const { start, end } = stayAt(asked, timezone, hasEventRate ? plan : undefined);
  const pricing = priceStay(plan, timezone, { start, end, event });
  if (pricing.kind === 'not_sold') return undefined;
  // Times that are to be announced are placeholders: only the event's own rate holds whenever it will be.
  const isPlaceholder = asked.times === undefined && asked.event?.timesTbd === true;
  return isPlaceholder && pricing.price.rule !== 'event' ? undefined : { start, end, price: pricing.price };
};

type Known = Map<RatePlan, PricedStay | 'not sold'>;

/** Many locations share few plans and zones, so a search prices each pair once. */
export const createPriceAsked = (asked: StayAsked): PriceAsked => {
  const known = { event: new Map<string, Known>(), transient: new Map<string, Known>() };
  const plansOf = (timezone: string, hasEventRate: boolean): Known => {
    const zones = hasEventRate ? known.event : known.transient;
    const plans = zones.get(timezone);
    if (plans !== undefined) return plans;
    const fresh: Known = new Map();
    zones.set(timezone, fresh);
    return fresh;
  };
  return (timezone, plan, hasEventRate) => {
    const plans = plansOf(timezone, hasEventRate);
    const before = plans.get(plan);
    if (before !== undefined) return before === 'not sold' ? undefined : before;
    const priced = priceIn(asked, timezone, plan, hasEventRate);
    plans.set(plan, priced ?? 'not sold');
    return priced;
  };
};
