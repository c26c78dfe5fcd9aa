import type { Clock } from '../base/clock.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import type { Inventory } from '../inventory/inventory.js';
import { createOpenQuote } from './open-quote.js';
import type { Quotes } from './quote.js';
import { createQuoteIds, type Seal } from './quote-id.js';
import { createSearchQuotes } from './search-quotes.js';

/** Search and quote ids over the catalogue in memory and the mirror of the pools; no I/O. */
export const createQuotes = (deps: {
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly inventory: Pick<Inventory, 'peak'>;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
}): Quotes => {
  const ids = createQuoteIds(deps.seal);
  return { search: createSearchQuotes({ ...deps, ids }), open: createOpenQuote({ ...deps, ids }) };
};
