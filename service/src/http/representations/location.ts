import { Type } from 'typebox';
import type { JsonText, View } from '../../base/view.js';
import type { Entrance, Location } from '../../catalogue/location.js';
import { locationPath } from '../../catalogue/site-paths.js';
import { array, nothing, number, object, text } from '../json-text.js';
import { byDefault, defaultInV3_1, inGroups, inV3_1, licensed, onlyIn, onRequest } from './field.js';
import { coordinatesSchema, idSchema, textSchema } from './field-schemas.js';
import { cached } from './fragment-cache.js';
import { links } from './links.js';
import { createRepresentation, fieldSet, type Representation, writtenBy } from './representation.js';

/** v4 shows location ids as strings, v3_1 as the integers they are. */
export const locationIdText = (id: number, view: View): JsonText =>
  view.version === 'v4' ? `"${id}"` : String(id);

export const locationIdSchema = Type.String({ pattern: '^\\d+$' });
export const locationTypeSchema = Type.Enum(['offstreet', 'on_street']);

const entranceSchema = Type.Object({
  coordinates: coordinatesSchema,
  max_dimensions: Type.Optional(Type.Object({ inches: Type.Object({ height: Type.Number() }) })),
});

const entrance = ({ lat, lon, maxHeightInches }: Entrance): JsonText =>
  object({
    coordinates: `[${lat},${lon}]`,
    max_dimensions:
      maxHeightInches === undefined
        ? undefined
        : object({ inches: object({ height: number(maxHeightInches) }) }),
  });

/** A place whose entrances nobody has recorded is entered where it is. */
const entrances = ({ entrances: known, coordinates }: Location): JsonText =>
  array((known.length > 0 ? known : [coordinates]).map(entrance));

const address = ['default', 'address'];

export const createLocationRepresentation = (): Representation<Location> => {
  const { shows, write } = createRepresentation<Location>({
    kind: 'location',
    fields: [
      fieldSet({
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
        entrances: byDefault(Type.Array(entranceSchema), entrances),
        photos: byDefault(Type.Array(Type.Object({})), () => '[]'),
        // Nobody has rated anything yet.
        rating_summary: defaultInV3_1(onRequest(Type.Object({}), () => nothing)),
        timezone: onRequest(textSchema, ({ timezone }) => text(timezone)),
        site_url: onRequest(textSchema, (location) => text(locationPath(location))),
        description: onRequest(textSchema, ({ description }, { locale }) => text(description?.[locale])),
        directions: onRequest(textSchema, ({ directions }, { locale }) => text(directions?.[locale])),
        phone: onlyIn(
          'v4',
          onRequest(textSchema, ({ phone }) => text(phone)),
        ),
        capacity: onlyIn(
          'v4',
          licensed(Type.Integer(), ({ capacity }) => number(capacity)),
        ),
      }),
    ],
    links: ({ id }, view) =>
      links(
        {
          self: `/locations/${id}`,
          quotes: `/quotes?q=location_id:${id}`,
          reviews: `/locations/${id}/reviews`,
        },
        view,
      ),
  });
  return writtenBy(shows, cached(write));
};
