import { isPlainObject } from './plain-json.js';

/** Names that need no care in a JSON path and keep their place in an object, as names that look like numbers do not. */
const fieldName = /^[A-Za-z][A-Za-z0-9_]*$/;

/** The sum of two that are no greater is exact. */
export const greatestAddend = 2 ** 52 - 1;

type Field = readonly [name: string, value: string | number | boolean | null];

/** An update of fields at the top of a document: set to scalars, or whole numbers added. SQLite can do it by itself. */
export interface FlatUpdate {
  readonly sets: readonly Field[];
  readonly adds: readonly (readonly [name: string, by: number])[];
}

/** A write to one document by its id, guarded by plain equalities. */
export interface FlatWrite extends FlatUpdate {
  readonly _id: string | number;
  readonly guards: readonly (readonly [name: string, value: string | number | null])[];
}

const isScalar = (value: unknown): value is Field[1] =>
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  value === null ||
  (typeof value === 'number' && Number.isFinite(value));

const isKey = (value: unknown): value is string | number =>
  typeof value === 'string' || Number.isSafeInteger(value);

const isGuard = (value: unknown): value is string | number | null => value === null || isKey(value);

const isAddable = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= greatestAddend;

/** All fields, or `undefined` where one of them is of another kind. */
const fieldsOf = <V>(
  fields: unknown,
  isWanted: (value: unknown) => value is V,
): readonly (readonly [string, V])[] | undefined => {
  if (!isPlainObject(fields)) return undefined;
  const found: (readonly [string, V])[] = [];
  for (const [name, value] of Object.entries(fields)) {
    if (!fieldName.test(name) || !isWanted(value)) return undefined;
    found.push([name, value]);
  }
  return found;
};

/** `undefined` for every update that is not plainly of this kind; the general way does it, or refuses it. */
export const flatUpdate = (update: unknown): FlatUpdate | undefined => {
  if (!isPlainObject(update)) return undefined;
  const { $set = {}, $inc = {}, ...others } = update;
  const sets = fieldsOf($set, isScalar);
  const adds = fieldsOf($inc, isAddable);
  if (sets === undefined || adds === undefined || Object.keys(others).length > 0) return undefined;
  const isTwice = adds.some(([name]) => sets.some(([set]) => set === name));
  return sets.length + adds.length === 0 || isTwice ? undefined : { sets, adds };
};

/** A `updateOne` of a bulk as a flat write; `undefined` where it is none. */
export const flatWrite = (write: unknown): FlatWrite | undefined => {
  if (!isPlainObject(write) || !isPlainObject(write['updateOne'])) return undefined;
  const { filter, update, upsert = false, ...others } = write['updateOne'];
  if (upsert !== false || Object.keys(write).length + Object.keys(others).length > 1) return undefined;
  if (!isPlainObject(filter) || !isKey(filter['_id'])) return undefined;
  const { _id, ...rest } = filter;
  const guards = fieldsOf(rest, isGuard);
  const flat = flatUpdate(update);
  return isKey(_id) && guards !== undefined && flat !== undefined ? { _id, guards, ...flat } : undefined;
};

/** Half surrogate pairs are mended before they are stored, and SQLite's JSON ends a text at NUL: both are left to the general way. */
export const isEasyText = (json: string): boolean => !json.includes('\\ud') && !json.includes('\\u0000');
