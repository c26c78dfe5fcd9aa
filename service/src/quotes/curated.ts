/** The measures by which picks are made; `item` is what is picked. */
export interface Pickable<T> {
  readonly item: T;
  readonly priceMinor: number;
  readonly meters: number;
}

export interface Picks<T> {
  readonly cheapest: T;
  readonly closest: T;
  readonly recommended: T;
}

/** The first of the lowest, so that ties go to the order of the results. */
const lowest = <T>(
  first: Pickable<T>,
  all: readonly Pickable<T>[],
  by: (one: Pickable<T>) => number,
): Pickable<T> => all.reduce((best, next) => (by(next) < by(best) ? next : best), first);

/** Where a value lies between the lowest and the highest, 0 to 1. */
const placedIn = (values: readonly number[]): ((value: number) => number) => {
  const low = values.reduce((left, right) => Math.min(left, right));
  const high = values.reduce((left, right) => Math.max(left, right));
  return (value) => (high === low ? 0 : (value - low) / (high - low));
};

/** Cheapest, closest, and recommended: the lowest sum of price and distance, each placed between its lowest and highest. */
export const pick = <T>(all: readonly Pickable<T>[]): Picks<T> | undefined => {
  const [first] = all;
  if (first === undefined) return undefined;
  const price = placedIn(all.map(({ priceMinor }) => priceMinor));
  const distance = placedIn(all.map(({ meters }) => meters));
  return {
    cheapest: lowest(first, all, ({ priceMinor }) => priceMinor).item,
    closest: lowest(first, all, ({ meters }) => meters).item,
    recommended: lowest(first, all, ({ priceMinor, meters }) => price(priceMinor) + distance(meters)).item,
  };
};
