import { isDeepStrictEqual } from 'node:util';
import type { Location } from './location.js';
import { type Review, ratingOf } from './review.js';

/** The location with its rating. Where nothing has changed it is the same object again, so that what was made of it stays good. */
export type RateLocation = (location: Location, reviews: readonly Review[]) => Location;

export const createRateLocation = (): RateLocation => {
  const known = new WeakMap<Location, Location>();
  return (location, reviews) => {
    const rating = ratingOf(reviews);
    if (rating === undefined) return location;
    const before = known.get(location);
    if (before !== undefined && isDeepStrictEqual(before.rating, rating)) return before;
    const rated = { ...location, rating };
    known.set(location, rated);
    return rated;
  };
};
