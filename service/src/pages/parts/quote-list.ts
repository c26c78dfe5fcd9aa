import { amenityName } from '../../catalogue/amenity-name.js';
import type { Location } from '../../catalogue/location.js';
import { purchasePath } from '../../catalogue/site-paths.js';
import type { PurchaseOption, Quote, QuotedOption } from '../../quotes/quote.js';
import { type Html, html, nothing } from '../frame/html.js';
import { localDigits } from '../visit/stay.js';
import type { Visit } from '../visit/visit.js';
import { type FoundQuotes, mostPlaces } from './find-quotes.js';
import { isSold } from './is-sold.js';

const amenitiesShown = 4;

/** The address as one line, without what is missing. */
export const addressLine = ({ address }: Pick<Location, 'address'>): string =>
  [address.address1, address.address2, address.city, `${address.state} ${address.postalCode}`.trim()]
    .filter((part) => part !== undefined && part !== '')
    .join(', ');

/** Says how few spaces are left, where they are few. */
export const spaceNote = (visit: Visit, { space }: PurchaseOption): Html => {
  if (space.remaining === undefined) return nothing;
  const note =
    space.remaining === 1 ? visit.text('last_space') : visit.text('few_spaces', { count: space.remaining });
  return html`<span class="few">${note}</span>`;
};

export const priceText = (visit: Visit, { price }: QuotedOption): string =>
  price.total.minor === 0 ? visit.text('free') : visit.formats.money(price.total);

/** A place that we never sell is not sold out. */
const noPrice = (visit: Visit, location: Location): string =>
  visit.text(isSold(location) ? 'sold_out' : 'pay_at_place');

const cheapestPrice = (visit: Visit, { location, purchaseOptions: options }: Quote): Html => {
  const [cheapest] = options;
  if (cheapest === undefined) return html`<p class="price none">${noPrice(visit, location)}</p>`;
  const from = options.length > 1 && html`<span class="from">${visit.text('price_from')}</span> `;
  return html`<p class="price">${from}<strong>${priceText(visit, cheapest)}</strong>${spaceNote(visit, cheapest)}</p>`;
};

/** The location's page with the stay that was priced. */
const placePath = ({ location, purchaseOptions, start, end, event }: Quote): string => {
  const stay = purchaseOptions[0] ?? { start, end };
  const digits = (at: number): string => localDigits(at, location.timezone);
  return purchasePath(location, { start: digits(stay.start), end: digits(stay.end), event });
};

const card = (visit: Visit, quote: Quote): Html => {
  const { location, meters, purchaseOptions } = quote;
  const isAvailable = purchaseOptions.length > 0;
  const names = location.amenities.slice(0, amenitiesShown).map((key) => amenityName(key, visit.locale));
  const distance = meters === undefined ? undefined : visit.formats.distance(meters);
  return html`
<li class="place${isAvailable ? '' : ' unavailable'}">
<div>
<h3><a href="${visit.href(placePath(quote))}">${location.name}</a></h3>
<p class="address">${addressLine(location)}${distance !== undefined && html` · <span class="distance">${visit.text('distance_away', { distance })}</span>`}</p>
${names.length > 0 && html`<p class="tags">${names.map((name) => html`<span>${name}</span> `)}</p>`}
</div>
${cheapestPrice(visit, quote)}
</li>`;
};

/** Places and their prices, or `whenEmpty`. */
export const quoteList = (visit: Visit, { quotes, isCut }: FoundQuotes, whenEmpty: string): Html => {
  if (quotes.length === 0) return html`<p class="empty">${whenEmpty}</p>`;
  const found =
    quotes.length === 1 ? visit.text('results_one') : visit.text('results_found', { count: quotes.length });
  const count = isCut ? visit.text('results_shown', { count: mostPlaces }) : found;
  return html`<p class="count">${count}</p>
<ul class="places">${quotes.map((quote) => card(visit, quote))}</ul>`;
};

/** How one gets from a price to a booking. */
export const howToBook = (visit: Visit): Html => html`
<section class="note" aria-labelledby="how-to-book"><h2 id="how-to-book">${visit.text('how_to_book')}</h2><p>${visit.text('how_to_book_note')}</p></section>`;
