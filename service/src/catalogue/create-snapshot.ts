import type { EventId, LocationId, SellerId, VenueId } from '../base/ids.js';
import type { RatePlan } from '../pricing/rate-plan.js';
import type { Coordinates, Location } from './location.js';
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
}

const byStart = (left: VenueEvent, right: VenueEvent): number =>
  left.startTime - right.startTime || left.id - right.id;

const byId = (left: { readonly id: number }, right: { readonly id: number }): number => left.id - right.id;

const keyedById = <T extends { readonly id: unknown }>(items: Iterable<T>): ReadonlyMap<T['id'], T> =>
  new Map([...items].map((item) => [item.id, item]));

const groupByVenue = (events: readonly VenueEvent[]): ReadonlyMap<VenueId, readonly VenueEvent[]> => {
  const groups = new Map<VenueId, VenueEvent[]>();
  for (const event of events) {
    const group = groups.get(event.venueId);
    if (group === undefined) groups.set(event.venueId, [event]);
    else group.push(event);
  }
  return groups;
};

const middleOf = ({ south, north, west, east }: Bounds): Coordinates => {
  const middle = (west + (west > east ? east + 360 : east)) / 2;
  return { lat: (south + north) / 2, lon: middle > 180 ? middle - 360 : middle };
};

/** Builds the in-memory catalogue that searches read; it never changes afterwards. */
export const createSnapshot = (content: CatalogueContent): CatalogueSnapshot => {
  const locations = [...content.locations].sort(byId);
  const venues = [...content.venues].sort(byId);
  const events = [...content.events].sort(byStart);
  const locationsById: ReadonlyMap<LocationId, Location> = keyedById(locations);
  const venuesById: ReadonlyMap<VenueId, Venue> = keyedById(venues);
  const eventsById: ReadonlyMap<EventId, VenueEvent> = keyedById(events);
  const sellersById: ReadonlyMap<SellerId, Seller> = keyedById(content.sellers);
  const ratePlansById: ReadonlyMap<string, RatePlan> = keyedById(content.ratePlans);
  const eventsByVenue = groupByVenue(events);
  const index = createSpatialIndex(locations);

  return {
    generation: content.generation,
    locationCount: locations.length,
    location: (id) => locationsById.get(id),
    venue: (id) => venuesById.get(id),
    event: (id) => eventsById.get(id),
    seller: (id) => sellersById.get(id),
    ratePlan: (id) => ratePlansById.get(id),
    locations: () => locations.values(),
    venues: () => venues,
    eventsOfVenue: (id) => eventsByVenue.get(id) ?? [],
    events: () => events,
    within: index.within,
    inBounds: (bounds, from) => index.inBounds(bounds, from ?? middleOf(bounds)),
  };
};
