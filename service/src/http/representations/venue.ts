import type { Venue } from '../../catalogue/venue.js';
import { flag, number, object, text } from '../json-text.js';
import { links } from './links.js';
import {
  byDefault,
  createRepresentation,
  fieldSet,
  onRequest,
  type Representation,
} from './representation.js';
import { venuePath } from './site-paths.js';

/** A venue, and how far it is where the search had a centre. */
export interface VenueRecord {
  readonly venue: Venue;
  readonly meters?: number;
}

const metersPerMile = 1609.344;

export const createVenueRepresentation = (): Representation<VenueRecord> =>
  createRepresentation<VenueRecord>({
    kind: 'venue',
    fields: [
      fieldSet({
        id: byDefault(({ venue }) => number(venue.id)),
        name: byDefault(({ venue }) => text(venue.name)),
        address1: byDefault(({ venue }) => text(venue.address.address1)),
        address2: byDefault(({ venue }) => text(venue.address.address2)),
        city: byDefault(({ venue }) => text(venue.address.city)),
        state: byDefault(({ venue }) => text(venue.address.state)),
        postal_code: byDefault(({ venue }) => text(venue.address.postalCode)),
        country: onRequest(({ venue }) => text(venue.address.country)),
        timezone: onRequest(({ venue }) => text(venue.timezone)),
        site_url: onRequest(({ venue }) => text(venuePath(venue))),
        enhanced_airport: onRequest(({ venue }) => flag(venue.enhancedAirport)),
        coordinates: onRequest(({ venue }) => `[${venue.coordinates.lat},${venue.coordinates.lon}]`),
        distance: byDefault(({ meters }) =>
          meters === undefined
            ? undefined
            : object({
                meters: number(Math.round(meters)),
                miles: number(Number((meters / metersPerMile).toFixed(3))),
              }),
        ),
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
