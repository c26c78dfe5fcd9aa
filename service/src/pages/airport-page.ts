import { dayMs, hourMs } from '../base/durations.js';
import { venuePath } from '../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Venue } from '../catalogue/venue.js';
import type { Quotes } from '../quotes/quote.js';
import { html } from './frame/html.js';
import type { Outcome } from './frame/outcome.js';
import { findQuotes } from './parts/find-quotes.js';
import { filterNote, filterParameters, readPlaceFilter } from './parts/place-filter.js';
import { addressLine, howToBook, quoteList } from './parts/quote-list.js';
import { stayForm } from './parts/stay-form.js';
import { localDigits, quarterBefore, readStay, type StayRule } from './visit/stay.js';
import type { Visit } from './visit/visit.js';

const defaultLengthMs = 3 * dayMs;

interface AirportView {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly quotes: Pick<Quotes, 'search'>;
  readonly venue: Venue;
}

/** Parking around an airport for the stay from `start` to `end`; by default three days from the next hour on. */
export const airportPage = ({ visit, snapshot, quotes, venue }: AirportView): Outcome => {
  const zone = venue.timezone;
  const rule: StayRule = {
    names: { start: 'start', end: 'end' },
    zone,
    respectsOffset: true,
    defaultStart: quarterBefore(visit.now) + hourMs,
    defaultLengthMs,
  };
  const stay = readStay(visit, rule);
  const filter = readPlaceFilter(visit);
  const search = {
    q: `venue_id:${venue.id}`,
    startTime: localDigits(stay.start, zone),
    endTime: localDigits(stay.end, zone),
  };
  const path = venuePath(venue);
  const title = visit.text('parking_at_airport', { name: venue.name });
  const body = html`
<h1>${title}</h1>
<p class="address">${addressLine(venue)}</p>
${filterNote(visit, { filter, snapshot, path })}
${stayForm(visit, { action: path, stay, rule, kept: filterParameters(filter) })}
<h2>${visit.text('prices_for')}</h2>
<p class="when">${visit.formats.range(stay.start, stay.end, zone)}</p>
${quoteList(visit, findQuotes(quotes, { search, filter }), visit.text('no_parking'))}
${howToBook(visit)}`;
  return { kind: 'page', title, body, canonical: path };
};
