import type { Review } from '../../catalogue/review.js';
import { readSortKeys, sortBy } from './sort-keys.js';

const sortable = ['created_at', 'rating'] as const;

/** Newest first unless asked otherwise. Throws `Problem` for a malformed `sort`. */
export const sortReviews = (newestFirst: readonly Review[], sort: string | undefined): readonly Review[] =>
  sortBy(newestFirst, readSortKeys(sort, sortable), {
    created_at: (left, right) => left.createdAt - right.createdAt,
    rating: (left, right) => left.rating - right.rating,
  });
