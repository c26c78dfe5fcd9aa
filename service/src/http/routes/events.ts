import { Type } from 'typebox';
import type { Caller } from '../../base/caller.js';
import { eventId, venueId } from '../../base/ids.js';
import { list, one, type Reply } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import { asKnownTo, type KnownEvent } from '../../catalogue/known-event.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import { eventReaderOf } from '../lists/event-reader.js';
import { type EventSearch, findEvents } from '../lists/find-events.js';
import { rememberSearches } from '../lists/search-memory.js';
import type { Representation } from '../representations/representation.js';
import { found, pathId } from './path-id.js';
import { textParameter } from './text-parameter.js';

interface EventRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly event: Representation<KnownEvent> };
}

const filters = {
  q: textParameter(
    "type:value items between blanks: venue_id (comma-separated), starting_after and ending_after (at or after), starting_before and ending_before (before; ISO 8601, in the venue's zone unless an offset is written), partner_event_id, name (takes the rest; ASCII).",
  ),
  sort: textParameter('start_time (the usual), end_time, name, id, each with :asc or :desc; between blanks.'),
  include_tbd: Type.Optional(
    Type.Boolean({
      description: 'true: events whose times are not known yet, too; theirs are placeholders.',
    }),
  ),
  partner_event_id: textParameter(
    "The id an event is known by: one of everybody's, or of the caller's own partner.",
  ),
};

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
        venue_id: Type.Optional(
          Type.Array(Type.String(), { maxItems: 100, description: 'Ids of venues, comma-separated.' }),
        ),
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
