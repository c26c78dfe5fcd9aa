import { hourMs } from '../base/durations.js';
import { venueId } from '../base/ids.js';
import type { Coordinates } from '../catalogue/location.js';
import { searchPath, venuePath } from '../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Venue } from '../catalogue/venue.js';
import { readCoordinates } from '../quotes/query/q-values.js';
import type { Quotes } from '../quotes/quote.js';
import { destinationsPage } from './destinations-page.js';
import { html } from './frame/html.js';
import type { Outcome } from './frame/outcome.js';
import { findQuotes } from './parts/find-quotes.js';
import { filterNote, filterParameters, readPlaceFilter, withParameters } from './parts/place-filter.js';
import { howToBook, quoteList } from './parts/quote-list.js';
import { stayForm } from './parts/stay-form.js';
import { queryFault, readText } from './visit/query-values.js';
import { localDigits, quarterBefore, readStay, type StayRule } from './visit/stay.js';
import type { Visit } from './visit/visit.js';

const defaultLengthMs = 3 * hourMs;

export interface SearchView {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly quotes: Pick<Quotes, 'search'>;
}

interface Destination {
  readonly q: string;
  readonly title: string;
  readonly zone: string;
  /** The parameter that names it. */
  readonly parameter: readonly [string, string];
  readonly venue?: Venue;
}

/** Times by the hour: the digits are the destination's, as in a search for quotes. */
export const stayRule = (zone: string, now: number): StayRule => ({
  names: { start: 'start_time', end: 'end_time' },
  zone,
  respectsOffset: false,
  defaultStart: quarterBefore(now),
  defaultLengthMs,
});

const venueDestination = ({ visit, snapshot }: SearchView, text: string): Destination => {
  const venue = /^\d{1,15}$/.test(text) ? snapshot.venue(venueId(Number(text))) : undefined;
  if (venue === undefined) throw queryFault('venue_id', 'no venue has this id');
  return {
    q: `venue_id:${venue.id}`,
    title: visit.text('parking_near', { name: venue.name }),
    zone: venue.timezone,
    parameter: ['venue_id', String(venue.id)],
    venue,
  };
};

const searchRadiusMeters = 5_000;

/** The clock of the nearest place around, since a point has none of its own. */
const zoneAt = (snapshot: CatalogueSnapshot, point: Coordinates): string =>
  snapshot.within(point, searchRadiusMeters)[0]?.location.timezone ?? 'Etc/UTC';

const pointDestination = ({ visit, snapshot }: SearchView, text: string): Destination => {
  const point = readCoordinates(text);
  if (point === undefined) throw queryFault('coordinates', 'not latitude,longitude');
  const written = `${point.lat},${point.lon}`;
  return {
    q: `coordinates:${written}`,
    title: visit.text('parking_around_point'),
    zone: zoneAt(snapshot, point),
    parameter: ['coordinates', written],
  };
};

const readDestination = (view: SearchView): Destination | undefined => {
  const [venue, point] = [readText(view.visit.query, 'venue_id'), readText(view.visit.query, 'coordinates')];
  if (venue !== undefined) return venueDestination(view, venue);
  return point === undefined ? undefined : pointDestination(view, point);
};

const results = ({ visit, snapshot, quotes }: SearchView, destination: Destination): Outcome => {
  const { q, title, zone, parameter, venue } = destination;
  const rule = stayRule(zone, visit.now);
  const stay = readStay(visit, rule);
  const filter = readPlaceFilter(visit);
  const search = { q, startTime: localDigits(stay.start, zone), endTime: localDigits(stay.end, zone) };
  const kept = [parameter, ...filterParameters(filter)];
  const body = html`
<h1>${title}</h1>
${venue !== undefined && html`<p><a href="${visit.href(venuePath(venue))}">${venue.name}</a></p>`}
${filterNote(visit, { filter, snapshot, path: withParameters(searchPath, [parameter]) })}
${stayForm(visit, { action: searchPath, stay, rule, kept })}
<h2>${visit.text('prices_for')}</h2>
<p class="when">${visit.formats.range(stay.start, stay.end, zone)}</p>
${quoteList(visit, findQuotes(quotes, { search, filter }), visit.text('no_parking'))}
${howToBook(visit)}`;
  return { kind: 'page', title, body };
};

/** Parking by the hour around a venue or a point; without either, the places one can choose from. */
export const searchPage = (view: SearchView): Outcome => {
  const destination = readDestination(view);
  return destination === undefined ? destinationsPage(view.visit, view.snapshot) : results(view, destination);
};
