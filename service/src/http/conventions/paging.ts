import { Problem } from '../../base/problem.js';
import type { Parameters } from '../request/parameters.js';

/** Which slice of a list is asked for; `page` counts from 1. */
export interface Paging {
  readonly perPage: number;
  readonly page: number;
}

const maxPerPage = 100;

const positive = (parameters: Parameters, name: string, fallback: number): number => {
  const value = parameters.get(name);
  if (value === undefined) return fallback;
  // Not of anything else: a JSON body may give an object whose `toString` is no function.
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (!/^0*[1-9]\d{0,11}$/.test(text)) throw new Problem('request_parameter_invalid', { fields: [name] });
  return Number(text);
};

export const readPaging = (parameters: Parameters): Paging => ({
  perPage: Math.min(positive(parameters, 'per_page', maxPerPage), maxPerPage),
  page: positive(parameters, 'page', 1),
});

export const rangeOf = ({ perPage, page }: Paging): readonly [from: number, to: number] => [
  (page - 1) * perPage,
  page * perPage,
];

const pageCount = ({ perPage }: Paging, total: number): number => Math.ceil(total / perPage);

/** The other pages that can be gone to from here, by relation. */
export const neighbours = (paging: Paging, total: number): readonly (readonly [string, number])[] => {
  const last = pageCount(paging, total);
  const pages: readonly (readonly [string, number])[] = [
    ['first', 1],
    ['prev', Math.min(paging.page - 1, last)],
    ['next', paging.page + 1],
    ['last', last],
  ];
  return pages.filter(([, page]) => page >= 1 && page <= last && last > 1 && page !== paging.page);
};

const markedPage = /(?<=^|&)page=0(?=&|$)/;

/** The same address asking for another page; the query is read once for all of them. */
export const pageAddresses = (address: string, query: string): ((page: number) => string) => {
  const parameters = new URLSearchParams(query);
  parameters.set('page', '0');
  const [before, after] = String(parameters).split(markedPage);
  return (page) => `${address}?${before}page=${page}${after}`;
};

export const pagingHeaders = (
  paging: Paging,
  total: number,
  returned: number,
): Readonly<Record<string, string>> => ({
  'X-Pagination-Per-Page': String(paging.perPage),
  'X-Pagination-Total': String(total),
  'X-Pagination-Returned': String(returned),
  'X-Pagination-Current-Page': String(paging.page),
  'X-Pagination-Total-Pages': String(pageCount(paging, total)),
});
