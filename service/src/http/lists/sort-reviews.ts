import { readSortKeys } from '../../base/sort-keys.js';
import type { Review } from '../../catalogue/review.js';
import { sortBy } from './sort-by.js';

const sortable = ['created_at', 'rating'] as const;

/** Newest first unless asked otherwise. Throws `Problem` for a malformed `sort`. */
export const sortReviews = (newestFirst: readonly Review[], sort: string | undefined): readonly Review[] =>
  sortBy(newestFirst, readSortKeys(sort, sortable), {
    created_at: (left, right) => left.createdAt - right.createdAt,
    rating: (left, right) => left.rating - right.rating,
  });
