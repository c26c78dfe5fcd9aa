import { Problem } from '../../base/problem.js';
import type { AnyRoute } from '../../base/route.js';
import type { Parameters } from '../request/parameters.js';
import { type Paging, readPaging } from './paging.js';

const recordNames = ['fields', 'zoom', 'envelope', 'pretty', 'per_page', 'page', 'result_format'] as const;

/** Parameters that a row understands without declaring them. Where no record is shown, there is nothing to choose. */
export const conventionNames = (row: Pick<AnyRoute, 'shows'>): readonly string[] =>
  row.shows === undefined ? ['pretty'] : recordNames;

/** What the conventions' parameters ask for. */
export interface Conventions {
  readonly fields: string;
  readonly zoom: string;
  readonly paging: Paging;
  readonly isEnveloped: boolean;
  readonly isPretty: boolean;
  readonly isStats: boolean;
}

const refuse = (field: string): never => {
  throw new Problem('request_parameter_invalid', { fields: [field] });
};

const textOf = (parameters: Parameters, name: string): string => {
  const value = parameters.get(name);
  if (value === undefined) return '';
  return typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number'
    ? String(value)
    : refuse(name);
};

const readPretty = (parameters: Parameters): boolean => {
  const word = textOf(parameters, 'pretty').toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === '' || word === 'false' || word === '0' ? false : refuse('pretty');
};

/** The only result format is `stats`, and its only figure is `count`. */
const readStats = (row: AnyRoute, parameters: Parameters): boolean => {
  const format = textOf(parameters, 'result_format');
  if (row.isList !== true || format === '') return false;
  if (format !== 'stats') return refuse('result_format');
  const fields = textOf(parameters, 'fields');
  return fields === '' || fields === 'count' ? true : refuse('fields');
};

/** Throws 400 before anything has run: a booking is not made for a request whose answer cannot be shown. */
export const readConventions = (row: AnyRoute, parameters: Parameters): Conventions => ({
  fields: textOf(parameters, 'fields'),
  zoom: textOf(parameters, 'zoom'),
  paging: readPaging(parameters),
  // Exactly `true`: clients that send `True` read a bare array.
  isEnveloped: textOf(parameters, 'envelope') === 'true',
  isPretty: readPretty(parameters),
  isStats: readStats(row, parameters),
});

/** Rows that only count are asked to (decision 16); their own parameters are looked at first. Throws 400. */
export const requireStats = (row: AnyRoute, { isStats }: Conventions): void => {
  if (row.onlyStats === true && !isStats) refuse('result_format');
};
