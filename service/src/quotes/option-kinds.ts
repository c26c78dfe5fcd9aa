import type { ParkingOption } from '../catalogue/location.js';
import { searchFault, shown } from './query/search-fault.js';
import { readWords } from './query/search-words.js';

/** How an option takes part in a search: bought before one comes, on the spot, or only shown with its price. */
export type OptionKind = 'bookable' | 'on_demand' | 'non_bookable';
export type OptionKinds = ReadonlySet<OptionKind>;

const usual: OptionKinds = new Set(['bookable'] as const);
const byWord: ReadonlyMap<string, OptionKinds> = new Map<string, OptionKinds>([
  ['bookable', usual],
  ['on_demand', new Set(['on_demand'] as const)],
  ['non_bookable', new Set(['non_bookable'] as const)],
  ['all', new Set(['bookable', 'on_demand', 'non_bookable'] as const)],
]);

/** The kind of an option; without any space to sell it is only shown. */
export const kindOf = ({ sale = 'advance', capacity }: ParkingOption): OptionKind => {
  if (sale === 'none' || capacity === 0) return 'non_bookable';
  return sale === 'on_demand' ? 'on_demand' : 'bookable';
};

/** Reads `option_types`; without any, what is bookable. Throws `Problem` for a word that names no kind. */
export const readOptionTypes = (text: string | undefined): OptionKinds => {
  const words = readWords('option_types', text);
  if (words.length === 0) return usual;
  const kinds = words.map((word) => {
    const known = byWord.get(word);
    if (known === undefined) throw searchFault('option_types', `${shown(word)} is no type of option`);
    return known;
  });
  return new Set(kinds.flatMap((some) => [...some]));
};
