import { type EventId, eventId, type LocationId, locationId, type VenueId, venueId } from '../../base/ids.js';
import { metersPerMile } from '../../base/miles.js';
import type { Coordinates } from '../../catalogue/location.js';
import type { Bounds } from '../../catalogue/snapshot.js';
import { readBounds, readCoordinates, readId, readIds, readMiles } from './q-values.js';
import { searchFault, shown } from './search-fault.js';

/** Where a search looks, as `q` says it. Several kinds may stand together; `find-candidates.ts` has their order. */
export interface Place {
  readonly coordinates?: Coordinates;
  readonly radiusMeters?: number;
  readonly anchor?: Coordinates;
  readonly bounds?: Bounds;
  readonly venue?: VenueId;
  readonly event?: EventId;
  readonly locations?: readonly LocationId[];
}

/** How far a search looks that does not say it. */
export const defaultRadiusMeters = 3 * metersPerMile;
const longestQ = 2000;

type Reader = (value: string) => Place | undefined;

const readOne =
  <T>(read: (value: string) => T | undefined, place: (value: T) => Place): Reader =>
  (value) => {
    const known = read(value);
    return known === undefined ? undefined : place(known);
  };

const readIdList = (value: string): readonly number[] | undefined => readIds(value.split(','));

const readers: ReadonlyMap<string, Reader> = new Map([
  ['coordinates', readOne(readCoordinates, (coordinates) => ({ coordinates }))],
  ['anchor_coordinates', readOne(readCoordinates, (anchor) => ({ anchor }))],
  ['distance', readOne(readMiles, (radiusMeters) => ({ radiusMeters }))],
  ['bounds', readOne(readBounds, (bounds) => ({ bounds }))],
  ['venue_id', readOne(readId, (id) => ({ venue: venueId(id) }))],
  ['event_id', readOne(readId, (id) => ({ event: eventId(id) }))],
  ['location_id', readOne(readIdList, (ids) => ({ locations: [...new Set(ids)].map(locationId) }))],
  // Says again what the other types say: parking for a time, or for an event.
  ['search_type', (value) => (value === 'transient' || value === 'event' ? {} : undefined)],
]);

const pair = 'latitude,longitude';
/** What a value of each type looks like, for whoever got it wrong. */
const forms: Readonly<Record<string, string>> = {
  coordinates: pair,
  anchor_coordinates: pair,
  distance: 'miles, above 0 and up to 100',
  bounds: 'two or four corners, not too far apart',
  venue_id: 'one id',
  event_id: 'one id',
  location_id: 'ids between commas',
  search_type: 'transient or event',
};

const readItem = (item: string): readonly [string, Place] => {
  const colon = item.indexOf(':');
  const type = item.slice(0, Math.max(colon, 0));
  const reader = readers.get(type);
  if (reader === undefined)
    throw searchFault('q', `${shown(item)} has no known type; there are ${[...readers.keys()].join(', ')}`);
  const place = reader(item.slice(colon + 1));
  if (place === undefined) throw searchFault('q', `the value of ${type} is not valid: ${forms[type]}`);
  return [type, place];
};

/** Reads `q`: `type:value` items between blanks, each split at its first colon, each type at most once. Throws `Problem`. */
export const readQ = (q: string): Place => {
  if (q.length > longestQ) throw searchFault('q', 'q is too long');
  const items = q
    .split(/[ \t\r\n]/)
    .filter((item) => item !== '')
    .map(readItem);
  const types = items.map(([type]) => type);
  if (new Set(types).size < types.length) throw searchFault('q', 'a type stands in q twice');
  let place: Place = {};
  for (const [, next] of items) place = { ...place, ...next };
  return place;
};
