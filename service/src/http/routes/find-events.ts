import { venueId } from '../../base/ids.js';
import { instantAt, parseWrittenTime, type WrittenTime } from '../../base/zoned-time.js';
import { type EventReader, isKnownAs } from '../../catalogue/known-event.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import { qFault, readIds, readName, readQItems } from './q-items.js';
import { type Compare, readSortKeys, type SortKey, sortBy } from './sort-keys.js';

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

const readTime = (text: string | undefined): WrittenTime | undefined => {
  if (text === undefined) return undefined;
  const written = parseWrittenTime(text);
  if (written === undefined) throw qFault('not a date and time of ISO 8601');
  return written;
};

/** No zone is further from UTC, so no event that starts outside of this can be meant. */
const widestOffsetMs = 14 * 3_600_000;

const earliest = (written: WrittenTime | undefined): number =>
  written === undefined ? Number.NEGATIVE_INFINITY : instantAt(written, 'UTC', true) - widestOffsetMs;
const latest = (written: WrittenTime | undefined): number =>
  written === undefined ? Number.POSITIVE_INFINITY : instantAt(written, 'UTC', true) + widestOffsetMs;

/** A written time as an instant in each zone, worked out once for each; respected offsets are the same in all (decision 15). */
const inZones = (written: WrittenTime): ((zone: string) => number) => {
  const instants = new Map<string, number>();
  return (zone) => {
    const known = instants.get(zone) ?? instantAt(written, zone, true);
    instants.set(zone, known);
    return known;
  };
};

interface Window {
  readonly after: WrittenTime | undefined;
  readonly before: WrittenTime | undefined;
}

type Test = (event: VenueEvent) => boolean;

/** From `after` on, and before `before` (decision 14). A time without an offset is one of the event's venue. */
const isWithin = (
  snapshot: Snapshot,
  { after, before }: Window,
  timeOf: (event: VenueEvent) => number,
): Test | undefined => {
  if (after === undefined && before === undefined) return undefined;
  const from = after && inZones(after);
  const to = before && inZones(before);
  return (event) => {
    const zone = snapshot.venue(event.venueId)?.timezone ?? 'UTC';
    const time = timeOf(event);
    return (from === undefined || time >= from(zone)) && (to === undefined || time < to(zone));
  };
};

interface Wanted {
  readonly venues: ReadonlySet<number> | undefined;
  readonly name: string | undefined;
  readonly starting: Window;
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
  const events = snapshot.eventsStarting(earliest(starting.after), latest(starting.before));
  return { events, inOrderOf: 'start_time' };
};

const isSorted = ([key, ...more]: readonly SortKey<Sortable>[], { inOrderOf }: Candidates): boolean =>
  key?.name === inOrderOf && !key?.isDescending && more.length === 0;

type Ids = ReadonlySet<number> | undefined;

const both = (left: Ids, right: Ids): Ids =>
  left === undefined || right === undefined
    ? (left ?? right)
    : new Set([...left].filter((id) => right.has(id)));

/** Filters by venue, name, times and partner's id; by start unless asked otherwise. Throws `Problem` for a malformed search. */
export const findEvents = (snapshot: Snapshot, search: EventSearch): readonly VenueEvent[] => {
  const items = readQItems(search.q, qTypes);
  const starting = {
    after: readTime(items.get('starting_after')),
    before: readTime(items.get('starting_before')),
  };
  const ending = { after: readTime(items.get('ending_after')), before: readTime(items.get('ending_before')) };
  const asked = readSortKeys(search.sort, sortable);
  const sort = asked.length > 0 ? asked : byStart;
  const wanted = {
    venues: both(readIds(search.venueIds, 'venue_id'), readIds(items.get('venue_id')?.split(','), 'q')),
    name: readName(items.get('name')),
    starting,
    sort,
  };
  const ids = [search.partnerEventId, items.get('partner_event_id')].filter((id) => id !== undefined);
  const isAtStart = isWithin(snapshot, starting, ({ startTime }) => startTime);
  const isAtEnd = isWithin(snapshot, ending, ({ endTime }) => endTime);
  const list = candidates(snapshot, wanted);
  const found = list.events.filter(
    (event) =>
      (search.includesTbd || !event.timesTbd) &&
      ids.every((id) => isKnownAs(event, id, search.reader)) &&
      (isAtStart === undefined || isAtStart(event)) &&
      (isAtEnd === undefined || isAtEnd(event)),
  );
  return isSorted(sort, list) ? found : sortBy(found, sort, comparing(snapshot));
};
