import type { Price } from '../pricing/price.js';
import { priceStay } from '../pricing/price-stay.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import { type StayAsked, type StayAt, stayAt } from './stay-at.js';

/** The stay that a search asks for, as one plan prices it. */
export interface PricedStay {
  readonly start: number;
  readonly end: number;
  readonly price: Price;
}

/** `undefined` where the plan sells no such stay. `hasEventRate`: the plan's event rate holds at the location. */
export type PriceAsked = (timezone: string, plan: RatePlan, hasEventRate: boolean) => PricedStay | undefined;

/** What is asked in one zone. */
interface AskedThere {
  readonly timezone: string;
  /** Under any plan but an event's. */
  readonly stay: StayAt;
  readonly known: Map<RatePlan, PricedStay | 'not sold'>;
}

const priceThere = (
  asked: StayAsked,
  { timezone, stay }: AskedThere,
  [plan, hasEventRate]: readonly [RatePlan, boolean],
): PricedStay | undefined => {
  const event = hasEventRate ? asked.event : undefined;
  const { start, end } = hasEventRate ? stayAt(asked, timezone, plan) : stay;
  const pricing = priceStay(plan, timezone, { start, end, event });
  if (pricing.kind === 'not_sold') return undefined;
  // Times that are to be announced are placeholders: only the event's own rate holds whenever it will be.
  const isPlaceholder = asked.times === undefined && asked.event?.timesTbd === true;
  return isPlaceholder && pricing.price.rule !== 'event' ? undefined : { start, end, price: pricing.price };
};

/** Many locations share few plans and zones, so a search reads its times once in each zone and prices each pair once. */
export const createPriceAsked = (asked: StayAsked): PriceAsked => {
  const zones = { event: new Map<string, AskedThere>(), transient: new Map<string, AskedThere>() };
  const askedIn = (timezone: string, hasEventRate: boolean): AskedThere => {
    const known = hasEventRate ? zones.event : zones.transient;
    const there = known.get(timezone);
    if (there !== undefined) return there;
    const fresh: AskedThere = { timezone, stay: stayAt(asked, timezone), known: new Map() };
    known.set(timezone, fresh);
    return fresh;
  };
  return (timezone, plan, hasEventRate) => {
    const there = askedIn(timezone, hasEventRate);
    const before = there.known.get(plan);
    if (before !== undefined) return before === 'not sold' ? undefined : before;
    const priced = priceThere(asked, there, [plan, hasEventRate]);
    there.known.set(plan, priced ?? 'not sold');
    return priced;
  };
};
