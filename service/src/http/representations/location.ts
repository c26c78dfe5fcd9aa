import type { JsonText, View } from '../../base/view.js';
import type { Entrance, Location } from '../../catalogue/location.js';
import { array, nothing, number, object, text } from '../json-text.js';
import { cached } from './fragment-cache.js';
import { links } from './links.js';
import {
  byDefault,
  createRepresentation,
  fieldSet,
  inGroups,
  licensed,
  onRequest,
  type Representation,
  writtenBy,
} from './representation.js';
import { locationPath } from './site-paths.js';

/** v4 shows location ids as strings, v3_1 as the integers they are. */
export const locationIdText = (id: number, view: View): JsonText =>
  view.version === 'v4' ? `"${id}"` : String(id);

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
        id: byDefault(({ id }, view) => locationIdText(id, view)),
        name: byDefault(({ name }) => text(name)),
        type: byDefault(({ type }) => text(type)),
        address1: inGroups(address, (location) => text(location.address.address1)),
        address2: inGroups(['address'], (location) => text(location.address.address2)),
        city: inGroups(address, (location) => text(location.address.city)),
        state: inGroups(address, (location) => text(location.address.state)),
        postal_code: inGroups(address, (location) => text(location.address.postalCode)),
        country: inGroups(address, (location) => text(location.address.country)),
        currency: byDefault(({ currency }) => text(currency)),
        entrances: byDefault(entrances),
        photos: byDefault(() => '[]'),
        // Nobody has rated anything yet.
        rating_summary: onRequest(() => nothing),
        timezone: onRequest(({ timezone }) => text(timezone)),
        site_url: onRequest((location) => text(locationPath(location))),
        description: onRequest(({ description }, { locale }) => text(description?.[locale])),
        directions: onRequest(({ directions }, { locale }) => text(directions?.[locale])),
        phone: onRequest(({ phone }) => text(phone)),
        capacity: licensed(({ capacity }) => number(capacity)),
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
