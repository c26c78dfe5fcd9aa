import type { Market } from './market.js';

/** The market with each search told of; API and pages search through the same door. */
export const countSearches = (market: Market, onSearch: () => void): Market => ({
  ...market,
  quotes: {
    ...market.quotes,
    search: (search, caller) => {
      onSearch();
      return market.quotes.search(search, caller);
    },
  },
});
