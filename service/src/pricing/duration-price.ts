import type { Duration } from './rate-plan.js';

const dayMinutes = 1440;

const tariff = ({ tiers, continuation }: Duration, minutes: number): number | undefined => {
  const tier = tiers.find((candidate) => minutes <= candidate.upToMinutes);
  if (tier !== undefined) return tier.priceMinor;
  if (continuation === undefined) return undefined;
  const last = tiers.at(-1) ?? { upToMinutes: 0, priceMinor: 0 };
  return (
    last.priceMinor +
    Math.ceil((minutes - last.upToMinutes) / continuation.everyMinutes) * continuation.priceMinor
  );
};

/**
 * What a stay of so many elapsed minutes costs, in minor units; `undefined` where the tariff has no answer.
 *
 * The daily maximum bounds every begun 24 hours of the stay (not the calendar day), and the tariff starts anew with
 * each: with 20.00 a day, 25 hours cost 20.00 and one hour. It also prices what lies beyond the last tier of a tariff
 * without continuation. Where the tariff's own price for the whole stay is lower, that one counts.
 */
export const durationPrice = (
  duration: Duration,
  dailyMaximumMinor: number | undefined,
  minutes: number,
): number | undefined => {
  const whole = tariff(duration, minutes);
  if (dailyMaximumMinor === undefined) return whole;
  const capped = (part: number): number =>
    Math.min(tariff(duration, part) ?? dailyMaximumMinor, dailyMaximumMinor);
  const rest = minutes % dayMinutes;
  const byDays = Math.floor(minutes / dayMinutes) * capped(dayMinutes) + (rest > 0 ? capped(rest) : 0);
  return whole === undefined ? byDays : Math.min(whole, byDays);
};
