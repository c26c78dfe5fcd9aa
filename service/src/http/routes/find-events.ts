import { venueId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import { instantAt, parseWrittenTime, type WrittenTime } from '../../base/zoned-time.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import { readId } from '../../quotes/q-values.js';
import { qFault, readName, readQItems } from './q-items.js';
import { type Compare, readSortKeys } from './sort-keys.js';

export interface EventSearch {
  readonly q: string | undefined;
  readonly sort: string | undefined;
  /** Comma-separated ids. */
  readonly venueIds: readonly string[] | undefined;
  readonly partnerEventId: string | undefined;
  readonly includesTbd: boolean;
}

type Snapshot = Pick<CatalogueSnapshot, 'venue' | 'events' | 'eventsOfVenue'>;

const sortable: Readonly<Record<string, Compare<VenueEvent>>> = {
  start_time: (left, right) => left.startTime - right.startTime,
  end_time: (left, right) => left.endTime - right.endTime,
  name: (left, right) => left.name.localeCompare(right.name, 'en'),
};

const readTime = (text: string | undefined): WrittenTime | undefined => {
  if (text === undefined) return undefined;
  const written = parseWrittenTime(text);
  if (written === undefined) throw qFault('not a date and time of ISO 8601');
  return written;
};

const candidates = (snapshot: Snapshot, venueIds: readonly string[] | undefined): readonly VenueEvent[] => {
  if (venueIds === undefined) return snapshot.events();
  const ids = venueIds.map(readId);
  if (ids.some((id) => id === undefined)) {
    throw new Problem('request_parameter_invalid', { fields: ['venue_id'] });
  }
  const known = new Set(ids.filter((id) => id !== undefined));
  return [...known].flatMap((id) => snapshot.eventsOfVenue(venueId(id)));
};

/** A time without an offset is one of the event's venue; elsewhere than in quotes an offset is respected (decision 15). */
const startsWithin = (snapshot: Snapshot, from: WrittenTime | undefined, to: WrittenTime | undefined) => {
  return ({ venueId: id, startTime }: VenueEvent): boolean => {
    const zone = snapshot.venue(id)?.timezone ?? 'UTC';
    const isAfter = from === undefined || startTime >= instantAt(from, zone, true);
    return isAfter && (to === undefined || startTime < instantAt(to, zone, true));
  };
};

/** Filters by venue, name, time and partner's id; by start unless asked otherwise. Throws `Problem` for a malformed search. */
export const findEvents = (snapshot: Snapshot, search: EventSearch): readonly VenueEvent[] => {
  const items = readQItems(search.q, ['name', 'starting_after', 'starting_before']);
  const name = readName(items);
  const isInTime = startsWithin(
    snapshot,
    readTime(items.get('starting_after')),
    readTime(items.get('starting_before')),
  );
  const order = readSortKeys(search.sort, sortable) ?? sortable['start_time'];
  return candidates(snapshot, search.venueIds)
    .filter(({ timesTbd }) => search.includesTbd || !timesTbd)
    .filter((event) => name === undefined || event.name.toLowerCase().includes(name))
    .filter(({ partnerEventId }) => partnerEventId === (search.partnerEventId ?? partnerEventId))
    .filter(isInTime)
    .toSorted(order);
};
