import type { EventId, LocationId, SellerId, VenueId } from '../base/ids.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import type { Coordinates, Location } from './location.js';
import { createNameIndex } from './name-index.js';
import { createRateLocation, type RateLocation } from './rate-location.js';
import type { Review } from './review.js';
import type { Bounds, CatalogueSnapshot } from './snapshot.js';
import { createSpatialIndex } from './spatial-index.js';
import type { Seller, Venue, VenueEvent } from './venue.js';

/** Everything that is visible in one generation; order does not matter. */
export interface CatalogueContent {
  readonly generation: number;
  readonly locations: Iterable<Location>;
  readonly venues: Iterable<Venue>;
  readonly events: Iterable<VenueEvent>;
  readonly sellers: Iterable<Seller>;
  readonly ratePlans: Iterable<RatePlan>;
  readonly reviews: Iterable<Review>;
}

const byStart = (left: VenueEvent, right: VenueEvent): number =>
  left.startTime - right.startTime || left.id - right.id;

const byId = (left: { readonly id: number }, right: { readonly id: number }): number => left.id - right.id;

const keyedById = <T extends { readonly id: unknown }>(items: Iterable<T>): ReadonlyMap<T['id'], T> =>
  new Map([...items].map((item) => [item.id, item]));

const newestFirst = (left: Review, right: Review): number =>
  right.createdAt - left.createdAt || right.id - left.id;

const groupedBy = <T, Key>(items: readonly T[], keyOf: (item: T) => Key): ReadonlyMap<Key, readonly T[]> => {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return groups;
};

/** How many of the events, which stand in order of start, begin before that instant. */
const countBefore = (events: readonly VenueEvent[], at: number): number => {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.startTime ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
};

const middleOf = ({ south, north, west, east }: Bounds): Coordinates => {
  const middle = (west + (west > east ? east + 360 : east)) / 2;
  return { lat: (south + north) / 2, lon: middle > 180 ? middle - 360 : middle };
};

/** Builds the in-memory catalogue that searches read; it never changes afterwards. */
export const createSnapshot = (
  content: CatalogueContent,
  rated: RateLocation = createRateLocation(),
): CatalogueSnapshot => {
  const reviews = groupedBy([...content.reviews].sort(newestFirst), ({ locationId }) => locationId);
  const locations = [...content.locations]
    .map((location) => rated(location, reviews.get(location.id) ?? []))
    .sort(byId);
  const venues = [...content.venues].sort(byId);
  const events = [...content.events].sort(byStart);
  const locationsById: ReadonlyMap<LocationId, Location> = keyedById(locations);
  const venuesById: ReadonlyMap<VenueId, Venue> = keyedById(venues);
  const eventsById: ReadonlyMap<EventId, VenueEvent> = keyedById(events);
  const sellersById: ReadonlyMap<SellerId, Seller> = keyedById(content.sellers);
  const ratePlansById: ReadonlyMap<string, RatePlan> = keyedById(content.ratePlans);
  const eventsByVenue = groupedBy(events, ({ venueId }) => venueId);
  const index = createSpatialIndex(locations);

  return {
    generation: content.generation,
    locationCount: locations.length,
    location: (id) => locationsById.get(id),
    venue: (id) => venuesById.get(id),
    event: (id) => eventsById.get(id),
    seller: (id) => sellersById.get(id),
    ratePlan: (id) => ratePlansById.get(id),
    locations: () => locations,
    venues: () => venues,
    eventsOfVenue: (id) => eventsByVenue.get(id) ?? [],
    events: () => events,
    eventsStarting: (from, to) => events.slice(countBefore(events, from), countBefore(events, to)),
    reviewsOf: (id) => reviews.get(id) ?? [],
    names: {
      locations: createNameIndex(locations),
      venues: createNameIndex(venues),
      events: createNameIndex(events),
    },
    within: index.within,
    inBounds: (bounds, from) => index.inBounds(bounds, from ?? middleOf(bounds)),
  };
};
