import type { Candidate, Candidates } from './find-candidates.js';
import type { Offers } from './offer.js';
import { createPurchaseOption, quotedOption } from './purchase-option.js';
import type { SearchQuery } from './query/search-query.js';
import type { Quote } from './quote.js';
import type { QuoteIds } from './quote-id.js';
import { stayAt } from './stay-at.js';

export interface QuoteMaking {
  readonly ids: QuoteIds;
  readonly now: number;
  readonly query: SearchQuery;
  readonly found: Candidates;
  readonly offersOf: (candidate: Candidate) => Offers;
}

/** Makes one result of a search out of what a location has for it. */
export const createQuoteOf = ({
  ids,
  now,
  query,
  found,
  offersOf,
}: QuoteMaking): ((candidate: Candidate) => Quote) => {
  const { venue, event } = found;
  const { kinds, returns, times } = query;
  const purchaseOption = createPurchaseOption({ ids, now, event });
  return (candidate) => {
    const { location, meters } = candidate;
    const { bookable, soldOut, onDemand, nonBookable } = offersOf(candidate);
    const sold = bookable.length === 0 && returns.keepsSoldOut ? soldOut.slice(0, 1) : bookable;
    const { start, end } =
      sold[0] ?? onDemand[0] ?? nonBookable[0] ?? stayAt({ times, event }, location.timezone);
    return {
      location,
      meters,
      start,
      end,
      event,
      venue,
      purchaseOptions: sold.map((offer) => purchaseOption(location, offer)),
      onDemandOptions: kinds.has('on_demand')
        ? onDemand.map((offer) => purchaseOption(location, offer))
        : undefined,
      nonBookableOptions: kinds.has('non_bookable')
        ? nonBookable.map((offer) => quotedOption(offer, event))
        : undefined,
    };
  };
};
