import { Problem } from '../../base/problem.js';

/** Parameters as they were sent: each known name once, with its text (or, from JSON, its value). */
export type Parameters = ReadonlyMap<string, unknown>;

const decode = (text: string, field: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Problem('request_parameter_invalid', { fields: [field], details: 'broken percent-encoding' });
  }
};

/** The pairs of a query string or a form body, in order. */
export const readPairs = (text: string): readonly (readonly [string, string])[] =>
  text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const mark = pair.indexOf('=');
      const name = decode(mark === -1 ? pair : pair.slice(0, mark), 'name');
      const value = decode(mark === -1 ? '' : pair.slice(mark + 1), name);
      if (name.includes('\0') || value.includes('\0')) refuse([name], 'NUL character');
      return [name, value] as const;
    });

const refuse = (fields: readonly string[], details: string): never => {
  throw new Problem('request_parameter_invalid', { fields, details });
};

/** Object notation (`name[$ne]`, `name[]`) on a name we know is an attempt to send something else than text. */
const knownNameInside = (name: string, known: ReadonlySet<string>): string | undefined => {
  const mark = name.indexOf('[');
  const head = mark === -1 ? undefined : name.slice(0, mark);
  return head !== undefined && known.has(head) ? head : undefined;
};

/** Keeps what is known and not empty. Throws 400 for a name given twice and for object notation. */
export const knownParameters = (
  pairs: readonly (readonly [string, unknown])[],
  known: ReadonlySet<string>,
): Parameters => {
  const seen = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const disguised = knownNameInside(name, known);
    if (disguised !== undefined) refuse([disguised], 'object notation');
    if (!known.has(name)) continue;
    if (seen.has(name)) refuse([name], 'given more than once');
    seen.set(name, value);
  }
  return new Map([...seen].filter(([, value]) => value !== '' && value !== null));
};

/** The query wins over the body. */
export const mergeParameters = (query: Parameters, body: Parameters): Parameters =>
  body.size === 0 ? query : new Map([...body, ...query]);
