import { venueId } from '../../base/ids.js';
import { readSortKeys, type SortKey } from '../../base/sort-keys.js';
import { type EventReader, isKnownAs } from '../../catalogue/known-event.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import { isWithin, readWindow, type Window, widest } from './event-window.js';
import { readIds, readName, readQItems } from './q-items.js';
import { type Compare, sortBy } from './sort-by.js';

export interface EventSearch {
  readonly q: string | undefined;
  readonly sort: string | undefined;
  readonly venueIds: readonly string[] | undefined;
  readonly partnerEventId: string | undefined;
  readonly includesTbd: boolean;
  readonly reader: EventReader;
}

type Snapshot = Pick<CatalogueSnapshot, 'venue' | 'events' | 'eventsStarting' | 'eventsOfVenue' | 'names'>;

const qTypes = [
  'name',
  'venue_id',
  'partner_event_id',
  'starting_after',
  'starting_before',
  'ending_after',
  'ending_before',
] as const;
const sortable = ['start_time', 'end_time', 'name', 'id'] as const;
type Sortable = (typeof sortable)[number];

const byStart: readonly SortKey<Sortable>[] = [{ name: 'start_time', isDescending: false }];

const comparing = ({ names }: Snapshot): Readonly<Record<Sortable, Compare<VenueEvent>>> => ({
  start_time: (left, right) => left.startTime - right.startTime,
  end_time: (left, right) => left.endTime - right.endTime,
  name: names.events.compare,
  id: (left, right) => left.id - right.id,
});

type Ids = ReadonlySet<number> | undefined;

const both = (left: Ids, right: Ids): Ids =>
  left === undefined || right === undefined
    ? (left ?? right)
    : new Set([...left].filter((id) => right.has(id)));

/** A search that has been read. */
interface Wanted {
  readonly venues: Ids;
  readonly name: string | undefined;
  readonly starting: Window;
  readonly ending: Window;
  /** Ids of partners, all of which it must be known by. */
  readonly knownAs: readonly string[];
  readonly sort: readonly SortKey<Sortable>[];
}

interface Candidates {
  readonly events: readonly VenueEvent[];
  /** They stand in this order already. */
  readonly inOrderOf?: Sortable;
}

/** The smallest list at hand that has them all. */
const candidates = (snapshot: Snapshot, { venues, name, starting, sort }: Wanted): Candidates => {
  if (name !== undefined) {
    const named = snapshot.names.events.named(name);
    return { events: venues === undefined ? named : named.filter((event) => venues.has(event.venueId)) };
  }
  if (venues !== undefined)
    return { events: [...venues].flatMap((id) => snapshot.eventsOfVenue(venueId(id))) };
  if (sort[0]?.name === 'name') return { events: snapshot.names.events.sorted(), inOrderOf: 'name' };
  const events = snapshot.eventsStarting(...widest(starting));
  return { events, inOrderOf: 'start_time' };
};

const isSorted = ([key, ...more]: readonly SortKey<Sortable>[], { inOrderOf }: Candidates): boolean =>
  key?.name === inOrderOf && !key?.isDescending && more.length === 0;

const readSearch = (search: EventSearch): Wanted => {
  const items = readQItems(search.q, qTypes);
  const asked = readSortKeys(search.sort, sortable);
  return {
    venues: both(readIds(search.venueIds, 'venue_id'), readIds(items.get('venue_id')?.split(','), 'q')),
    name: readName(items.get('name')),
    starting: readWindow(items.get('starting_after'), items.get('starting_before')),
    ending: readWindow(items.get('ending_after'), items.get('ending_before')),
    knownAs: [search.partnerEventId, items.get('partner_event_id')].filter((id) => id !== undefined),
    sort: asked.length > 0 ? asked : byStart,
  };
};

/** Filters by venue, name, times and partner's id; by start unless asked otherwise. Throws `Problem` for a malformed search. */
export const findEvents = (snapshot: Snapshot, search: EventSearch): readonly VenueEvent[] => {
  const wanted = readSearch(search);
  const list = candidates(snapshot, wanted);
  const isAtStart = isWithin(snapshot, wanted.starting, ({ startTime }) => startTime);
  const isAtEnd = isWithin(snapshot, wanted.ending, ({ endTime }) => endTime);
  const found = list.events.filter(
    (event) =>
      (search.includesTbd || !event.timesTbd) &&
      wanted.knownAs.every((id) => isKnownAs(event, id, search.reader)) &&
      (isAtStart === undefined || isAtStart(event)) &&
      (isAtEnd === undefined || isAtEnd(event)),
  );
  return isSorted(wanted.sort, list) ? found : sortBy(found, wanted.sort, comparing(snapshot));
};
