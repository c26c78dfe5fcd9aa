import { Problem } from '../../base/problem.js';
import { readIds as readIdList } from '../../quotes/query/q-values.js';

const longestText = 200;

/** A malformed parameter of a page: 400 with its name. */
export const queryFault = (name: string, details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: [name], details });

/** One value, blanks around it taken off; an empty one is absent. Throws `Problem` when it is given twice or too long. */
export const readText = (query: URLSearchParams, name: string): string | undefined => {
  const [text = '', ...more] = query.getAll(name);
  if (more.length > 0) throw queryFault(name, 'given more than once');
  if (text.length > longestText) throw queryFault(name, 'too long');
  return text.trim() === '' ? undefined : text.trim();
};

/** A list of integers: `name=1,2`, `name=1&name=2` and `name[]=1` say the same; brackets may stand around it. */
export const readIds = (query: URLSearchParams, name: string): ReadonlySet<number> => {
  const texts = [...query.getAll(name), ...query.getAll(`${name}[]`)].flatMap((text) =>
    text.replace(/^\[(.*)\]$/s, '$1').split(','),
  );
  const given = texts.map((text) => text.trim()).filter((text) => text !== '');
  const ids = readIdList(given);
  if (ids === undefined) throw queryFault(name, 'not a list of at most 100 integers');
  return new Set(ids);
};

/** A page number from 1 on. */
export const readPage = (query: URLSearchParams): number => {
  const text = readText(query, 'page') ?? '1';
  if (!/^[1-9]\d{0,5}$/.test(text)) throw queryFault('page', 'not a page number');
  return Number(text);
};
