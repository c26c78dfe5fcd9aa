import type { Candidate } from './find-candidates.js';
import type { Offers } from './offer.js';
import type { Place } from './query/q-language.js';
import type { SearchQuery } from './query/search-query.js';

export const isBookable = ({ bookable, onDemand }: Offers): boolean =>
  bookable.length > 0 || onDemand.length > 0;

const hasAnything = (offers: Offers, keepsSoldOut: boolean): boolean =>
  isBookable(offers) || offers.nonBookable.length > 0 || (keepsSoldOut && offers.soldOut.length > 0);

/** A search by event alone shows only what there is; any other keeps a full location, without purchase options. */
const isByEventAlone = ({ event, coordinates, bounds, venue, locations }: Place): boolean =>
  event !== undefined && [coordinates, bounds, venue, locations].every((given) => given === undefined);

type Keep = (candidate: Candidate) => boolean;

/** Of the candidates of a search those that its answer has. What nobody asked to leave out is not looked at. */
export const returned = (
  candidates: readonly Candidate[],
  { place, returns, capabilities }: SearchQuery,
  offersOf: (candidate: Candidate) => Offers,
): readonly Candidate[] => {
  const { only, keepsSoldOut, isOffstreetOnly } = returns;
  const keeps: Keep[] = [];
  if (isOffstreetOnly) keeps.push(({ location }) => location.type === 'offstreet');
  if (capabilities.capturesNoPlate) keeps.push(({ location }) => !location.validation.requiresLicensePlate);
  if (only === 'bookable on a phone') keeps.push(({ location }) => !location.validation.requiresPrintout);
  if (only !== 'anything')
    keeps.push((candidate) => {
      const offers = offersOf(candidate);
      return isBookable(offers) || (keepsSoldOut && offers.soldOut.length > 0);
    });
  if (isByEventAlone(place)) keeps.push((candidate) => hasAnything(offersOf(candidate), keepsSoldOut));
  return keeps.length === 0
    ? candidates
    : candidates.filter((candidate) => keeps.every((keep) => keep(candidate)));
};
