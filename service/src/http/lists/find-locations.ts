import { locationId, venueId } from '../../base/ids.js';
import { readSortKeys } from '../../base/sort-keys.js';
import type { Coordinates, Location } from '../../catalogue/location.js';
import type { Bounds, CatalogueSnapshot } from '../../catalogue/snapshot.js';
import { metersBetween } from '../../catalogue/spatial-index.js';
import { readId } from '../../quotes/query/q-values.js';
import { qFault, readIds, readName, readQItems } from './q-items.js';
import { readBox, readCenter, readRadius } from './q-place.js';
import { type Compare, sortBy } from './sort-by.js';

export interface LocationSearch {
  readonly q: string | undefined;
  readonly sort: string | undefined;
}

/** A location that was found, and how far it is where the search had a centre. */
export interface FoundLocation {
  readonly location: Location;
  readonly meters?: number;
}

type Snapshot = Pick<CatalogueSnapshot, 'location' | 'locations' | 'venue' | 'within' | 'inBounds' | 'names'>;

const defaultMiles = 3;
const qTypes = [
  'coordinates',
  'distance',
  'bounds',
  'anchor_coordinates',
  'venue_id',
  'location_id',
  'name',
  'seller_id',
] as const;
const sortable = ['distance', 'name', 'id'] as const;
const nearestFirst = [{ name: 'distance', isDescending: false }] as const;

const comparing = ({
  names,
}: Snapshot): Readonly<Record<(typeof sortable)[number], Compare<FoundLocation>>> => ({
  distance: (left, right) => (left.meters ?? 0) - (right.meters ?? 0),
  name: (left, right) => names.locations.compare(left.location, right.location),
  id: (left, right) => left.location.id - right.location.id,
});

interface Place {
  readonly ids: ReadonlySet<number> | undefined;
  readonly bounds: Bounds | undefined;
  /** Where the circle lies: the coordinates, else the venue. */
  readonly middle: Coordinates | undefined;
  readonly radiusMeters: number;
  /** Where distances are measured from. */
  readonly center: Coordinates | undefined;
}

/** As in a search for quotes (decision 51) the narrowest place decides; without one it is everywhere. */
const inPlace = (snapshot: Snapshot, { ids, bounds, middle, radiusMeters }: Place): readonly Location[] => {
  if (ids !== undefined) return [...ids].flatMap((id) => snapshot.location(locationId(id)) ?? []);
  if (bounds !== undefined) return snapshot.inBounds(bounds).map(({ location }) => location);
  if (middle !== undefined) return snapshot.within(middle, radiusMeters).map(({ location }) => location);
  return snapshot.locations();
};

const middleOf = ({ south, north, west, east }: Bounds): Coordinates => ({
  lat: (south + north) / 2,
  lon: (west + east) / 2,
});

const readVenue = (text: string | undefined): ReturnType<typeof venueId> | undefined => {
  if (text === undefined) return undefined;
  const id = readId(text);
  if (id === undefined) throw qFault('not the id of a venue');
  return venueId(id);
};

type Items = ReadonlyMap<(typeof qTypes)[number], string>;

/** `undefined` where the search names a venue that does not exist: it finds nothing. */
const readPlace = (items: Items, snapshot: Snapshot): Place | undefined => {
  const id = readVenue(items.get('venue_id'));
  const venue = id === undefined ? undefined : snapshot.venue(id);
  const ids = readIds(items.get('location_id')?.split(','), 'q');
  const bounds = readBox(items.get('bounds'));
  const middle = readCenter(items.get('coordinates')) ?? venue?.coordinates;
  const anchor = readCenter(items.get('anchor_coordinates'));
  const center = anchor ?? middle ?? (bounds === undefined ? undefined : middleOf(bounds));
  const radiusMeters = readRadius(items.get('distance'), defaultMiles);
  return id !== undefined && venue === undefined ? undefined : { ids, bounds, middle, center, radiusMeters };
};

const placed = (location: Location, center: Coordinates | undefined): FoundLocation =>
  center === undefined ? { location } : { location, meters: metersBetween(center, location.coordinates) };

/** Filters by place, name and seller; nearest first where there is a centre. Throws `Problem` for a malformed search. */
export const findLocations = (snapshot: Snapshot, search: LocationSearch): readonly FoundLocation[] => {
  const items = readQItems(search.q, qTypes);
  const place = readPlace(items, snapshot);
  const sellers = readIds(items.get('seller_id')?.split(','), 'q');
  const name = readName(items.get('name'));
  const asked = readSortKeys(search.sort, sortable);
  if (place === undefined) return [];
  const named = name === undefined ? undefined : snapshot.names.locations.named(name);
  const inside = inPlace(snapshot, place);
  const isEverywhere = inside === snapshot.locations();
  const allowed = named === undefined || isEverywhere ? undefined : new Set(named);
  const candidates = isEverywhere ? (named ?? inside) : inside;
  const found = candidates
    .filter((location) => allowed?.has(location) ?? true)
    .filter(({ sellerId }) => sellers?.has(sellerId) ?? true)
    .map((location) => placed(location, place.center));
  const keys = asked.length > 0 || place.center === undefined ? asked : nearestFirst;
  return sortBy(found, keys, comparing(snapshot));
};
