import { venuePath } from '../../../catalogue/site-paths.js';
import type { Venue } from '../../../catalogue/venue.js';
import { byDefault, inGroups, onRequest } from '../field.js';
import { coordinatesSchema, flagSchema, idSchema, textSchema } from '../field-schemas.js';
import { flag, number, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';
import { distance, distanceSchema } from './distance.js';

/** A venue, and how far it is where the search had a centre. */
export interface VenueRecord {
  readonly venue: Venue;
  readonly meters?: number;
}

const address = ['default', 'address'];

export const createVenueRepresentation = (): Representation<VenueRecord> =>
  createRepresentation<VenueRecord>({
    kind: 'venue',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ venue }) => number(venue.id)),
        name: byDefault(textSchema, ({ venue }) => text(venue.name)),
        address1: inGroups(address, textSchema, ({ venue }) => text(venue.address.address1)),
        address2: inGroups(address, textSchema, ({ venue }) => text(venue.address.address2)),
        city: inGroups(address, textSchema, ({ venue }) => text(venue.address.city)),
        state: inGroups(address, textSchema, ({ venue }) => text(venue.address.state)),
        postal_code: inGroups(address, textSchema, ({ venue }) => text(venue.address.postalCode)),
        country: inGroups(['address'], textSchema, ({ venue }) => text(venue.address.country)),
        timezone: onRequest(textSchema, ({ venue }) => text(venue.timezone)),
        site_url: onRequest(textSchema, ({ venue }) => text(venuePath(venue))),
        enhanced_airport: onRequest(flagSchema, ({ venue }) => flag(venue.enhancedAirport)),
        coordinates: onRequest(
          coordinatesSchema,
          ({ venue }) => `[${venue.coordinates.lat},${venue.coordinates.lon}]`,
        ),
        distance: byDefault(distanceSchema, ({ meters }) => distance(meters)),
      }),
    ],
    links: ({ venue }, view) =>
      links(
        {
          self: `/venues/${venue.id}`,
          events: `/venues/${venue.id}/events`,
          quotes: `/quotes?q=venue_id:${venue.id}`,
        },
        view,
      ),
  });
