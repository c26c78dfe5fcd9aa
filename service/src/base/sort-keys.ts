import { Problem } from './problem.js';

export interface SortKey<Name extends string> {
  readonly name: Name;
  readonly isDescending: boolean;
}

const fault = (details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: ['sort'], details });

const readKey = <Name extends string>(item: string, names: readonly Name[]): SortKey<Name> => {
  const [word, direction = 'asc', ...more] = item.split(':');
  const name = names.find((known) => known === word);
  if (name === undefined) throw fault(`what it is sorted by is one of ${names.join(', ')}`);
  const asked = direction.toLowerCase();
  if ((asked !== 'asc' && asked !== 'desc') || more.length > 0) throw fault('neither asc nor desc');
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
