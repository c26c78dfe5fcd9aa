import { Type } from 'typebox';
import type { JsonText, View } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import { nothing, number, object } from '../json-text.js';

export const ratingSummarySchema = Type.Object({
  average_rating: Type.Optional(
    Type.Union([Type.Number({ minimum: 1, maximum: 5 }), Type.Null()], {
      description: '1 to 5, to one tenth; where nobody has rated, v4 leaves it out and v3_1 shows null.',
    }),
  ),
  review_count: Type.Integer({ minimum: 0 }),
  ratings: Type.Object(
    Object.fromEntries(['1', '2', '3', '4', '5'].map((stars) => [stars, Type.Integer({ minimum: 0 })])),
    { description: 'How many gave so many stars.' },
  ),
});

const none = [0, 0, 0, 0, 0];

/** There for every location, so that a reader can always look into it. */
export const ratingSummary = ({ rating }: Location, { version }: View): JsonText => {
  const unrated = version === 'v4' ? undefined : nothing;
  const counts = rating?.counts ?? none;
  return object({
    average_rating: rating === undefined ? unrated : number(rating.averageRating),
    review_count: number(rating?.reviewCount ?? 0),
    ratings: object(Object.fromEntries(counts.map((count, index) => [String(index + 1), number(count)]))),
  });
};
