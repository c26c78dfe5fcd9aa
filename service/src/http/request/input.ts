import { IsArray, IsBoolean, IsInteger, IsNumber, IsObject, IsString, type TSchema } from 'typebox';
import { Problem } from '../../base/problem.js';
import type { AnyRoute, Prepared } from '../../base/route.js';
import type { Parameters } from './parameters.js';

type Coerce = (value: unknown) => unknown;

const toNumber =
  (pattern: RegExp): Coerce =>
  (value) =>
    typeof value === 'string' && pattern.test(value.trim()) ? Number(value) : value;

const toBoolean: Coerce = (value) => {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : value;
};

/** A comma-separated list; blanks around items and empty items do not count. */
const toList: Coerce = (value) =>
  typeof value === 'string'
    ? value
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
    : value;

/** JSON bodies may write amounts and ids as numbers. */
const toText: Coerce = (value) => (typeof value === 'number' ? String(value) : value);

const coercionOf = (schema: TSchema): Coerce => {
  if (IsInteger(schema)) return toNumber(/^[+-]?\d{1,15}$/);
  if (IsNumber(schema)) return toNumber(/^[+-]?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})$/);
  if (IsBoolean(schema)) return toBoolean;
  if (IsArray(schema) && IsString(schema.items)) return toList;
  return IsString(schema) ? toText : (value) => value;
};

/** What a row reads: its names, and how the text of each becomes a value of its schema's type. */
export interface InputReader {
  readonly names: readonly string[];
  readonly prepare: (parameters: Parameters) => Extract<Prepared, { isValid: true }>;
}

/** NUL characters and halves of surrogate pairs: a JSON body can write them, no database keeps them as they are. */
const illText = /\0|\p{Surrogate}/u;

const isIllText = (value: unknown): boolean => typeof value === 'string' && illText.test(value);

/** No row takes a list of lists; to look into one is to run out of stack where a body nests without end. */
const isIll = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((item) => Array.isArray(item) || isIllText(item)) : isIllText(value);

const refuse = (row: AnyRoute, missing: readonly string[], malformed: readonly string[]): never => {
  const [first] = missing;
  const special = first === undefined ? undefined : row.whenMissing?.[first];
  if (malformed.length === 0 && special !== undefined && first !== undefined) {
    throw new Problem(special, { fields: [first] });
  }
  throw new Problem('request_parameter_invalid', { fields: [...malformed, ...missing] });
};

export const createInputReader = (row: AnyRoute): InputReader => {
  const properties = IsObject(row.input) ? row.input.properties : {};
  const coercions = Object.entries(properties).map(([name, schema]) => [name, coercionOf(schema)] as const);
  return {
    names: coercions.map(([name]) => name),
    prepare: (parameters) => {
      const values: Record<string, unknown> = {};
      for (const [name, coerce] of coercions) {
        const value = parameters.get(name);
        if (isIll(value)) refuse(row, [], [name]);
        if (value !== undefined) values[name] = coerce(value);
      }
      const prepared = row.prepare(values);
      return prepared.isValid ? prepared : refuse(row, prepared.missing, prepared.malformed);
    },
  };
};
