import { say } from '../../base/locale.js';
import { amenityName } from '../../catalogue/amenity-name.js';
import { hoursText } from '../../catalogue/hours-text.js';
import type { Location } from '../../catalogue/location.js';
import { type Html, html, nothing } from '../frame/html.js';
import type { Visit } from '../visit/visit.js';
import { addressLine } from './quote-list.js';

/** Opens whatever map the device has. */
const mapAddress = ({ coordinates }: Location): string => `geo:${coordinates.lat},${coordinates.lon}`;

/** Digits and a leading plus are all that an address of a telephone needs. */
const phoneAddress = (phone: string): string => `tel:${phone.replace(/(?!^\+)[^\d]/g, '')}`;

export const placeAddress = (visit: Visit, location: Location): Html => html`
<p class="address">${addressLine(location)} · <a href="${mapAddress(location)}">${visit.text('open_map')}</a></p>`;

const term = (label: string, value: Html | string | undefined): Html =>
  value === undefined ? nothing : html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

const clearance = (visit: Visit, { entrances }: Location): string | undefined => {
  const heights = entrances
    .map(({ maxHeightInches }) => maxHeightInches)
    .filter((height) => height !== undefined);
  return heights.length === 0 ? undefined : visit.formats.height(Math.min(...heights));
};

const openingHours = (visit: Visit, { hours, operatingHours }: Location): string | undefined => {
  if (hours !== undefined) return say(hours, visit.locale);
  return operatingHours === undefined ? undefined : hoursText(operatingHours, visit.locale);
};

const ratingText = (visit: Visit, { rating }: Location): string | undefined =>
  rating === undefined
    ? undefined
    : visit.text('rating_value', {
        stars: visit.formats.number(rating.averageRating),
        count: visit.formats.number(rating.reviewCount),
      });

const phone = ({ phone: number }: Location): Html | undefined =>
  number === undefined ? undefined : html`<a href="${phoneAddress(number)}">${number}</a>`;

const amenityTags = (visit: Visit, { amenities }: Location): Html =>
  amenities.length === 0
    ? nothing
    : html`<p class="tags">${amenities.map((key) => html`<span>${amenityName(key, visit.locale)}</span> `)}</p>`;

const paragraph = (text: string | undefined): Html =>
  text === undefined || text === '' ? nothing : html`<p>${text}</p>`;

export const gettingThere = (visit: Visit, location: Location): Html => {
  const { directions, pickupInstructions, dropoffInstructions } = location;
  const texts = [directions, pickupInstructions, dropoffInstructions]
    .map((text) => say(text, visit.locale) ?? '')
    .filter((text) => text !== '');
  return texts.length === 0
    ? nothing
    : html`
<section aria-labelledby="getting-there"><h2 id="getting-there">${visit.text('getting_there')}</h2>${texts.map(paragraph)}</section>`;
};

export const disclaimers = (visit: Visit, { disclaimers: notes }: Location): Html =>
  notes.length === 0
    ? nothing
    : html`
<section class="note" aria-labelledby="please-note"><h2 id="please-note">${visit.text('please_note')}</h2><ul>${notes.map((note) => html`<li>${say(note, visit.locale)}</li>`)}</ul></section>`;

/** What kind of place it is, who runs it, how high it is. */
export const aboutPlace = (visit: Visit, location: Location, seller: string | undefined): Html => html`
<section aria-labelledby="about"><h2 id="about">${visit.text('about_place')}</h2>
${paragraph(say(location.description, visit.locale))}
<dl class="facts">
${term(visit.text('operated_by'), seller)}
${term(visit.text('opening_hours'), openingHours(visit, location))}
${term(visit.text('rating'), ratingText(visit, location))}
${term(visit.text('clearance'), clearance(visit, location))}
${term(visit.text('phone'), phone(location))}
</dl>
${amenityTags(visit, location)}</section>`;

export const kindOfPlace = (visit: Visit, { type, structure }: Location): string | undefined => {
  if (type === 'on_street') return visit.text('on_street');
  return structure === undefined ? undefined : visit.text(structure);
};
