import { readSortKeys } from '../../base/sort-keys.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import { metersBetween } from '../../catalogue/spatial-index.js';
import type { Venue } from '../../catalogue/venue.js';
import type { VenueRecord } from '../representations/places/venue.js';
import { readName, readQItems } from './q-items.js';
import { readCenter, readRadius } from './q-place.js';
import { type Compare, sortBy } from './sort-by.js';

export interface VenueSearch {
  readonly q: string | undefined;
  readonly sort: string | undefined;
  readonly enhancedAirport: boolean | undefined;
}

type Snapshot = Pick<CatalogueSnapshot, 'venues' | 'names'>;

const defaultMiles = 25;
const qTypes = ['coordinates', 'distance', 'name'] as const;
const sortable = ['distance', 'name', 'id'] as const;
const nearestFirst = [{ name: 'distance', isDescending: false }] as const;

const comparing = ({
  names,
}: Snapshot): Readonly<Record<(typeof sortable)[number], Compare<VenueRecord>>> => ({
  distance: (left, right) => (left.meters ?? 0) - (right.meters ?? 0),
  name: (left, right) => names.venues.compare(left.venue, right.venue),
  id: (left, right) => left.venue.id - right.venue.id,
});

/** The best match of a name first; else in order of id, so that the pages of a walk through all of them do not move. */
const candidates = ({ venues, names }: Snapshot, name: string | undefined): readonly Venue[] =>
  name === undefined ? venues() : names.venues.named(name);

/** Filters by place, name and kind; nearest first where there is a centre. Throws `Problem` for a malformed search. */
export const findVenues = (snapshot: Snapshot, search: VenueSearch): readonly VenueRecord[] => {
  const items = readQItems(search.q, qTypes);
  const center = readCenter(items.get('coordinates'));
  const radius = readRadius(items.get('distance'), defaultMiles);
  const asked = readSortKeys(search.sort, sortable);
  const found = candidates(snapshot, readName(items.get('name')))
    .filter(({ enhancedAirport }) => enhancedAirport === (search.enhancedAirport ?? enhancedAirport))
    .map((venue) =>
      center === undefined ? { venue } : { venue, meters: metersBetween(center, venue.coordinates) },
    )
    .filter((record) => !('meters' in record) || record.meters <= radius);
  const keys = asked.length > 0 || center === undefined ? asked : nearestFirst;
  return sortBy(found, keys, comparing(snapshot));
};
