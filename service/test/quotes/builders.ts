import { anonymous } from '../../src/base/caller.js';
import type { CatalogueContent } from '../../src/catalogue/create-snapshot.js';
import type { PoolStay } from '../../src/inventory/inventory.js';
import type { Quote, QuoteSearch, QuoteSearchResult, Quotes } from '../../src/quotes/quote.js';
import { createQuoteSeal } from '../../src/quotes/quote-seal.js';
import { createQuotes } from '../../src/quotes/quotes.js';
import { catalogueOf } from '../catalogue/builders.js';

/** Saturday 2026-11-21, 12:00 in Chicago. */
export const testNow = Date.UTC(2026, 10, 21, 18, 0);

export interface QuotesUnderTest {
  readonly quotes: Quotes;
  /** Replaces what the catalogue holds. */
  readonly setCatalogue: (content: Partial<CatalogueContent>) => void;
  readonly setNow: (now: number) => void;
  readonly setPeak: (peak: (stay: PoolStay) => number) => void;
  readonly search: (search: QuoteSearch) => QuoteSearchResult;
  readonly all: (search: QuoteSearch) => readonly Quote[];
}

/** Quotes over a catalogue in memory, with empty pools and a clock that stands still. */
export const someQuotes = (content: Partial<CatalogueContent> = {}): QuotesUnderTest => {
  let catalogue = catalogueOf(content);
  let now = testNow;
  let peak = (_stay: PoolStay): number => 0;
  const quotes = createQuotes({
    catalogue: { snapshot: () => catalogue.snapshot() },
    inventory: { peak: (stay) => peak(stay) },
    seal: createQuoteSeal([{ version: '1', secret: 'a secret of tests' }]),
    clock: { now: () => now },
  });
  const search = (wanted: QuoteSearch): QuoteSearchResult => quotes.search(wanted, anonymous);
  return {
    quotes,
    setCatalogue: (next) => {
      catalogue = catalogueOf(next);
    },
    setNow: (next) => {
      now = next;
    },
    setPeak: (next) => {
      peak = next;
    },
    search,
    all: (wanted) => search(wanted).page(0, 1000),
  };
};

/** A search round the default location, for four hours of Monday 2026-11-23. */
export const aSearch = (overrides: QuoteSearch = {}): QuoteSearch => ({
  q: 'coordinates:41.8858,-87.6229 distance:1',
  startTime: '2026-11-23T10:00',
  endTime: '2026-11-23T14:00',
  ...overrides,
});
