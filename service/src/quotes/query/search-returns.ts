import { readWords } from './search-words.js';

/** Which of the results are returned, and what is returned beside them. */
export interface Returns {
  readonly wantsCurated: boolean;
  readonly wantsSuggestedView: boolean;
  /** On-street places are left out. */
  readonly isOffstreetOnly: boolean;
  /** Places without anything to book are left out; `on a phone`: and those whose pass must be printed. */
  readonly only: 'anything' | 'bookable' | 'bookable on a phone';
  /** What is sold out counts as bookable, and says that it is sold out. */
  readonly keepsSoldOut: boolean;
}

const only = (words: ReadonlySet<string>): Returns['only'] => {
  if (words.has('offstreet')) return 'anything';
  if (words.has('offstreet_bookable') || words.has('offstreet_bookable_sold_out')) return 'bookable';
  return words.has('offstreet_bookable_mobile') ? 'bookable on a phone' : 'anything';
};

/** Reads `returns`: several words ask for what any of them asks for; words that nobody knows do no harm. */
export const readReturns = (text: string | undefined): Returns => {
  const words: ReadonlySet<string> = new Set(readWords('returns', text));
  return {
    wantsCurated: words.has('curated'),
    wantsSuggestedView: words.has('suggested_view'),
    isOffstreetOnly: [...words].some((word) => /^offstreet(_bookable(_sold_out|_mobile)?)?$/.test(word)),
    only: only(words),
    keepsSoldOut: words.has('offstreet_bookable_sold_out'),
  };
};
