import { Type } from 'typebox';
import { locationId } from '../../base/ids.js';
import { list, one } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import { findLocations } from '../lists/find-locations.js';
import { rememberSearches } from '../lists/search-memory.js';
import type { LocationRecord } from '../representations/places/location.js';
import type { Representation } from '../representations/representation.js';
import { found, pathId } from './path-id.js';
import { textParameter } from './text-parameter.js';

interface LocationRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly location: Representation<LocationRecord> };
}

const filters = Type.Object({
  q: textParameter(
    'type:value items between blanks: coordinates, distance (miles, 3 without it), bounds (4 or 8 numbers), anchor_coordinates, venue_id, location_id and seller_id (comma-separated), name (takes the rest; ASCII). All locations without it.',
  ),
  sort: textParameter(
    'distance, name, id, each with :asc or :desc; between blanks. Nearest first where there is a centre, else by id.',
  ),
});

export const createLocationRoutes = (options: LocationRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { location } = options.representations;
  const find = rememberSearches(findLocations);
  return [
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/locations',
      version: 'v4',
      operation: 'location.list',
      summary: 'Lists places to park, by area, name or seller.',
      // Searching them by area is under the data licence (spec, Versioning).
      access: { scopes: ['data'] },
      shows: location.shows,
      isList: true,
      hasStatsByPost: true,
      input: filters,
      run: async ({ q, sort }) =>
        list(find(snapshot(), { q, sort }), ({ location: place, meters }) =>
          location.of(meters === undefined ? place : { ...place, meters }),
        ),
    }),
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/locations/:location_id',
      operation: 'location.get',
      summary: 'Shows a place to park.',
      access: 'anyone',
      shows: location.shows,
      input: Type.Object({ location_id: Type.String() }),
      run: async (input) => {
        const id = pathId(input.location_id, locationId, 'location_not_found');
        return one(200, location.of(found(snapshot().location(id), 'location_not_found')));
      },
    }),
  ];
};
