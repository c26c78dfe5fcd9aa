import { Type } from 'typebox';
import type { JsonText } from '../../../base/view.js';
import type { KnownEvent } from '../../../catalogue/known-event.js';
import { eventPath } from '../../../catalogue/site-paths.js';
import type { CatalogueSnapshot } from '../../../catalogue/snapshot.js';
import type { Venue, VenueEvent } from '../../../catalogue/venue.js';
import type { EventAvailability } from '../../../quotes/event-availability.js';
import { byDefault, live, onRequest } from '../field.js';
import { flagSchema, idSchema, textSchema, timestampSchema } from '../field-schemas.js';
import { array, flag, number, object, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';
import type { TimeText } from '../time-text.js';
import type { VenueRecord } from './venue.js';

interface EventDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'venue'>;
  readonly timeText: TimeText;
  readonly venue: Representation<VenueRecord>;
  readonly availabilityOf: (event: VenueEvent) => EventAvailability;
}

const partnerEventsSchema = Type.Array(
  Type.Object({ partner_id: Type.String(), partner_event_id: Type.String() }),
  { description: "The reader's own partner's ids; all of them for the scope `internal`." },
);

const partnerEvents = ({ knownAs = [] }: KnownEvent): JsonText =>
  array(
    knownAs.map(({ partner, partnerEventId }) =>
      object({ partner_id: text(partner), partner_event_id: text(partnerEventId) }),
    ),
  );

const availabilitySchema = Type.Object({
  approximate_low: Type.Number({ description: 'The lowest price of what is left around the venue.' }),
  approximate_high: Type.Number({ description: 'The highest price of it.' }),
  available: Type.Integer({ minimum: 0, description: 'Spaces left.' }),
});

/** Prices keep their point even when whole: strict readers take them for decimals. */
const availability = ({ low, high, available }: EventAvailability): JsonText => {
  const [approximate_low, approximate_high] = [low, high].map((price) => price.toFixed(2));
  return object({ approximate_low, approximate_high, available: number(available) });
};

/** Times are in the zone of the event's venue. */
export const createEventRepresentation = (dependencies: EventDependencies): Representation<KnownEvent> => {
  const { snapshot, timeText, venue: venues, availabilityOf } = dependencies;
  const venueOf = (event: VenueEvent): Venue | undefined => snapshot().venue(event.venueId);
  const zoneOf = (event: VenueEvent): string => venueOf(event)?.timezone ?? 'UTC';

  return createRepresentation<KnownEvent>({
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
        partner_events: onRequest(partnerEventsSchema, partnerEvents),
        availability: live(onRequest(availabilitySchema, (event) => availability(availabilityOf(event)))),
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
