import type { Currency } from '../../base/money.js';
import type { RatePlan } from '../../pricing/rate-plan.js';

/** What one euro is worth, roughly, in the smallest unit of the currency: enough for a plan that somebody will replace. */
const euroIn: Readonly<Record<Currency, number>> = {
  USD: 100,
  CAD: 150,
  EUR: 100,
  DKK: 800,
  GBP: 100,
  CHF: 100,
  SEK: 1000,
  NOK: 1000,
  JPY: 150,
};

export const standardRatePlanId = (currency: Currency): string => `standard-${currency.toLowerCase()}`;

/** The plan of locations that are imported without one: by the hour, with a daily maximum, cancellable until the stay begins. */
export const standardRatePlan = (currency: Currency): RatePlan => {
  const minor = (euros: number): number => euros * euroIn[currency];
  return {
    id: standardRatePlanId(currency),
    currency,
    duration: {
      tiers: [
        { upToMinutes: 60, priceMinor: minor(3) },
        { upToMinutes: 120, priceMinor: minor(5) },
      ],
      continuation: { everyMinutes: 60, priceMinor: minor(2) },
    },
    dailyMaximumMinor: minor(20),
    fees: [],
    taxes: [],
    cancellation: { kind: 'until_start' },
    preferredDisplay: 'price',
  };
};
