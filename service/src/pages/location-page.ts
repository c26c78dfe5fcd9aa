import { anonymous } from '../base/caller.js';
import { eventId } from '../base/ids.js';
import type { Location } from '../catalogue/location.js';
import { eventPath, locationPath } from '../catalogue/site-paths.js';
import type { VenueEvent } from '../catalogue/venue.js';
import type { PurchaseOption } from '../quotes/quote.js';
import { type Html, html, nothing } from './html.js';
import { type IconPath, validationSteps } from './icons.js';
import { optionDetails } from './option-details.js';
import type { Outcome } from './outcome.js';
import { aboutPlace, disclaimers, gettingThere, kindOfPlace, placeAddress } from './place-details.js';
import { postedRates } from './posted-rates.js';
import { queryFault, readText } from './query-values.js';
import { howToBook } from './quote-list.js';
import { type SearchView, stayRule } from './search-page.js';
import { localDigits, readStay } from './stay.js';
import { stayForm } from './stay-form.js';

interface LocationView extends SearchView {
  readonly location: Location;
  readonly iconOf: IconPath;
}

const readEvent = ({ visit, snapshot }: LocationView): VenueEvent | undefined => {
  const text = readText(visit.query, 'event_id');
  if (text === undefined) return undefined;
  const event = /^\d{1,15}$/.test(text) ? snapshot.event(eventId(Number(text))) : undefined;
  if (event === undefined) throw queryFault('event_id', 'no event has this id');
  return event;
};

/** What the page is about: the event's window, or a stay by the hour that the form can change. */
const chosenStay = (view: LocationView, event: VenueEvent | undefined) => {
  const { visit, location } = view;
  const rule = stayRule(location.timezone, visit.now);
  const stay = readStay(visit, rule);
  const digits = (at: number): string => localDigits(at, location.timezone);
  const search = { q: `location_id:${location.id}` };
  return {
    rule,
    stay,
    search:
      event === undefined
        ? { ...search, startTime: digits(stay.start), endTime: digits(stay.end) }
        : { ...search, eventId: String(event.id) },
  };
};

const forEvent = ({ visit, snapshot }: LocationView, event: VenueEvent | undefined): Html => {
  const venue = event === undefined ? undefined : snapshot.venue(event.venueId);
  if (event === undefined || venue === undefined) return nothing;
  return html`<p>${visit.text('event')}: <a href="${visit.href(eventPath(venue, event))}">${event.name}</a></p>`;
};

const offersSection = (view: LocationView, offers: readonly PurchaseOption[]): Html => {
  const { visit, location, iconOf } = view;
  const zone = location.timezone;
  return offers.length === 0
    ? html`<p class="empty">${visit.text('no_parking')}</p>`
    : html`<ul class="options">${offers.map((offer) => optionDetails(visit, { offer, zone }, iconOf))}</ul>`;
};

/** Whether anything here is sold by us at all. */
const isSold = ({ options }: Location): boolean =>
  options.some(({ sale, capacity }) => sale !== 'none' && capacity > 0);

const sales = (view: LocationView): Html => {
  const { visit, location, quotes } = view;
  const event = readEvent(view);
  const { rule, stay, search } = chosenStay(view, event);
  if (!isSold(location)) return html`<p class="empty">${visit.text('not_sold_ahead')}</p>`;
  const [quote] = quotes.search(search, anonymous).page(0, 1);
  return html`
${forEvent(view, event)}
${stayForm(visit, { action: locationPath(location), stay, rule, kept: [] })}
<h2>${visit.text('prices_for')}</h2>
${offersSection(view, quote?.purchaseOptions ?? [])}
${howToBook(visit)}`;
};

/** A place, what it sells for a stay or posts at its entrance, and how one gets in. */
export const locationPage = (view: LocationView): Outcome => {
  const { visit, location, snapshot, iconOf } = view;
  const kind = kindOfPlace(visit, location);
  const body = html`
<h1>${location.name}</h1>
${placeAddress(visit, location)}
${kind !== undefined && html`<p class="kind">${kind}</p>`}
${sales(view)}
${postedRates(visit, location)}
${isSold(location) && validationSteps(visit, location.validation, iconOf)}
${gettingThere(visit, location)}
${aboutPlace(visit, location, snapshot.seller(location.sellerId)?.name)}
${disclaimers(visit, location)}`;
  return { kind: 'page', title: location.name, body, canonical: locationPath(location) };
};
