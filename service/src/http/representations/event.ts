import { eventPath } from '../../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../../catalogue/snapshot.js';
import type { Venue, VenueEvent } from '../../catalogue/venue.js';
import { flag, number, text } from '../json-text.js';
import { byDefault, onRequest } from './field.js';
import { flagSchema, idSchema, textSchema, timestampSchema } from './field-schemas.js';
import { links } from './links.js';
import { createRepresentation, fieldSet, type Representation } from './representation.js';
import type { TimeText } from './time-text.js';
import type { VenueRecord } from './venue.js';

interface EventDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'venue'>;
  readonly timeText: TimeText;
  readonly venue: Representation<VenueRecord>;
}

/** Times are in the zone of the event's venue. */
export const createEventRepresentation = (dependencies: EventDependencies): Representation<VenueEvent> => {
  const { snapshot, timeText, venue: venues } = dependencies;
  const venueOf = (event: VenueEvent): Venue | undefined => snapshot().venue(event.venueId);
  const zoneOf = (event: VenueEvent): string => venueOf(event)?.timezone ?? 'UTC';

  return createRepresentation<VenueEvent>({
    kind: 'event',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ id }) => number(id)),
        name: byDefault(textSchema, ({ name }) => text(name)),
        venue_id: byDefault(idSchema, ({ venueId }) => number(venueId)),
        start_time: byDefault(timestampSchema, (event) => timeText(event.startTime, zoneOf(event))),
        end_time: byDefault(timestampSchema, (event) => timeText(event.endTime, zoneOf(event))),
        times_tbd: byDefault(flagSchema, ({ timesTbd }) => flag(timesTbd)),
        partner_event_id: byDefault(textSchema, ({ partnerEventId }) => text(partnerEventId)),
        site_url: onRequest(textSchema, (event) => {
          const venue = venueOf(event);
          return venue === undefined ? undefined : text(eventPath(venue, event));
        }),
      }),
    ],
    embedded: {
      venue: {
        isDefault: true,
        shows: venues.shows,
        write: (event, view) => {
          const venue = venueOf(event);
          return venue === undefined ? undefined : venues.write({ venue }, view);
        },
      },
    },
    links: ({ id, venueId }, view) =>
      links(
        {
          self: `/events/${id}`,
          venue: `/venues/${venueId}`,
          quotes: `/quotes?q=event_id:${id}`,
        },
        view,
      ),
  });
};
