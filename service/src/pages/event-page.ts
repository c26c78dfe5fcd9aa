import { eventPath, venuePath } from '../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Venue, VenueEvent } from '../catalogue/venue.js';
import type { Quotes } from '../quotes/quote.js';
import { type Html, html } from './frame/html.js';
import type { Outcome } from './frame/outcome.js';
import { findQuotes } from './parts/find-quotes.js';
import { filterNote, filterParameters, readPlaceFilter, withParameters } from './parts/place-filter.js';
import { howToBook, quoteList } from './parts/quote-list.js';
import { isUpcoming } from './venue-page.js';
import type { Visit } from './visit/visit.js';

interface EventView {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly quotes: Pick<Quotes, 'search'>;
  readonly venue: Venue;
  readonly event: VenueEvent;
}

const times = ({ visit, venue, event }: EventView): Html => {
  if (event.timesTbd)
    return html`<p class="when"><strong>${visit.text('times_tbd')}</strong></p><p>${visit.text('times_tbd_note')}</p>`;
  return html`<p class="when">${visit.formats.range(event.startTime, event.endTime, venue.timezone)}</p>`;
};

const parking = (view: EventView): Html => {
  const { visit, event, quotes } = view;
  if (!isUpcoming(event, visit.now)) return html`<p class="empty">${visit.text('event_over')}</p>`;
  const search = { q: `event_id:${event.id}` };
  const found = findQuotes(quotes, { search, filter: readPlaceFilter(visit) });
  return html`${quoteList(visit, found, visit.text('no_parking_event'))}${howToBook(visit)}`;
};

/** An event and where one can park for it. */
export const eventPage = (view: EventView): Outcome => {
  const { visit, snapshot, venue, event } = view;
  const filter = readPlaceFilter(visit);
  const path = eventPath(venue, event);
  const venueHref = visit.href(withParameters(venuePath(venue), filterParameters(filter)));
  const title = visit.text('parking_for', { name: event.name });
  const body = html`
<h1>${title}</h1>
${times(view)}
<p><a href="${venueHref}">${venue.name}</a></p>
${filterNote(visit, { filter, snapshot, path })}
<h2>${visit.text('where_to_park')}</h2>
${parking(view)}`;
  return { kind: 'page', title, body, canonical: path };
};
