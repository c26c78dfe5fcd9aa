import type { Location } from '../catalogue/location.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import { metersBetween } from '../catalogue/spatial-index.js';
import type { VenueEvent } from '../catalogue/venue.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import { defaultRadiusMeters } from './query/q-language.js';

/** Whether a location sells a plan's event rate for the event: only places near the event's venue do. */
export type SellsEventRate = (location: Location, plan: RatePlan) => boolean;

const never: SellsEventRate = () => false;

export const eventRatesNear = (
  snapshot: Pick<CatalogueSnapshot, 'venue'>,
  event: VenueEvent | undefined,
): SellsEventRate => {
  const venue = event && snapshot.venue(event.venueId);
  if (venue === undefined) return never;
  return ({ coordinates }, { event: rate }) =>
    rate !== undefined &&
    metersBetween(venue.coordinates, coordinates) <= (rate.maximumMeters ?? defaultRadiusMeters);
};
