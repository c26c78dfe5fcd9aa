import type { SortKey } from '../../base/sort-keys.js';

export type Compare<T> = (left: T, right: T) => number;

/** Sorts by the first key that tells two records apart; where none does, they stay as they stand. */
export const sortBy = <T, Name extends string>(
  records: readonly T[],
  keys: readonly SortKey<Name>[],
  comparing: Readonly<Record<Name, Compare<T>>>,
): readonly T[] => {
  if (keys.length === 0) return records;
  return records.toSorted((left, right) => {
    for (const { name, isDescending } of keys) {
      const order = comparing[name](left, right);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
};
