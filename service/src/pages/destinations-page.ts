import { searchPath, venuePath } from '../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Venue } from '../catalogue/venue.js';
import { type Html, html } from './frame/html.js';
import type { Outcome } from './frame/outcome.js';
import { addressLine } from './parts/quote-list.js';
import { readText } from './visit/query-values.js';
import type { Visit } from './visit/visit.js';

const mostDestinations = 50;

const row = (visit: Visit, venue: Venue): Html => html`
<li class="event"><div><h3><a href="${visit.href(venuePath(venue))}">${venue.name}</a></h3>
<p class="address">${venue.enhancedAirport && html`<span class="tag">${visit.text('airport')}</span> `}${addressLine(venue)}</p></div></li>`;

const firstWith = (venues: readonly Venue[], text: string | undefined): readonly Venue[] => {
  const wanted = text?.toLowerCase();
  const found: Venue[] = [];
  for (const venue of venues) {
    if (found.length === mostDestinations) break;
    if (wanted === undefined || venue.name.toLowerCase().includes(wanted)) found.push(venue);
  }
  return found;
};

/** Places people go to, by name: where a search begins. */
export const destinationsPage = (visit: Visit, snapshot: CatalogueSnapshot): Outcome => {
  const text = readText(visit.query, 'venue_name');
  const language = visit.query.get('locale');
  const venues = firstWith(snapshot.venues(), text);
  const title = visit.text('find_parking');
  const body = html`
<h1>${visit.text('choose_destination')}</h1>
<form class="filter" action="${searchPath}" method="get" role="search">
${language !== null && html`<input type="hidden" name="locale" value="${language}">`}
<p><label for="venue_name">${visit.text('destination_name')}</label><input type="search" id="venue_name" name="venue_name" maxlength="200" value="${text ?? ''}"></p>
<p><button>${visit.text('search')}</button></p>
</form>
<h2>${visit.text('destinations')}</h2>
${
  venues.length === 0
    ? html`<p class="empty">${visit.text('no_destinations')}</p>`
    : html`<ul class="events">${venues.map((venue) => row(visit, venue))}</ul>`
}`;
  return { kind: 'page', title, body, canonical: searchPath };
};
