import { Problem } from '../base/problem.js';

const sortable = ['distance', 'price', 'name'] as const;

export interface SortKey {
  readonly by: (typeof sortable)[number];
  readonly isDescending: boolean;
}

const longestSort = 200;

const fault = (details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: ['sort'], details });

const readKey = (item: string): SortKey => {
  const [name, direction = 'asc', ...more] = item.split(':');
  const by = sortable.find((known) => known === name);
  if (by === undefined) throw fault(`quotes are sorted by ${sortable.join(', ')}`);
  const asked = direction.toLowerCase();
  if ((asked !== 'asc' && asked !== 'desc') || more.length > 0) throw fault('neither asc nor desc');
  return { by, isDescending: asked === 'desc' };
};

/** Reads `price:asc distance:desc`; without any, the nearest come first. Throws `Problem` for unknown names. */
export const readSort = (sort = ''): readonly SortKey[] => {
  if (sort.length > longestSort) throw fault('sort is too long');
  const keys = sort
    .split(/\s/)
    .filter((item) => item !== '')
    .map(readKey);
  return keys.length > 0 ? keys : [{ by: 'distance', isDescending: false }];
};
