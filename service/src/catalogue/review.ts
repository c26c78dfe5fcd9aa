import type { LocationId, ReviewId } from '../base/ids.js';

/** What a driver wrote about a location; never with an e-mail address in it. */
export interface Review {
  readonly id: ReviewId;
  readonly locationId: LocationId;
  /** 1 to 5, whole. */
  readonly rating: number;
  readonly comment: string;
  /** A name made for showing. */
  readonly author: string;
  /** Epoch ms. */
  readonly createdAt: number;
  /** What the seller answered. */
  readonly reply?: string;
}

export interface RatingSummary {
  /** 1 to 5, to one tenth. */
  readonly averageRating: number;
  readonly reviewCount: number;
  /** How many gave one star, two, and so on to five. */
  readonly counts: readonly number[];
}

/** `undefined` where there is none to count. */
export const ratingOf = (reviews: readonly Pick<Review, 'rating'>[]): RatingSummary | undefined => {
  if (reviews.length === 0) return undefined;
  const counts = [0, 0, 0, 0, 0];
  let sum = 0;
  for (const { rating } of reviews) {
    sum += rating;
    counts[rating - 1] = (counts[rating - 1] ?? 0) + 1;
  }
  return {
    averageRating: Math.round((sum / reviews.length) * 10) / 10,
    reviewCount: reviews.length,
    counts,
  };
};
