import { Type } from 'typebox';
import { say } from '../../../base/locale.js';
import type { JsonText, View } from '../../../base/view.js';
import { hoursText } from '../../../catalogue/hours-text.js';
import type { Location } from '../../../catalogue/location.js';
import { locationPath } from '../../../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../../../catalogue/snapshot.js';
import type { Seller } from '../../../catalogue/venue.js';
import { byDefault, defaultInV3_1, inGroups, inV3_1, licensed, onlyIn, onRequest } from '../field.js';
import { flagSchema, idSchema, textSchema } from '../field-schemas.js';
import { cached } from '../fragment-cache.js';
import { flag, nothing, number, plain, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation, writtenBy } from '../representation.js';
import { distance, distanceSchema } from './distance.js';
import { entrances, entrancesSchema } from './entrance.js';
import { operatingHours, operatingHoursSchema } from './operating-hours.js';
import { photos, photosSchema } from './photo.js';
import { postedRates, postedRatesSchema } from './posted-rate.js';
import { ratingSummary, ratingSummarySchema } from './rating-summary.js';

/** A location, and how far it is where the search had a centre. */
export type LocationRecord = Location & { readonly meters?: number };

interface LocationDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'seller'>;
  readonly seller: Representation<Seller>;
}

/** v4 shows location ids as strings, v3_1 as the integers they are. */
export const locationIdText = (id: number, view: View): JsonText =>
  view.version === 'v4' ? `"${id}"` : String(id);

export const locationIdSchema = Type.String({ pattern: '^\\d+$' });
export const locationTypeSchema = Type.Enum(['offstreet', 'on_street']);

const positionSchema = Type.Array(Type.Number(), { minItems: 2, maxItems: 2 });
const outlineSchema = Type.Object(
  { type: Type.Literal('MultiPolygon'), coordinates: Type.Array(Type.Array(Type.Array(positionSchema))) },
  { description: 'GeoJSON: positions are [longitude, latitude].' },
);

const hours = ({ hours: said, operatingHours: known }: Location, { locale }: View): JsonText => {
  if (said !== undefined) return text(say(said, locale));
  return known === undefined ? nothing : text(hoursText(known, locale));
};

/** Under the licence a place that we do not sell may lead to the site of somebody who does (spec, Versioning). */
const siteUrl = (location: Location, { isLicensed }: View): JsonText =>
  text((isLicensed ? location.otherSiteUrl : undefined) ?? locationPath(location));

const address = ['default', 'address'];

const fields = fieldSet<LocationRecord>({
  id: inV3_1(
    idSchema,
    byDefault(locationIdSchema, ({ id }, view) => locationIdText(id, view)),
  ),
  name: byDefault(textSchema, ({ name }) => text(name)),
  type: byDefault(locationTypeSchema, ({ type }) => text(type)),
  address1: inGroups(address, textSchema, (location) => text(location.address.address1)),
  address2: inGroups(['address'], textSchema, (location) => text(location.address.address2)),
  city: inGroups(address, textSchema, (location) => text(location.address.city)),
  state: inGroups(address, textSchema, (location) => text(location.address.state)),
  postal_code: inGroups(address, textSchema, (location) => text(location.address.postalCode)),
  country: inGroups(address, textSchema, (location) => text(location.address.country)),
  currency: byDefault(textSchema, ({ currency }) => text(currency)),
  entrances: byDefault(entrancesSchema, entrances),
  photos: byDefault(photosSchema, photos),
  distance: byDefault(distanceSchema, ({ meters }) => distance(meters)),
  rating_summary: defaultInV3_1(onRequest(ratingSummarySchema, ratingSummary)),
  timezone: onRequest(textSchema, ({ timezone }) => text(timezone)),
  site_url: onRequest(textSchema, siteUrl),
  description: onRequest(textSchema, ({ description }, { locale }) => text(say(description, locale))),
  directions: onRequest(textSchema, ({ directions }, { locale }) => text(say(directions, locale))),
  msa: onRequest(textSchema, ({ msa }) => text(msa)),
  display_seller_logo: onRequest(flagSchema, ({ displaysSellerLogo }) => flag(displaysSellerLogo === true)),
  seller_id: onRequest(idSchema, ({ sellerId }) => number(sellerId)),
  phone: onlyIn(
    'v4',
    onRequest(textSchema, ({ phone }) => text(phone)),
  ),
  hours: onlyIn('v4', onRequest(textSchema, hours)),
  capacity: onlyIn(
    'v4',
    licensed(Type.Integer(), ({ capacity }) => number(capacity)),
  ),
  operating_hours: onlyIn('v4', licensed(operatingHoursSchema, operatingHours)),
  non_bookable_rates: onlyIn('v4', licensed(postedRatesSchema, postedRates)),
  outline: onlyIn(
    'v4',
    licensed(outlineSchema, ({ outline }) => (outline === undefined ? nothing : plain(outline))),
  ),
});

export const createLocationRepresentation = (
  dependencies: LocationDependencies,
): Representation<LocationRecord> => {
  const { snapshot, seller } = dependencies;
  const { shows, write } = createRepresentation<LocationRecord>({
    kind: 'location',
    fields: [fields],
    embedded: {
      seller: {
        isDefault: false,
        shows: seller.shows,
        write: ({ sellerId }, view) => {
          const known = snapshot().seller(sellerId);
          return known === undefined ? undefined : seller.write(known, view);
        },
      },
    },
    links: (location, view) =>
      links(
        {
          self: `/locations/${location.id}`,
          quotes: `/quotes?q=location_id:${location.id}`,
          reviews: `/locations/${location.id}/reviews`,
          seller: `/sellers/${location.sellerId}`,
          'site:purchase': locationPath(location),
        },
        view,
      ),
  });
  const kept = cached(write);
  // How far it is belongs to one search, so that is not kept.
  return writtenBy(shows, (record, view) => (record.meters === undefined ? kept : write)(record, view));
};
