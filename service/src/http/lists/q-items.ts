import { Problem } from '../../base/problem.js';
import { readIds as readIdList } from '../../quotes/query/q-values.js';

export const qFault = (details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: ['q'], details });

/** The offset of a time whose `+` nobody encoded, so that it arrived as a blank. */
const offsetLength = (rest: string): number => /^ \d{2}:?\d{2}(?!\S)/.exec(rest)?.[0].length ?? 0;

/** How long the first item is: up to a blank, but for a name and for what stands in brackets. */
const itemLength = (rest: string): number => {
  if (rest.startsWith('name:')) return rest.length;
  const bracketed = /^[a-z_]+:\[[^\]]*\]/.exec(rest)?.[0].length ?? 0;
  const blank = rest.slice(bracketed).search(/\s/);
  if (blank === -1) return rest.length;
  const length = bracketed + blank;
  return length + offsetLength(rest.slice(length));
};

/**
 * Reads the `q` of a catalogue list: `type:value` items between blanks, each type once, split at its first colon;
 * `name:` takes the rest (decision 12). Throws `Problem` for a type that is not among `types` and for a bare word.
 */
export const readQItems = <Type extends string>(
  q: string | undefined,
  types: readonly Type[],
): ReadonlyMap<Type, string> => {
  const items = new Map<Type, string>();
  let rest = (q ?? '').trim();
  while (rest !== '') {
    const length = itemLength(rest);
    const item = rest.slice(0, length);
    rest = rest.slice(length).trim();
    const colon = item.indexOf(':');
    const type = types.find((known) => known === item.slice(0, Math.max(colon, 0)));
    if (type === undefined || items.has(type))
      throw qFault(`an unknown, repeated or missing type; there are ${types.join(', ')}`);
    items.set(type, item.slice(colon + 1).trim());
  }
  return items;
};

/** A text to look for in names. Throws `Problem` for anything but ASCII (spec, Limits). */
export const readName = (name: string | undefined): string | undefined => {
  if (name !== undefined && !/^[\x20-\x7e]*$/.test(name))
    throw qFault('names are searched by ASCII characters');
  return name === '' ? undefined : name?.replace(/ +/g, ' ');
};

/** Ids between commas; `undefined` where nothing is asked. Throws `Problem` that names the parameter they came in. */
export const readIds = (
  items: readonly string[] | undefined,
  field: string,
): ReadonlySet<number> | undefined => {
  if (items === undefined) return undefined;
  const ids = readIdList(items.map((item) => item.trim()));
  if (ids === undefined)
    throw new Problem('request_parameter_invalid', { fields: [field], details: 'not a list of ids' });
  return new Set(ids);
};
