import type { LocationId } from '../base/ids.js';
import type { Coordinates, Location } from '../catalogue/location.js';
import type { Bounds, CatalogueSnapshot } from '../catalogue/snapshot.js';
import { metersBetween } from '../catalogue/spatial-index.js';
import type { Venue, VenueEvent } from '../catalogue/venue.js';
import { defaultRadiusMeters, type Place } from './query/q-language.js';

/** A location that a search found, before anything is priced. */
export interface Candidate {
  readonly location: Location;
  readonly meters?: number;
}

/** What a search found in the catalogue, nearest first (in the order asked for where there is no centre). */
export interface Candidates {
  readonly list: readonly Candidate[];
  readonly center?: Coordinates;
  readonly venue?: Venue;
  readonly event?: VenueEvent;
}

const nothing: Candidates = { list: [] };

const middleOf = ({ south, north, west, east }: Bounds): Coordinates => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
});

const nearestFirst = (left: Candidate, right: Candidate): number =>
  (left.meters ?? 0) - (right.meters ?? 0) || left.location.id - right.location.id;

const byIds = (
  snapshot: CatalogueSnapshot,
  ids: readonly LocationId[],
  center: Coordinates | undefined,
): readonly Candidate[] => {
  const found = ids.map((id) => snapshot.location(id)).filter((location) => location !== undefined);
  if (center === undefined) return found.map((location) => ({ location }));
  return found
    .map((location) => ({ location, meters: metersBetween(center, location.coordinates) }))
    .sort(nearestFirst);
};

const measuredFrom = (anchor: Coordinates | undefined, list: readonly Candidate[]): readonly Candidate[] => {
  if (anchor === undefined) return list;
  return list
    .map(({ location }) => ({ location, meters: metersBetween(anchor, location.coordinates) }))
    .sort(nearestFirst);
};

/** The narrowest place named decides: locations, then the box, then the circle round the coordinates or the venue. */
const inPlace = (
  snapshot: CatalogueSnapshot,
  place: Place,
  venueAt: Coordinates | undefined,
): Pick<Candidates, 'list' | 'center'> => {
  const { anchor, coordinates, bounds, locations } = place;
  const middle = coordinates ?? venueAt;
  const center = anchor ?? middle ?? (bounds === undefined ? undefined : middleOf(bounds));
  const known = center === undefined ? {} : { center };
  if (locations !== undefined) return { list: byIds(snapshot, locations, center), ...known };
  if (bounds !== undefined) return { list: snapshot.inBounds(bounds, center), ...known };
  if (middle === undefined) return nothing;
  const around = snapshot.within(middle, place.radiusMeters ?? defaultRadiusMeters);
  return { list: measuredFrom(anchor, around), ...known };
};

/** Finds the locations of a search; a venue or an event that does not exist finds none. */
export const findCandidates = (snapshot: CatalogueSnapshot, place: Place): Candidates => {
  const event = place.event === undefined ? undefined : snapshot.event(place.event);
  if (place.event !== undefined && event === undefined) return nothing;
  const venueId = place.venue ?? event?.venueId;
  const venue = venueId === undefined ? undefined : snapshot.venue(venueId);
  if (venueId !== undefined && venue === undefined) return nothing;
  return {
    ...inPlace(snapshot, place, venue?.coordinates),
    ...(venue === undefined ? {} : { venue }),
    ...(event === undefined ? {} : { event }),
  };
};
