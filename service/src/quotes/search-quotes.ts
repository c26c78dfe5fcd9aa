import type { Clock } from '../base/clock.js';
import type { Catalogue, CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { Inventory } from '../inventory/inventory.js';
import { type Pickable, pick } from './curated.js';
import { type Candidate, type Candidates, findCandidates } from './find-candidates.js';
import { createOffers, type Offer, stayAt } from './offer.js';
import { createPurchaseOption } from './purchase-option.js';
import type { Place } from './q-language.js';
import type { Quote, QuoteSearchResult, Quotes } from './quote.js';
import type { QuoteIds } from './quote-id.js';
import { inOrder } from './search-order.js';
import { readSearch, type SearchQuery } from './search-query.js';

/** How many results the first map or list looks at. */
const suggestedViewSize = 20;

export interface SearchDependencies {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly inventory: Pick<Inventory, 'peak'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: QuoteIds;
}

interface Found extends Candidates {
  readonly snapshot: CatalogueSnapshot;
  readonly query: SearchQuery;
}

/** A price sort, a pick and a page look at the same offers. */
const once = <Key, Value>(work: (key: Key) => Value): ((key: Key) => Value) => {
  const known = new Map<Key, Value>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const value = work(key);
    known.set(key, value);
    return value;
  };
};

const offersOf = (deps: SearchDependencies, found: Found): ((candidate: Candidate) => readonly Offer[]) => {
  const { query, snapshot, event } = found;
  if (!query.wantsBookable) return () => [];
  const { times, accessCode } = query;
  const offers = createOffers({ snapshot, inventory: deps.inventory, times, accessCode, event });
  return once(({ location }) => offers(location));
};

/** A search by event alone shows only what can be bought; any other keeps a full location, without purchase options. */
const isByEventAlone = ({ event, coordinates, bounds, venue, locations }: Place): boolean =>
  event !== undefined && [coordinates, bounds, venue, locations].every((given) => given === undefined);

const createQuoteOf = (
  deps: SearchDependencies,
  { query, venue, event }: Found,
  offers: (candidate: Candidate) => readonly Offer[],
): ((candidate: Candidate) => Quote) => {
  const purchaseOption = createPurchaseOption({ ids: deps.ids, now: deps.clock.now(), event });
  return (candidate) => {
    const { location, meters } = candidate;
    const found = offers(candidate);
    const { start, end } = found[0] ?? stayAt({ times: query.times, event }, location.timezone);
    const purchaseOptions = found.map((offer) => purchaseOption(location, offer));
    return { location, meters, start, end, purchaseOptions, event, venue };
  };
};

const metaOf = ({ query, list, center, venue, event }: Found, total: number): QuoteSearchResult['meta'] => {
  const timezone = venue?.timezone ?? list[0]?.location.timezone;
  return {
    ...(timezone === undefined ? {} : { timezone, ...stayAt({ times: query.times, event }, timezone) }),
    ...(center === undefined ? {} : { center: [center.lat, center.lon] as const }),
    count: event === undefined ? { transient: total, event: 0 } : { transient: 0, event: total },
  };
};

const pickable = (candidate: Candidate, [cheapest]: readonly Offer[]): readonly Pickable<Candidate>[] =>
  cheapest === undefined
    ? []
    : [{ item: candidate, priceMinor: cheapest.price.total.minor, meters: candidate.meters ?? 0 }];

/** Searches the catalogue in memory: reads the query, finds the locations, puts them in order, and prices the page that is asked for. */
export const createSearchQuotes = (deps: SearchDependencies): Quotes['search'] => {
  return (search): QuoteSearchResult => {
    const query = readSearch(search);
    const snapshot = deps.catalogue.snapshot();
    const found: Found = { ...findCandidates(snapshot, query.place), snapshot, query };
    const offers = offersOf(deps, found);
    const isShown = (candidate: Candidate): boolean => offers(candidate).length > 0;
    const kept = isByEventAlone(query.place) ? found.list.filter(isShown) : found.list;
    const ordered = inOrder(kept, query.sort, offers);
    const quoteOf = createQuoteOf(deps, found, offers);
    return {
      total: ordered.length,
      page: (offset, limit) => ordered.slice(offset, offset + limit).map(quoteOf),
      wantsCurated: query.wantsCurated,
      wantsSuggestedView: query.wantsSuggestedView,
      curated: () => {
        const picks = pick(ordered.flatMap((candidate) => pickable(candidate, offers(candidate))));
        if (picks === undefined) return undefined;
        const { cheapest, closest, recommended } = picks;
        return {
          cheapest: quoteOf(cheapest),
          closest: quoteOf(closest),
          recommended: quoteOf(recommended),
        };
      },
      suggestedView: () => ordered.slice(0, suggestedViewSize).filter(isShown).map(quoteOf),
      meta: metaOf(found, ordered.length),
    };
  };
};
