import { anonymous } from '../../base/caller.js';
import type { Quote, QuoteSearch, Quotes } from '../../quotes/quote.js';
import type { PlaceFilter } from './place-filter.js';

/** A page shows no more places than these. */
export const mostPlaces = 50;
/** Of so many of the nearest a seller's are picked. */
const mostLookedAt = 300;

export interface FoundQuotes {
  readonly quotes: readonly Quote[];
  /** There were more than are shown. */
  readonly isCut: boolean;
}

/** What can be parked at for a search, nearest first, narrowed to locations and sellers; bounded work whatever is asked. */
export const findQuotes = (
  quotes: Pick<Quotes, 'search'>,
  { search, filter }: { readonly search: QuoteSearch; readonly filter: PlaceFilter },
): FoundQuotes => {
  const { locations, sellers } = filter;
  const narrowed = locations.size === 0 ? '' : ` location_id:${[...locations].join(',')}`;
  const result = quotes.search({ ...search, q: `${search.q ?? ''}${narrowed}` }, anonymous);
  if (sellers.size === 0) {
    return { quotes: result.page(0, mostPlaces), isCut: result.total > mostPlaces };
  }
  const wanted = result.page(0, mostLookedAt).filter(({ location }) => sellers.has(location.sellerId));
  return { quotes: wanted.slice(0, mostPlaces), isCut: wanted.length > mostPlaces };
};
