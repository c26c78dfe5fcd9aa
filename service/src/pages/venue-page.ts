import { hourMs } from '../base/durations.js';
import { eventPath, searchPath, venuePath } from '../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Venue, VenueEvent } from '../catalogue/venue.js';
import { type Html, html, nothing } from './frame/html.js';
import { type Outcome, redirect } from './frame/outcome.js';
import {
  filterNote,
  filterParameters,
  type PlaceFilter,
  readPlaceFilter,
  withParameters,
} from './parts/place-filter.js';
import { addressLine } from './parts/quote-list.js';
import { readPage, readText } from './visit/query-values.js';
import { localDigits, quarterBefore } from './visit/stay.js';
import type { Visit } from './visit/visit.js';

const eventsPerPage = 50;

interface VenueView {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly venue: Venue;
  readonly filter: PlaceFilter;
}

/** An event whose times are placeholders lies ahead, whatever they say. */
export const isUpcoming = (event: VenueEvent, now: number): boolean => event.timesTbd || event.endTime > now;

/** The start of the zone's next day. */
const midnightAfter = (at: number, zone: string): number => {
  const today = localDigits(at, zone).slice(0, 10);
  let next = at;
  // By whole quarters, since a day may last 23 or 25 hours.
  while (localDigits(next, zone).slice(0, 10) === today) next += hourMs / 4;
  return next;
};

/** Parking by the hour around the venue, for what is left of the current day there. */
const todayPath = ({ visit, venue, filter }: VenueView): string => {
  const start = quarterBefore(visit.now);
  return withParameters(searchPath, [
    ['venue_id', String(venue.id)],
    ['start_time', localDigits(start, venue.timezone)],
    ['end_time', localDigits(midnightAfter(start, venue.timezone), venue.timezone)],
    ...filterParameters(filter),
  ]);
};

const when = (visit: Visit, event: VenueEvent, zone: string): Html =>
  event.timesTbd
    ? html`<span class="when">${visit.text('times_tbd')}</span>`
    : html`<time class="when" datetime="${new Date(event.startTime).toISOString()}">${visit.formats.moment(event.startTime, zone)}</time>`;

const eventRow = ({ visit, venue, filter }: VenueView, event: VenueEvent): Html => {
  const path = withParameters(eventPath(venue, event), filterParameters(filter));
  return html`
<li class="event"><div><h3><a href="${visit.href(path)}">${event.name}</a></h3><p>${when(visit, event, venue.timezone)}</p></div></li>`;
};

const pageLinks = ({ visit, venue }: VenueView, page: number, total: number): Html => {
  const pages = Math.ceil(total / eventsPerPage);
  const link = (to: number, label: string): Html => {
    const query = new URLSearchParams(visit.query);
    query.set('page', String(to));
    return html`<a href="${`${venuePath(venue)}?${query}`}">${label}</a>`;
  };
  if (pages <= 1) return nothing;
  return html`<nav class="pages" aria-label="${visit.text('pages')}">
${page > 1 && link(Math.min(page - 1, pages), visit.text('earlier_page'))}
${page < pages && link(page + 1, visit.text('later_page'))}</nav>`;
};

const nameForm = ({ visit, venue, filter }: VenueView, text: string | undefined): Html => {
  const language = visit.query.get('locale');
  const kept = [...filterParameters(filter), ...(language === null ? [] : [['locale', language] as const])];
  return html`
<form class="filter" action="${venuePath(venue)}" method="get" role="search">
${kept.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<p><label for="event_name">${visit.text('event_filter')}</label><input type="search" id="event_name" name="event_name" maxlength="200" value="${text ?? ''}"></p>
<p><button>${visit.text('search')}</button></p>
</form>`;
};

const body = (view: VenueView, events: readonly VenueEvent[]): Html => {
  const { visit, venue, filter, snapshot } = view;
  const text = readText(visit.query, 'event_name');
  const page = readPage(visit.query);
  const wanted = text?.toLowerCase();
  const found =
    wanted === undefined ? events : events.filter(({ name }) => name.toLowerCase().includes(wanted));
  const shown = found.slice((page - 1) * eventsPerPage, page * eventsPerPage);
  return html`
<h1>${visit.text('parking_near', { name: venue.name })}</h1>
<p class="address">${addressLine(venue)}</p>
${filterNote(visit, { filter, snapshot, path: venuePath(venue) })}
<p><a class="action" href="${visit.href(todayPath(view))}">${visit.text('parking_today')}</a></p>
<h2>${visit.text('upcoming_events')}</h2>
${nameForm(view, text)}
${
  shown.length === 0
    ? html`<p class="empty">${visit.text('no_such_events')}</p>`
    : html`<ul class="events">${shown.map((event) => eventRow(view, event))}</ul>`
}
${pageLinks(view, page, found.length)}`;
};

/** A venue and what is on there; where nothing is, parking around it for today. */
export const venuePage = (visit: Visit, snapshot: CatalogueSnapshot, venue: Venue): Outcome => {
  const view = { visit, snapshot, venue, filter: readPlaceFilter(visit) };
  const events = snapshot.eventsOfVenue(venue.id).filter((event) => isUpcoming(event, visit.now));
  const page = body(view, events);
  if (events.length === 0) return redirect(302, visit.href(todayPath(view)));
  const title = visit.text('parking_near', { name: venue.name });
  return { kind: 'page', title, body: page, canonical: venuePath(venue) };
};
