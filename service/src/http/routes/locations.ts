import { Type } from 'typebox';
import { locationId } from '../../base/ids.js';
import { type AnyRoute, one, route } from '../../base/route.js';
import type { Location } from '../../catalogue/location.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { Representation } from '../representations/representation.js';
import { found, pathId } from './path-id.js';

interface LocationRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly location: Representation<Location> };
}

export const createLocationRoutes = (options: LocationRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { location } = options.representations;
  return [
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
