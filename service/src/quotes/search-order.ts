import type { Currency } from '../base/money.js';
import type { Candidate } from './find-candidates.js';
import type { Offers } from './offer.js';
import type { QuoteSortKey } from './query/search-sort.js';

type OffersOf = (candidate: Candidate) => Offers;
type Compare = (left: Candidate, right: Candidate) => number;

const priceOf = ({ bookable, soldOut, onDemand, nonBookable }: Offers): number | undefined =>
  (bookable[0] ?? onDemand[0] ?? soldOut[0] ?? nonBookable[0])?.price.total.minor;

const compareNames = new Intl.Collator('en').compare;

/** Where there is nothing to compare a record comes last, whichever the direction. */
const compareMeasures =
  (measure: (candidate: Candidate) => number | undefined, isDescending: boolean): Compare =>
  (left, right) => {
    const [one, other] = [measure(left), measure(right)];
    if (one === undefined || other === undefined)
      return Number(one === undefined) - Number(other === undefined);
    return isDescending ? other - one : one - other;
  };

/** The currency of the first result that can be booked: prices are compared within one currency only. */
export const leadingCurrency = (
  candidates: readonly Candidate[],
  offersOf: OffersOf,
): Currency | undefined => {
  const first = candidates.find((candidate) => priceOf(offersOf(candidate)) !== undefined);
  return first?.location.currency;
};

/** Amounts of two currencies say nothing about each other: those of the leading one come first, then one after the other. */
const compareCurrencies =
  (leading: Currency | undefined): Compare =>
  ({ location: left }, { location: right }) => {
    if (left.currency === right.currency) return 0;
    if (left.currency === leading) return -1;
    return right.currency === leading || right.currency < left.currency ? 1 : -1;
  };

const inTurn =
  (comparisons: readonly Compare[]): Compare =>
  (left, right) => {
    for (const compare of comparisons) {
      const order = compare(left, right);
      if (order !== 0) return order;
    }
    return 0;
  };

const byPrice = (candidates: readonly Candidate[], offersOf: OffersOf, isDescending: boolean): Compare => {
  const price = (candidate: Candidate): number | undefined => priceOf(offersOf(candidate));
  const withPrice: Compare = (left, right) =>
    Number(price(left) === undefined) - Number(price(right) === undefined);
  const currencies = compareCurrencies(leadingCurrency(candidates, offersOf));
  return inTurn([withPrice, currencies, compareMeasures(price, isDescending)]);
};

const isNearestFirst = ([key]: readonly QuoteSortKey[]): boolean =>
  key?.name === 'distance' && !key.isDescending;

/** Candidates come nearest first, and ties keep that order: only another order costs a sort, only one by price prices them all. */
export const inOrder = (
  candidates: readonly Candidate[],
  sort: readonly QuoteSortKey[],
  offersOf: OffersOf,
): readonly Candidate[] => {
  if (sort.length === 1 && isNearestFirst(sort)) return candidates;
  const comparisons = sort.map(({ name, isDescending }): Compare => {
    if (name === 'price') return byPrice(candidates, offersOf, isDescending);
    if (name === 'distance') return compareMeasures(({ meters }) => meters, isDescending);
    return isDescending
      ? (left, right) => compareNames(right.location.name, left.location.name)
      : (left, right) => compareNames(left.location.name, right.location.name);
  });
  return candidates.toSorted(inTurn(comparisons));
};
