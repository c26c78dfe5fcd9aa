import { Type } from 'typebox';
import { venueId } from '../../base/ids.js';
import { type AnyRoute, list, one, route } from '../../base/route.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { Representation } from '../representations/representation.js';
import type { VenueRecord } from '../representations/venue.js';
import { findVenues } from './find-venues.js';
import { found, pathId } from './path-id.js';
import { rememberSearches } from './search-memory.js';

interface VenueRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly venue: Representation<VenueRecord> };
}

const text = Type.Optional(Type.String({ maxLength: 2000 }));

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
      input: Type.Object({ q: text, sort: text, enhanced_airport: Type.Optional(Type.Boolean()) }),
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
