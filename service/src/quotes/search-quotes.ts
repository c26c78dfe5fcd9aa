import type { Clock } from '../base/clock.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import type { Inventory } from '../inventory/inventory.js';
import { type Pickable, pick } from './curated.js';
import { type Candidate, type Candidates, findCandidates } from './find-candidates.js';
import { createOffers, type Offers } from './offer.js';
import { readSearch, type SearchQuery } from './query/search-query.js';
import type { CuratedQuotes, QuoteSearchResult, Quotes } from './quote.js';
import type { QuoteIds } from './quote-id.js';
import { createQuoteOf } from './quote-of.js';
import { isBookable, returned } from './returned.js';
import { inOrder, leadingCurrency } from './search-order.js';
import { stayAt } from './stay-at.js';

/** How many results the first map or list looks at. */
const suggestedViewSize = 20;

export interface SearchDependencies {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly inventory: Pick<Inventory, 'peak'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: QuoteIds;
}

/** A price sort, a pick and a page look at the same offers. */
const once =
  <Key, Value>(known: Map<Key, Value>, work: (key: Key) => Value): ((key: Key) => Value) =>
  (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = work(key);
    known.set(key, value);
    return value;
  };

const metaOf = (
  { times }: SearchQuery,
  { list, center, venue, event }: Candidates,
  total: number,
): QuoteSearchResult['meta'] => {
  const timezone = venue?.timezone ?? list[0]?.location.timezone;
  return {
    ...(timezone === undefined ? {} : { timezone, ...stayAt({ times, event }, timezone) }),
    ...(center === undefined ? {} : { center: [center.lat, center.lon] as const }),
    count: event === undefined ? { transient: total, event: 0 } : { transient: 0, event: total },
  };
};

/** The picks among all results that can be booked in the currency of the first of them. */
const picksOf = (
  ordered: readonly Candidate[],
  offersOf: (candidate: Candidate) => Offers,
): ReturnType<typeof pick<Candidate>> => {
  const bookable = ordered.filter((candidate) => isBookable(offersOf(candidate)));
  const currency = leadingCurrency(bookable, offersOf);
  const pickable = bookable.flatMap((item): readonly Pickable<Candidate>[] => {
    const { bookable, onDemand } = offersOf(item);
    const cheapest = bookable[0] ?? onDemand[0];
    if (cheapest === undefined || item.location.currency !== currency) return [];
    return [{ item, priceMinor: cheapest.price.total.minor, meters: item.meters ?? 0 }];
  });
  return pick(pickable);
};

/** Searches the catalogue in memory: reads the query, finds the locations, puts them in order, and prices the page that is asked for. */
export const createSearchQuotes = (deps: SearchDependencies): Quotes['search'] => {
  const { inventory, ids } = deps;
  return (search): QuoteSearchResult => {
    const query = readSearch(search);
    const snapshot = deps.catalogue.snapshot();
    const found = findCandidates(snapshot, query.place);
    const { times, accessCode, kinds } = query;
    const offers = createOffers({ snapshot, inventory, times, event: found.event, accessCode, kinds });
    const priced = new Map<Candidate, Offers>();
    const offersOf = once(priced, ({ location }: Candidate) => offers(location));
    const kept = returned(found.list, query, offersOf);
    const ordered = inOrder(kept, query.sort, offersOf);
    const sortedCount = ordered === kept ? 0 : ordered.length;
    const quoteOf = createQuoteOf({ ids, now: deps.clock.now(), query, found, offersOf });
    const isShown = (candidate: Candidate): boolean => isBookable(offersOf(candidate));
    return {
      total: ordered.length,
      weighed: () => Math.max(priced.size, sortedCount),
      page: (offset, limit) => ordered.slice(offset, offset + limit).map(quoteOf),
      wantsCurated: query.returns.wantsCurated,
      wantsSuggestedView: query.returns.wantsSuggestedView,
      curated: (): CuratedQuotes | undefined => {
        const picks = picksOf(ordered, offersOf);
        if (picks === undefined) return undefined;
        const { cheapest, closest, recommended } = picks;
        return {
          cheapest: quoteOf(cheapest),
          closest: quoteOf(closest),
          recommended: quoteOf(recommended),
        };
      },
      suggestedView: () => ordered.slice(0, suggestedViewSize).filter(isShown).map(quoteOf),
      meta: metaOf(query, found, ordered.length),
    };
  };
};
