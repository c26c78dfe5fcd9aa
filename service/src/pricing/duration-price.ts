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

/** `isByDays`: each begun 24 hours were priced by themselves. */
export interface DurationPrice {
  readonly minor: number;
  readonly isByDays: boolean;
}

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
): DurationPrice | undefined => {
  const whole = tariff(duration, minutes);
  if (dailyMaximumMinor === undefined)
    return whole === undefined ? undefined : { minor: whole, isByDays: false };
  const capped = (part: number): number =>
    Math.min(tariff(duration, part) ?? dailyMaximumMinor, dailyMaximumMinor);
  const rest = minutes % dayMinutes;
  const byDays = Math.floor(minutes / dayMinutes) * capped(dayMinutes) + (rest > 0 ? capped(rest) : 0);
  if (whole !== undefined && whole <= byDays) return { minor: whole, isByDays: false };
  return { minor: byDays, isByDays: true };
};
