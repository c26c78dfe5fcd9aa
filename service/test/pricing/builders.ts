import type { Price, Pricing } from '../../src/pricing/price.js';
import type { RatePlan } from '../../src/pricing/rate-plan.js';

/** The instant at which it is so late in UTC. */
export const utc = (text: string): number => Date.parse(`${text}Z`);

/** A plan in euros without any rate; give it those that a test is about. */
export const aBarePlan = (rates: Partial<RatePlan>): RatePlan => ({
  id: 'bare',
  currency: 'EUR',
  fees: [],
  taxes: [],
  cancellation: { kind: 'until_start' },
  preferredDisplay: 'price',
  ...rates,
});

/** The price, where there has to be one. */
export const priceOf = (pricing: Pricing): Price => {
  if (pricing.kind === 'priced') return pricing.price;
  throw new Error(`not sold: ${pricing.reason}`);
};

/** The total in minor units, or why there is none. */
export const outcomeOf = (pricing: Pricing): number | string =>
  pricing.kind === 'priced' ? pricing.price.total.minor : pricing.reason;
