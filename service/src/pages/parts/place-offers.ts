import { anonymous } from '../../base/caller.js';
import { eventId } from '../../base/ids.js';
import type { Location } from '../../catalogue/location.js';
import { eventPath, locationPath } from '../../catalogue/site-paths.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import type { PurchaseOption, Quote, QuotedOption } from '../../quotes/quote.js';
import { type Html, html, nothing } from '../frame/html.js';
import type { IconPath } from '../frame/icons.js';
import { type SearchView, stayRule } from '../search-page.js';
import { queryFault, readText } from '../visit/query-values.js';
import { localDigits, readStay } from '../visit/stay.js';
import { isSold } from './is-sold.js';
import { optionDetails, optionName } from './option-details.js';
import { howToBook, priceText } from './quote-list.js';
import { stayForm } from './stay-form.js';

export interface PlaceView extends SearchView {
  readonly location: Location;
  readonly iconOf: IconPath;
}

const readEvent = ({ visit, snapshot }: PlaceView): VenueEvent | undefined => {
  const text = readText(visit.query, 'event_id');
  if (text === undefined) return undefined;
  const event = /^\d{1,15}$/.test(text) ? snapshot.event(eventId(Number(text))) : undefined;
  if (event === undefined) throw queryFault('event_id', 'no event has this id');
  return event;
};

/** What the page is about: the event's window, or a stay by the hour that the form can change. */
const chosenStay = (view: PlaceView, event: VenueEvent | undefined) => {
  const { visit, location } = view;
  const rule = stayRule(location.timezone, visit.now);
  const stay = readStay(visit, rule);
  const digits = (at: number): string => localDigits(at, location.timezone);
  const search = { q: `location_id:${location.id}`, optionTypes: 'all' };
  const times = { startTime: digits(stay.start), endTime: digits(stay.end) };
  return {
    rule,
    stay,
    search: { ...search, ...(event === undefined ? times : { eventId: String(event.id) }) },
  };
};

const forEvent = ({ visit, snapshot }: PlaceView, event: VenueEvent | undefined): Html => {
  const venue = event === undefined ? undefined : snapshot.venue(event.venueId);
  if (event === undefined || venue === undefined) return nothing;
  return html`<p>${visit.text('event')}: <a href="${visit.href(eventPath(venue, event))}">${event.name}</a></p>`;
};

const offerList = ({ visit, location, iconOf }: PlaceView, offers: readonly PurchaseOption[]): Html => {
  const zone = location.timezone;
  return html`<ul class="options">${offers.map((offer) => optionDetails(visit, { offer, zone }, iconOf))}</ul>`;
};

/** Bought before one comes. */
const inAdvance = (view: PlaceView, { purchaseOptions }: Quote): Html => {
  const { visit, location } = view;
  if (!isSold(location)) return html`<p class="empty">${visit.text('not_sold_ahead')}</p>`;
  return purchaseOptions.length === 0
    ? html`<p class="empty">${visit.text('no_parking')}</p>`
    : offerList(view, purchaseOptions);
};

const onTheSpot = (view: PlaceView, { onDemandOptions: offers = [] }: Quote): Html =>
  offers.length === 0 ? nothing : html`<h2>${view.visit.text('on_the_spot')}</h2>${offerList(view, offers)}`;

const atThePlace = ({ visit }: PlaceView, offers: readonly QuotedOption[]): Html =>
  offers.length === 0
    ? nothing
    : html`<h2>${visit.text('pay_at_place')}</h2><dl class="facts">${offers.map(
        (offer) => html`<div><dt>${optionName(visit, offer)}</dt><dd>${priceText(visit, offer)}</dd></div>`,
      )}</dl>`;

/** What the place sells or shows for a stay, and a form to choose another. */
export const placeOffers = (view: PlaceView): Html => {
  const { visit, location, quotes } = view;
  const event = readEvent(view);
  const { rule, stay, search } = chosenStay(view, event);
  const [quote] = location.options.length === 0 ? [] : quotes.search(search, anonymous).page(0, 1);
  if (quote === undefined) return html`<p class="empty">${visit.text('not_sold_ahead')}</p>`;
  return html`
${forEvent(view, event)}
${stayForm(visit, { action: locationPath(location), stay, rule, kept: [] })}
<h2>${visit.text('prices_for')}</h2>
${inAdvance(view, quote)}
${onTheSpot(view, quote)}
${atThePlace(view, quote.nonBookableOptions ?? [])}
${isSold(location) && howToBook(visit)}`;
};
