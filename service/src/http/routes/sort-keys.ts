import { Problem } from '../../base/problem.js';

export type Compare<T> = (left: T, right: T) => number;

const fault = (): Problem => new Problem('request_parameter_invalid', { fields: ['sort'] });

const readKey = <T>(item: string, sortable: Readonly<Record<string, Compare<T>>>): Compare<T> => {
  const [name = '', direction = 'asc', ...more] = item.split(':');
  const compare = Object.hasOwn(sortable, name) ? sortable[name] : undefined;
  if (compare === undefined || more.length > 0) throw fault();
  if (direction === 'asc') return compare;
  if (direction === 'desc') return (left, right) => compare(right, left);
  throw fault();
};

/** Reads `name:asc start_time:desc`; the first key that tells two records apart decides. Throws `Problem` for unknown names. */
export const readSortKeys = <T>(
  sort: string | undefined,
  sortable: Readonly<Record<string, Compare<T>>>,
): Compare<T> | undefined => {
  const items = (sort ?? '').split(' ').filter((item) => item !== '');
  const keys = items.map((item) => readKey(item, sortable));
  if (keys.length === 0) return undefined;
  return (left, right) => {
    for (const compare of keys) {
      const order = compare(left, right);
      if (order !== 0) return order;
    }
    return 0;
  };
};
