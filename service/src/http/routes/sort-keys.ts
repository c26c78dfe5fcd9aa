import { Problem } from '../../base/problem.js';

export type Compare<T> = (left: T, right: T) => number;

export interface SortKey<Name extends string> {
  readonly name: Name;
  readonly isDescending: boolean;
}

const fault = (): Problem => new Problem('request_parameter_invalid', { fields: ['sort'] });

const readKey = <Name extends string>(item: string, names: readonly Name[]): SortKey<Name> => {
  const [word, direction = 'asc', ...more] = item.split(':');
  const name = names.find((known) => known === word);
  if (name === undefined || more.length > 0) throw fault();
  const asked = direction.toLowerCase();
  if (asked !== 'asc' && asked !== 'desc') throw fault();
  return { name, isDescending: asked === 'desc' };
};

/** A name's second mention decides nothing; hundreds of them would only cost time. */
const eachOnce = <Name extends string>(keys: readonly SortKey<Name>[]): readonly SortKey<Name>[] =>
  keys.filter(({ name }, index) => keys.findIndex((key) => key.name === name) === index);

/** Reads `name:asc start_time:desc`; without a direction it is ascending. Throws `Problem` for names that are not among these. */
export const readSortKeys = <Name extends string>(
  sort: string | undefined,
  names: readonly Name[],
): readonly SortKey<Name>[] => {
  const items = (sort ?? '').split(/\s/).filter((item) => item !== '');
  return eachOnce(items.map((item) => readKey(item, names)));
};

/** Sorts by the first key that tells two records apart; where none does, they stay as they stand. */
export const sortBy = <T, Name extends string>(
  records: readonly T[],
  keys: readonly SortKey<Name>[],
  comparing: Readonly<Record<Name, Compare<T>>>,
): readonly T[] => {
  if (keys.length === 0) return records;
  return records.toSorted((left, right) => {
    for (const { name, isDescending } of keys) {
      const order = comparing[name](left, right);
      if (order !== 0) return isDescending ? -order : order;
    }
    return 0;
  });
};
