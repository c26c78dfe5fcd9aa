import { instantAt } from '../base/zoned-time.js';
import type { Location, ParkingOption } from '../catalogue/location.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { VenueEvent } from '../catalogue/venue.js';
import type { Inventory } from '../inventory/inventory.js';
import type { Price } from '../pricing/price.js';
import { eventWindow, priceStay } from '../pricing/price-stay.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import type { WrittenStay } from './search-times.js';

/** What a location can sell to a search, before it is given a quote id. */
export interface Offer {
  readonly option: ParkingOption;
  readonly plan: RatePlan;
  readonly start: number;
  readonly end: number;
  readonly price: Price;
  readonly remaining: number;
}

interface PricedStay {
  readonly start: number;
  readonly end: number;
  readonly price: Price;
}

/** What is the same for all locations of one search. */
export interface OfferContext {
  readonly snapshot: CatalogueSnapshot;
  readonly inventory: Pick<Inventory, 'peak'>;
  readonly times: WrittenStay | undefined;
  readonly event: VenueEvent | undefined;
  readonly accessCode: string | undefined;
}

/** The stay in a zone: the written digits read there, else the event's window under the plan. */
export const stayAt = (
  { times, event }: Pick<OfferContext, 'times' | 'event'>,
  timezone: string,
  plan?: RatePlan,
): { readonly start: number; readonly end: number } => {
  if (times !== undefined)
    return { start: instantAt(times.start, timezone, false), end: instantAt(times.end, timezone, false) };
  if (event === undefined) return { start: 0, end: 0 };
  return plan === undefined ? { start: event.startTime, end: event.endTime } : eventWindow(plan, event);
};

const priceAt = (context: OfferContext, timezone: string, plan: RatePlan): PricedStay | undefined => {
  const { start, end } = stayAt(context, timezone, plan);
  const pricing = priceStay(plan, timezone, { start, end, event: context.event });
  return pricing.kind === 'priced' ? { start, end, price: pricing.price } : undefined;
};

type PriceIn = (timezone: string, plan: RatePlan) => PricedStay | undefined;

/** Many locations share few plans and zones, so a search prices each pair once. */
const pricedOnce = (context: OfferContext): PriceIn => {
  const zones = new Map<string, Map<RatePlan, PricedStay | 'not sold'>>();
  const plansOf = (timezone: string): Map<RatePlan, PricedStay | 'not sold'> => {
    const plans = zones.get(timezone) ?? new Map<RatePlan, PricedStay | 'not sold'>();
    if (plans.size === 0) zones.set(timezone, plans);
    return plans;
  };
  return (timezone, plan) => {
    const plans = plansOf(timezone);
    const priced = plans.get(plan) ?? priceAt(context, timezone, plan) ?? 'not sold';
    plans.set(plan, priced);
    return priced === 'not sold' ? undefined : priced;
  };
};

const cheapestFirst = (left: Offer, right: Offer): number => left.price.total.minor - right.price.total.minor;

/** What one location has to sell now, cheapest first; empty when it is full or sells no such stay. */
export const createOffers = (context: OfferContext): ((location: Location) => readonly Offer[]) => {
  const priceIn = pricedOnce(context);
  const offer = (location: Location, option: ParkingOption): Offer | undefined => {
    if (option.accessCode !== undefined && option.accessCode !== context.accessCode) return undefined;
    const plan = context.snapshot.ratePlan(option.ratePlan);
    const priced = plan === undefined ? undefined : priceIn(location.timezone, plan);
    if (plan === undefined || priced === undefined) return undefined;
    const { start, end, price } = priced;
    const remaining =
      option.capacity - context.inventory.peak({ location: location.id, pool: option.pool, start, end });
    return remaining > 0 ? { option, plan, start, end, price, remaining } : undefined;
  };
  return (location) =>
    location.options
      .map((option) => offer(location, option))
      .filter((made) => made !== undefined)
      .sort(cheapestFirst);
};
