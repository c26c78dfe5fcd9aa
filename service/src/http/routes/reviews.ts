import { Type } from 'typebox';
import { locationId } from '../../base/ids.js';
import { list } from '../../base/reply.js';
import { type AnyRoute, route } from '../../base/route.js';
import type { Review } from '../../catalogue/review.js';
import type { Catalogue } from '../../catalogue/snapshot.js';
import { sortReviews } from '../lists/sort-reviews.js';
import type { Representation } from '../representations/representation.js';
import { found, pathId } from './path-id.js';
import { textParameter } from './text-parameter.js';

interface ReviewRouteOptions {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly representations: { readonly review: Representation<Review> };
}

export const createReviewRoutes = (options: ReviewRouteOptions): readonly AnyRoute[] => {
  const { snapshot } = options.catalogue;
  const { review } = options.representations;
  return [
    route({
      method: 'GET',
      cache: 'catalogue',
      path: '/locations/:location_id/reviews',
      operation: 'review.listOfLocation',
      summary: 'Lists the reviews of a place to park, newest first.',
      access: 'anyone',
      shows: review.shows,
      isList: true,
      input: Type.Object({
        location_id: Type.String(),
        sort: textParameter('created_at, rating, each with :asc or :desc; between blanks.'),
      }),
      run: async ({ location_id, sort }) => {
        const id = pathId(location_id, locationId, 'location_not_found');
        found(snapshot().location(id), 'location_not_found');
        return list(sortReviews(snapshot().reviewsOf(id), sort), review.of);
      },
    }),
  ];
};
