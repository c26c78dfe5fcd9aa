import type { Coordinates } from '../../catalogue/location.js';
import { metersBetween } from '../../catalogue/spatial-index.js';
import type { Venue } from '../../catalogue/venue.js';
import { readCoordinates, readNumber } from '../../quotes/q-values.js';
import type { VenueRecord } from '../representations/venue.js';
import { qFault, readName, readQItems } from './q-items.js';
import { type Compare, readSortKeys } from './sort-keys.js';

export interface VenueSearch {
  readonly q: string | undefined;
  readonly sort: string | undefined;
  readonly enhancedAirport: boolean | undefined;
}

const metersPerMile = 1609.344;
const defaultMiles = 25;

const byName: Compare<VenueRecord> = (left, right) => left.venue.name.localeCompare(right.venue.name, 'en');
const byDistance: Compare<VenueRecord> = (left, right) => (left.meters ?? 0) - (right.meters ?? 0);
const sortable = { name: byName, distance: byDistance };

const readCenter = (text: string | undefined): Coordinates | undefined => {
  if (text === undefined) return undefined;
  const center = readCoordinates(text);
  if (center === undefined) throw qFault('coordinates');
  return center;
};

const readMeters = (text: string | undefined): number => {
  const miles = text === undefined ? defaultMiles : readNumber(text);
  if (miles === undefined || miles <= 0) throw qFault('distance');
  return miles * metersPerMile;
};

/** Filters by place, name and kind; nearest first where there is a centre. Throws `Problem` for a malformed search. */
export const findVenues = (venues: readonly Venue[], search: VenueSearch): readonly VenueRecord[] => {
  const items = readQItems(search.q, ['coordinates', 'distance', 'name']);
  const center = readCenter(items.get('coordinates'));
  const radius = readMeters(items.get('distance'));
  const name = readName(items);
  const order = readSortKeys(search.sort, sortable) ?? (center === undefined ? undefined : byDistance);
  const found = venues
    .filter(({ enhancedAirport }) => enhancedAirport === (search.enhancedAirport ?? enhancedAirport))
    .filter((venue) => name === undefined || venue.name.toLowerCase().includes(name))
    .map((venue) =>
      center === undefined ? { venue } : { venue, meters: metersBetween(center, venue.coordinates) },
    )
    .filter((record) => !('meters' in record) || record.meters <= radius);
  return order === undefined ? found : found.sort(order);
};
