import { OutsideThePort } from '../errors.js';
import { filterToSql, type Sql, type SqlValue } from './filter.js';
import { keyExpression, segmentsOf } from './path.js';
import { isPlainObject, type PlainObject } from './plain-json.js';

const optionNames = new Set(['sort', 'skip', 'limit', 'projection']);

const checkOptions = (options: PlainObject): void => {
  for (const name of Object.keys(options))
    if (!optionNames.has(name)) throw new OutsideThePort(`${JSON.stringify(name)} is no option of the port`);
};

const orderOf = (sort: unknown): string => {
  if (sort === undefined) return '';
  if (!isPlainObject(sort)) throw new OutsideThePort('a sort must be a plain object');
  const terms = Object.entries(sort).map(([path, direction]) => {
    if (direction !== 1 && direction !== -1) throw new OutsideThePort(`the sort on ${path} must be 1 or -1`);
    return `${keyExpression(path)} ${direction === 1 ? 'ASC' : 'DESC'}`;
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

export interface Where {
  /** Empty where the filter asks nothing. */
  readonly text: string;
  readonly values: readonly SqlValue[];
}

export const whereOf = (filter: unknown): Where => {
  const condition = filterToSql(filter);
  return condition === undefined
    ? { text: '', values: [] }
    : { text: ` WHERE ${condition.text}`, values: condition.values };
};

/** The end of a SELECT on a collection's table: which documents, in which order, how many. */
export const readPlan = (filter: unknown, options: PlainObject): Sql => {
  checkOptions(options);
  const where = whereOf(filter);
  const window = windowOf(options);
  return {
    text: `${where.text}${orderOf(options['sort'])}${window.text}`,
    values: [...where.values, ...window.values],
  };
};

export const countPlan = (filter: unknown, options: PlainObject): Sql => {
  const where = whereOf(filter);
  if (options['limit'] === undefined) return where;
  return { text: `${where.text} LIMIT ?`, values: [...where.values, checkLimit(options['limit'])] };
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
