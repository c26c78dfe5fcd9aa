import { Type } from 'typebox';
import { sellerId } from '../../base/ids.js';
import { one } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import type { Seller } from '../../catalogue/venue.js';
import type { Representation } from '../representations/representation.js';
import { found, pathId } from './path-id.js';

interface SellerRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly seller: Representation<Seller> };
}

/** The spec only embeds sellers; this is where their links lead. */
export const createSellerRoutes = (options: SellerRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { seller } = options.representations;
  return [
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/sellers/:seller_id',
      operation: 'seller.get',
      summary: 'Shows who sells parking at a place.',
      access: 'anyone',
      shows: seller.shows,
      input: Type.Object({ seller_id: Type.String() }),
      run: async (input) => {
        const id = pathId(input.seller_id, sellerId, 'seller_not_found');
        return one(200, seller.of(found(snapshot().seller(id), 'seller_not_found')));
      },
    }),
  ];
};
