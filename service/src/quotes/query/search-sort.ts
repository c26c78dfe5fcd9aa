import { readSortKeys, type SortKey } from '../../base/sort-keys.js';

const sortable = ['distance', 'price', 'name'] as const;

export type QuoteSortKey = SortKey<(typeof sortable)[number]>;

/** Reads `price:asc distance:desc`; without any, the nearest come first. Throws `Problem` for unknown names. */
export const readSort = (sort: string | undefined): readonly QuoteSortKey[] => {
  const keys = readSortKeys(sort, sortable);
  return keys.length > 0 ? keys : [{ name: 'distance', isDescending: false }];
};
