import { anonymous } from '#service/base/caller.js';
import { systemClock } from '#service/base/clock.js';
import type { CatalogueSnapshot } from '#service/catalogue/snapshot.js';
import type { QuoteSearch, Quotes } from '#service/quotes/quote.js';
import { createQuoteSeal } from '#service/quotes/quote-seal.js';
import { createQuotes } from '#service/quotes/quotes.js';

/** Quotes over a catalogue in memory; a tenth of the spaces of every pool is taken. */
export const quotesOver = (snapshot: CatalogueSnapshot): Quotes =>
  createQuotes({
    catalogue: { snapshot: () => snapshot },
    inventory: { peak: () => 20 },
    seal: createQuoteSeal([{ version: '1', secret: 'a secret of the benchmark' }]),
    clock: systemClock,
  });

export interface FunctionFigures {
  readonly microsecondsMedian: number;
  readonly microsecondsP99: number;
  readonly found: number;
}

/** Times the search and its first page of 20, without HTTP and JSON. */
export const measureFunction = (quotes: Quotes, searches: readonly QuoteSearch[]): FunctionFigures => {
  const times: number[] = [];
  let found = 0;
  for (const search of [...searches, ...searches]) {
    const started = performance.now();
    const result = quotes.search(search, anonymous);
    found += result.page(0, 20).length === 0 ? 0 : result.total;
    times.push((performance.now() - started) * 1000);
  }
  const counted = times.slice(searches.length).sort((left, right) => left - right);
  const at = (share: number): number => counted[Math.floor(counted.length * share)] ?? Number.NaN;
  return {
    microsecondsMedian: at(0.5),
    microsecondsP99: at(0.99),
    found: found / times.length,
  };
};
