import { OutsideThePort } from '../errors.js';
import { filterToSql, type Sql } from './filter.js';
import { type KeyOf, keyExpression, segmentsOf } from './path.js';
import { isPlainObject, type PlainObject } from './plain-json.js';

const optionNames = new Set(['sort', 'skip', 'limit', 'projection']);

const checkOptions = (options: PlainObject): void => {
  for (const name of Object.keys(options))
    if (!optionNames.has(name)) throw new OutsideThePort(`${JSON.stringify(name)} is no option of the port`);
};

const orderOf = (sort: unknown, keyOf: KeyOf): string => {
  if (sort === undefined) return '';
  if (!isPlainObject(sort)) throw new OutsideThePort('a sort must be a plain object');
  const terms = Object.entries(sort).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1) throw new OutsideThePort(`the sort on ${path} must be 1 or -1`);
    return `${keyOf(path)} ${direction === 1 ? 'ASC' : 'DESC'}`;
  });
  // Ties would come in an order of the plan's choosing, another one tomorrow.
  const tieBreaker = Object.hasOwn(sort, '_id') ? [] : ['_id ASC'];
  return ` ORDER BY ${[...terms, ...tieBreaker].join(', ')}`;
};

/** MongoDB reads a limit of 0 as "no limit"; a store that worked out "0 wanted" would get everything, so it is refused. */
const checkLimit = (limit: unknown): number => {
  if (typeof limit === 'number' && Number.isSafeInteger(limit) && limit > 0) return limit;
  throw new OutsideThePort(`a limit must be a positive integer, not ${String(limit)}`);
};

const windowOf = (options: PlainObject): Sql => {
  const { skip = 0, limit } = options;
  if (typeof skip !== 'number' || !Number.isSafeInteger(skip) || skip < 0)
    throw new OutsideThePort(`skip must be an integer >= 0, not ${String(skip)}`);
  const rows = limit === undefined ? -1 : checkLimit(limit);
  return skip === 0 && rows === -1
    ? { text: '', values: [] }
    : { text: ' LIMIT ? OFFSET ?', values: [rows, skip] };
};

/** The end of a SELECT on a collection's table: which documents, in which order, how many. */
export interface Plan extends Sql {
  /** The first part of the text and of the values; empty where the filter asks nothing. */
  readonly where: Sql;
}

const planOf = (where: Sql, rest: Sql): Plan => ({
  where,
  text: where.text + rest.text,
  values: [...where.values, ...rest.values],
});

const whereOf = (filter: unknown, keyOf: KeyOf): Sql => {
  const condition = filterToSql(filter, keyOf);
  return condition === undefined
    ? { text: '', values: [] }
    : { text: ` WHERE ${condition.text}`, values: condition.values };
};

/** All documents that match, in any order. */
export const filterPlan = (filter: unknown, keyOf: KeyOf = keyExpression): Plan =>
  planOf(whereOf(filter, keyOf), { text: '', values: [] });

export const readPlan = (filter: unknown, options: PlainObject, keyOf: KeyOf = keyExpression): Plan => {
  checkOptions(options);
  const window = windowOf(options);
  return planOf(whereOf(filter, keyOf), { ...window, text: orderOf(options['sort'], keyOf) + window.text });
};

export const countPlan = (filter: unknown, options: PlainObject, keyOf: KeyOf = keyExpression): Plan => {
  if (options['limit'] === undefined) return filterPlan(filter, keyOf);
  return planOf(whereOf(filter, keyOf), { text: ' LIMIT ?', values: [checkLimit(options['limit'])] });
};

/** The paths of a projection, `_id` among them; `undefined` where the whole document is wanted. */
export const projectedPaths = (projection: unknown): readonly (readonly string[])[] | undefined => {
  if (projection === undefined) return undefined;
  if (!isPlainObject(projection)) throw new OutsideThePort('a projection must be a plain object');
  const paths = Object.keys(projection);
  if (paths.length === 0) return undefined;
  for (const path of paths) {
    if (projection[path] !== 1) throw new OutsideThePort(`the projection of ${path} must be 1`);
    if (paths.some((other) => other.startsWith(`${path}.`)))
      throw new OutsideThePort(`the projection names ${path} and a field inside it`);
  }
  return [['_id'], ...paths.filter((path) => path !== '_id').map(segmentsOf)];
};
