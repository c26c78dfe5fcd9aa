import { Problem } from '../../base/problem.js';

export const qFault = (details: string): Problem =>
  new Problem('request_parameter_invalid', { fields: ['q'], details });

/**
 * Reads the `q` of a catalogue list: `type:value` items between blanks, each type once, split at its first colon;
 * `name:` takes the rest (decision 12). Throws `Problem` for a type that is not among `types` and for a bare word.
 */
export const readQItems = (q: string | undefined, types: readonly string[]): ReadonlyMap<string, string> => {
  const items = new Map<string, string>();
  let rest = (q ?? '').trim();
  while (rest !== '') {
    const isName = rest.startsWith('name:');
    const end = isName ? -1 : rest.search(/\s/);
    const item = end === -1 ? rest : rest.slice(0, end);
    rest = end === -1 ? '' : rest.slice(end).trim();
    const colon = item.indexOf(':');
    const type = item.slice(0, Math.max(colon, 0));
    if (!types.includes(type) || items.has(type)) throw qFault('an unknown, repeated or missing type');
    items.set(type, item.slice(colon + 1).trim());
  }
  return items;
};

/** A text to look for in names, in any case of letters. Throws `Problem` for anything but ASCII (spec, Limits). */
export const readName = (items: ReadonlyMap<string, string>): string | undefined => {
  const name = items.get('name');
  if (name !== undefined && !/^[\x20-\x7e]*$/.test(name))
    throw qFault('names are searched by ASCII characters');
  return name?.toLowerCase();
};
