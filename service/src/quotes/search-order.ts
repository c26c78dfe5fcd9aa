import type { Candidate } from './find-candidates.js';
import type { Offer } from './offer.js';
import type { SortKey } from './search-sort.js';

type OffersOf = (candidate: Candidate) => readonly Offer[];

/** `undefined` where there is nothing to compare; it comes last whichever the direction. */
const measure = (key: SortKey, candidate: Candidate, offersOf: OffersOf): number | undefined =>
  key.by === 'distance' ? candidate.meters : offersOf(candidate)[0]?.price.total.minor;

const compareBy =
  (key: SortKey, offersOf: OffersOf) =>
  (left: Candidate, right: Candidate): number => {
    const one = measure(key, left, offersOf);
    const other = measure(key, right, offersOf);
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return key.isDescending ? other - one : one - other;
  };

const isNearestFirst = ([key]: readonly SortKey[]): boolean => key?.by === 'distance' && !key.isDescending;

/** Candidates come nearest first, and ties keep that order: only another order costs a sort, only one by price prices them all. */
export const inOrder = (
  candidates: readonly Candidate[],
  sort: readonly SortKey[],
  offersOf: OffersOf,
): readonly Candidate[] => {
  if (sort.length === 1 && isNearestFirst(sort)) return candidates;
  const comparisons = sort.map((key) => compareBy(key, offersOf));
  const compare = (left: Candidate, right: Candidate): number =>
    comparisons.reduce((order, next) => (order === 0 ? next(left, right) : order), 0);
  return candidates.toSorted(compare);
};
