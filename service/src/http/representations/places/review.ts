import { Type } from 'typebox';
import type { Review } from '../../../catalogue/review.js';
import type { CatalogueSnapshot } from '../../../catalogue/snapshot.js';
import { always, byDefault, inV3_1 } from '../field.js';
import { idSchema, textSchema, timestampSchema } from '../field-schemas.js';
import { number, text } from '../json-text.js';
import { links } from '../links.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';
import type { TimeText } from '../time-text.js';
import { locationIdSchema, locationIdText } from './location.js';

interface ReviewDependencies {
  readonly snapshot: () => Pick<CatalogueSnapshot, 'location'>;
  readonly timeText: TimeText;
}

/** Times are in the zone of the location. */
export const createReviewRepresentation = (dependencies: ReviewDependencies): Representation<Review> => {
  const { snapshot, timeText } = dependencies;
  return createRepresentation<Review>({
    kind: 'review',
    fields: [
      fieldSet({
        id: byDefault(idSchema, ({ id }) => number(id)),
        location_id: inV3_1(
          idSchema,
          byDefault(locationIdSchema, ({ locationId }, view) => locationIdText(locationId, view)),
        ),
        rating: byDefault(Type.Integer({ minimum: 1, maximum: 5 }), ({ rating }) => number(rating)),
        // There even when empty: clients read it of every review.
        comment: always(textSchema, ({ comment }) => text(comment)),
        author: byDefault(textSchema, ({ author }) => text(author)),
        created_at: byDefault(timestampSchema, ({ createdAt, locationId }) =>
          timeText(createdAt, snapshot().location(locationId)?.timezone ?? 'UTC'),
        ),
        reply: byDefault(textSchema, ({ reply }) => text(reply)),
      }),
    ],
    links: ({ locationId }, view) => links({ location: `/locations/${locationId}` }, view),
  });
};
