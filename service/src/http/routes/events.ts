import { Type } from 'typebox';
import { eventId, venueId } from '../../base/ids.js';
import { type AnyRoute, list, one, route } from '../../base/route.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { VenueEvent } from '../../catalogue/venue.js';
import type { Representation } from '../representations/representation.js';
import { findEvents } from './find-events.js';
import { found, pathId } from './path-id.js';

interface EventRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly event: Representation<VenueEvent> };
}

const text = Type.Optional(Type.String({ maxLength: 2000 }));
const filters = { q: text, sort: text, include_tbd: Type.Optional(Type.Boolean()), partner_event_id: text };

export const createEventRoutes = (options: EventRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { event } = options.representations;
  const listed = { access: 'anyone', shows: event.shows, isList: true, hasStatsByPost: true } as const;
  return [
    route({
      ...listed,
      method: 'GET',
      cache: 'catalogue',
      path: '/venues/:venue_id/events',
      operation: 'event.listOfVenue',
      summary: 'Lists the events of a venue.',
      input: Type.Object({ venue_id: Type.String(), ...filters }),
      run: async ({
        q,
        sort,
        venue_id,
        include_tbd: includesTbd = false,
        partner_event_id: partnerEventId,
      }) => {
        const id = pathId(venue_id, venueId, 'venue_not_found');
        found(snapshot().venue(id), 'venue_not_found');
        const search = { q, sort, includesTbd, partnerEventId, venueIds: [String(id)] };
        return list(findEvents(snapshot(), search), event.of);
      },
    }),
    route({
      ...listed,
      method: 'GET',
      cache: 'catalogue',
      path: '/events',
      operation: 'event.list',
      summary: 'Lists events, by venue, name, time or the id a partner gave them.',
      input: Type.Object({
        ...filters,
        venue_id: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
      }),
      run: async ({ q, sort, venue_id: venueIds, include_tbd: includesTbd = false, partner_event_id }) => {
        const search = { q, sort, venueIds, includesTbd, partnerEventId: partner_event_id };
        return list(findEvents(snapshot(), search), event.of);
      },
    }),
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/events/:event_id',
      operation: 'event.get',
      summary: 'Shows an event.',
      access: 'anyone',
      shows: event.shows,
      input: Type.Object({ event_id: Type.String() }),
      run: async (input) => {
        const id = pathId(input.event_id, eventId, 'event_not_found');
        return one(200, event.of(found(snapshot().event(id), 'event_not_found')));
      },
    }),
  ];
};
