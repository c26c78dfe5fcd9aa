import { lazily } from '../base/lazily.js';
import { foldText } from './clean-text.js';

interface Named {
  readonly name: string;
}

/** Things by their names, letters of any case. Both lists are made on first use, and cost nothing before. */
export interface NameIndex<T> {
  /** Whose name holds the text: those that are it, then those that begin with it, then the others; each in the order given. */
  readonly named: (text: string) => readonly T[];
  /** All, from a to z; equal names in the order given. */
  readonly sorted: () => readonly T[];
  /** Less than zero where the left name comes before the right one. */
  readonly compare: (left: T, right: T) => number;
}

const isAscii = /^[\x20-\x7e]*$/;
const between = '\n';

/**
 * A name as people may search it: as it is, without its accents, and without the letters beyond ASCII, which clients
 * must take out of what they send (spec, "Venues, events, locations").
 */
const searchable = (name: string): string => {
  const lower = name.toLowerCase();
  if (isAscii.test(lower)) return lower;
  const stripped = lower.replace(/[^\x20-\x7e]+/g, '').replace(/ +/g, ' ');
  return [...new Set([lower, foldText(name), stripped])].join(between);
};

const rankOf = (forms: string, text: string): number => {
  const all = forms.split(between);
  if (all.includes(text)) return 0;
  return all.some((form) => form.startsWith(text)) ? 1 : 2;
};

const compareText = (left: string, right: string): number => {
  if (left === right) return 0;
  return left < right ? -1 : 1;
};

export const createNameIndex = <T extends Named>(items: readonly T[]): NameIndex<T> => {
  const forms = lazily(() => items.map(({ name }) => searchable(name)));

  const order = lazily(() => {
    const keyed = items.map((item) => ({ item, key: foldText(item.name) }));
    keyed.sort((left, right) => compareText(left.key, right.key));
    const places = new Map<T, number>();
    let place = 0;
    for (const [index, { item, key }] of keyed.entries()) {
      if (index > 0 && keyed[index - 1]?.key !== key) place += 1;
      places.set(item, place);
    }
    return { sorted: keyed.map(({ item }) => item), places };
  });

  return {
    named: (text) => {
      const wanted = text.toLowerCase();
      const ranks: readonly [T[], T[], T[]] = [[], [], []];
      for (const [index, all] of forms().entries()) {
        const item = items[index];
        if (item !== undefined && all.includes(wanted)) ranks[rankOf(all, wanted)]?.push(item);
      }
      return ranks.flat();
    },
    sorted: () => order().sorted,
    compare: (left, right) => (order().places.get(left) ?? 0) - (order().places.get(right) ?? 0),
  };
};
