import { Type } from 'typebox';
import type { Caller } from '../../base/caller.js';
import { eventId, venueId } from '../../base/ids.js';
import { type AnyRoute, list, one, type Reply, route } from '../../base/route.js';
import { asKnownTo, type KnownEvent } from '../../catalogue/known-event.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { Representation } from '../representations/representation.js';
import { eventReaderOf } from './event-reader.js';
import { type EventSearch, findEvents } from './find-events.js';
import { found, pathId } from './path-id.js';
import { rememberSearches } from './search-memory.js';

interface EventRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly event: Representation<KnownEvent> };
}

const text = Type.Optional(Type.String({ maxLength: 2000 }));
const filters = { q: text, sort: text, include_tbd: Type.Optional(Type.Boolean()), partner_event_id: text };

type Filters = Omit<EventSearch, 'reader' | 'includesTbd'> & { readonly includesTbd: boolean | undefined };

export const createEventRoutes = (options: EventRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { event } = options.representations;
  const find = rememberSearches(findEvents);
  const listed = { access: 'anyone', shows: event.shows, isList: true, hasStatsByPost: true } as const;

  const listFor = (caller: Caller, search: Filters): Reply => {
    const reader = eventReaderOf(caller);
    const includesTbd = search.includesTbd ?? false;
    const events = find(snapshot(), { ...search, includesTbd, reader });
    return list(events, (each) => event.of(asKnownTo(each, reader)));
  };

  return [
    route({
      ...listed,
      method: 'GET',
      cache: 'catalogue',
      path: '/venues/:venue_id/events',
      operation: 'event.listOfVenue',
      summary: 'Lists the events of a venue.',
      input: Type.Object({ venue_id: Type.String(), ...filters }),
      run: async ({ q, sort, venue_id, include_tbd, partner_event_id: partnerEventId }, { caller }) => {
        const id = pathId(venue_id, venueId, 'venue_not_found');
        found(snapshot().venue(id), 'venue_not_found');
        return listFor(caller, { q, sort, partnerEventId, includesTbd: include_tbd, venueIds: [String(id)] });
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
      run: async ({ q, sort, venue_id: venueIds, include_tbd, partner_event_id }, { caller }) =>
        listFor(caller, { q, sort, venueIds, includesTbd: include_tbd, partnerEventId: partner_event_id }),
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
      run: async (input, { caller }) => {
        const id = pathId(input.event_id, eventId, 'event_not_found');
        const known = found(snapshot().event(id), 'event_not_found');
        return one(200, event.of(asKnownTo(known, eventReaderOf(caller))));
      },
    }),
  ];
};
