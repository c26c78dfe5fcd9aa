import type { Clock } from '../base/clock.js';
import type { EventId, VenueId } from '../base/ids.js';
import { decimalText, type Money } from '../base/money.js';
import type { Catalogue, CatalogueSnapshot, Nearby } from '../catalogue/snapshot.js';
import type { VenueEvent } from '../catalogue/venue.js';
import type { Inventory } from '../inventory/inventory.js';
import { createOffers } from './offer.js';
import { readOptionTypes } from './option-kinds.js';
import { defaultRadiusMeters } from './query/q-language.js';

/** What is left to be booked for an event around its venue: prices in whole units of the currency, and spaces. All 0 where nothing is. */
export interface EventAvailability {
  readonly low: number;
  readonly high: number;
  readonly available: number;
}

interface AvailabilityDependencies {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly inventory: Pick<Inventory, 'peak'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** It is a rough figure; a list of events must not cost as much as a search for each of them. */
const nearestCounted = 100;
const keptMs = 1_000;

interface Left {
  readonly pool: string;
  readonly spaces: number;
  readonly price: Money;
}

/** What a search by the event alone asks for. */
const searchOf = (event: VenueEvent) => ({
  event,
  times: undefined,
  accessCode: undefined,
  kinds: readOptionTypes(undefined),
});

/** Options that share a pool of spaces offer them once. */
const sumOf = (left: readonly Left[]): EventAvailability => {
  const pools = new Map<string, number>();
  for (const { pool, spaces } of left) pools.set(pool, Math.max(spaces, pools.get(pool) ?? 0));
  const prices = left.map(({ price }) => Number(decimalText(price)));
  return {
    low: prices.length === 0 ? 0 : Math.min(...prices),
    high: prices.length === 0 ? 0 : Math.max(...prices),
    available: [...pools.values()].reduce((sum, spaces) => sum + spaces, 0),
  };
};

interface Kept {
  readonly at: number;
  readonly availability: EventAvailability;
}

/** What is known under one snapshot. */
interface Known {
  readonly snapshot: CatalogueSnapshot;
  readonly around: Map<VenueId, readonly Nearby[]>;
  readonly events: Map<EventId, Kept>;
}

const nothingKnown = (snapshot: CatalogueSnapshot): Known => ({
  snapshot,
  around: new Map(),
  events: new Map(),
});

/** What is left for an event, worked out from memory alone and kept for a second. */
export const createEventAvailability = (dependencies: AvailabilityDependencies) => {
  const { catalogue, inventory, clock } = dependencies;
  let known = nothingKnown(catalogue.snapshot());

  const around = ({ snapshot, around: venues }: Known, id: VenueId): readonly Nearby[] => {
    const venue = snapshot.venue(id);
    if (venue === undefined) return [];
    const near =
      venues.get(id) ?? snapshot.within(venue.coordinates, defaultRadiusMeters).slice(0, nearestCounted);
    venues.set(id, near);
    return near;
  };

  const workOut = (event: VenueEvent, { snapshot, ...rest }: Known): EventAvailability => {
    const offers = createOffers({ ...searchOf(event), snapshot, inventory });
    const left = around({ snapshot, ...rest }, event.venueId).flatMap(({ location }) =>
      offers(location).bookable.map(({ option, remaining, price }) => ({
        pool: `${location.id}/${option.pool}`,
        spaces: remaining,
        price: price.total,
      })),
    );
    return sumOf(left);
  };

  return (event: VenueEvent): EventAvailability => {
    const snapshot = catalogue.snapshot();
    if (known.snapshot !== snapshot) known = nothingKnown(snapshot);
    const at = clock.now();
    const kept = known.events.get(event.id);
    if (kept !== undefined && at - kept.at < keptMs && at >= kept.at) return kept.availability;
    const availability = workOut(event, known);
    known.events.set(event.id, { at, availability });
    return availability;
  };
};
