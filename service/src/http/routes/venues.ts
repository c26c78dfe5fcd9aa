import { Type } from 'typebox';
import { venueId } from '../../base/ids.js';
import { list, one } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import { findVenues } from '../lists/find-venues.js';
import { rememberSearches } from '../lists/search-memory.js';
import type { VenueRecord } from '../representations/places/venue.js';
import type { Representation } from '../representations/representation.js';
import { found, pathId } from './path-id.js';
import { textParameter } from './text-parameter.js';

interface VenueRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly venue: Representation<VenueRecord> };
}

const filters = Type.Object({
  q: textParameter(
    'type:value items between blanks: coordinates (brackets may be omitted), distance (miles, 25 without it), name (takes the rest; ASCII; the best match first).',
  ),
  sort: textParameter(
    'distance, name, id, each with :asc or :desc; between blanks. By id where nothing is asked.',
  ),
  enhanced_airport: Type.Optional(Type.Boolean({ description: 'true: airports alone; false: all others.' })),
});

export const createVenueRoutes = (options: VenueRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { venue } = options.representations;
  const find = rememberSearches(findVenues);
  return [
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/venues',
      operation: 'venue.list',
      summary: 'Lists venues, by place or name.',
      access: 'anyone',
      shows: venue.shows,
      isList: true,
      hasStatsByPost: true,
      input: filters,
      run: async ({ q, sort, enhanced_airport: enhancedAirport }) =>
        list(find(snapshot(), { q, sort, enhancedAirport }), venue.of),
    }),
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/venues/:venue_id',
      operation: 'venue.get',
      summary: 'Shows a venue.',
      access: 'anyone',
      shows: venue.shows,
      input: Type.Object({ venue_id: Type.String() }),
      run: async (input) => {
        const id = pathId(input.venue_id, venueId, 'venue_not_found');
        return one(200, venue.of({ venue: found(snapshot().venue(id), 'venue_not_found') }));
      },
    }),
  ];
};
