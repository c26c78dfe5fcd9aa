import { readAskedTime } from '../../base/asked-time.js';
import { hourMs } from '../../base/durations.js';
import { instantAt, type WrittenTime } from '../../base/zoned-time.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import { qFault } from './q-items.js';

/** A stretch of time as it was asked for; open where nothing is said. */
export interface Window {
  readonly after: WrittenTime | undefined;
  readonly before: WrittenTime | undefined;
}

const readTime = (text: string | undefined): WrittenTime | undefined => {
  if (text === undefined) return undefined;
  const written = readAskedTime(text);
  if (written === undefined) throw qFault('not a date and time of ISO 8601');
  return written;
};

/** Both ends as they are written. Throws `Problem`. */
export const readWindow = (after: string | undefined, before: string | undefined): Window => ({
  after: readTime(after),
  before: readTime(before),
});

/** No zone is further from UTC, so no event that starts outside of this can be meant. */
const widestOffsetMs = 14 * hourMs;

/** The instants outside of which no zone has the window. */
export const widest = ({ after, before }: Window): readonly [from: number, to: number] => [
  after === undefined ? Number.NEGATIVE_INFINITY : instantAt(after, 'UTC', true) - widestOffsetMs,
  before === undefined ? Number.POSITIVE_INFINITY : instantAt(before, 'UTC', true) + widestOffsetMs,
];

/** A written time as an instant in each zone, worked out once for each; respected offsets are the same in all (decision 15). */
const inZones = (written: WrittenTime): ((zone: string) => number) => {
  const instants = new Map<string, number>();
  return (zone) => {
    const known = instants.get(zone) ?? instantAt(written, zone, true);
    instants.set(zone, known);
    return known;
  };
};

type Test = (event: VenueEvent) => boolean;

/** From `after` on, and before `before` (decision 14). A time without an offset is one of the event's venue. */
export const isWithin = (
  snapshot: Pick<CatalogueSnapshot, 'venue'>,
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
