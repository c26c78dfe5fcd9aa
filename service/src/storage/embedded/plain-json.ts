import { OutsideThePort } from '../errors.js';

export type PlainObject = Record<string, unknown>;

/** As deep as MongoDB nests documents. */
const maxDepth = 100;
/** As large as MongoDB stores a document, counted in characters of its JSON. */
const maxLength = 16 * 1024 * 1024;

export const isPlainObject = (value: unknown): value is PlainObject => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const checkKey = (key: string, at: string): void => {
  if (key === '' || key.startsWith('$') || key.includes('.') || key.includes('\0'))
    throw new OutsideThePort(
      `field name ${JSON.stringify(key)} in ${at}: empty names, $, dots and NUL are refused`,
    );
};

const checkDepth = (depth: number, at: string): void => {
  if (depth > maxDepth) throw new OutsideThePort(`${at} nests more than ${maxDepth} levels`);
};

const checkNested = (value: object, at: string, depth: number): void => {
  checkDepth(depth, at);
  if (Array.isArray(value)) {
    // Not forEach: it skips the holes of a sparse array, which JSON would turn into null.
    for (let index = 0; index < value.length; index += 1) checkPlain(value[index], at, depth + 1);
    return;
  }
  if (!isPlainObject(value))
    throw new OutsideThePort(`${at} holds a ${value.constructor?.name}, not plain JSON`);
  for (const [key, nested] of Object.entries(value)) {
    checkKey(key, at);
    checkPlain(nested, at, depth + 1);
  }
};

/** Throws unless the value is what both engines store alike: strings, finite numbers, booleans, null, arrays, objects. */
export const checkPlain = (value: unknown, at: string, depth = 1): void => {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value !== 'object') throw new OutsideThePort(`${at} holds ${String(value)}, not plain JSON`);
  checkNested(value, at, depth);
};

/** Half a surrogate pair becomes U+FFFD, as it does on its way to MongoDB. */
export const wellFormed = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');

const wellFormedInside = (value: unknown): unknown => {
  if (typeof value === 'string') return wellFormed(value);
  if (Array.isArray(value)) return value.map(wellFormedInside);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, nested]) => [wellFormed(key), wellFormedInside(nested)]),
  );
};

/** The text of a checked document. */
export const toText = (document: unknown): string => {
  const text = JSON.stringify(document);
  if (text.length > maxLength) throw new OutsideThePort('a document is larger than 16 MiB');
  // JSON.stringify writes \ud... for lone surrogates only.
  return text.includes('\\ud') ? JSON.stringify(wellFormedInside(document)) : text;
};

export const parseObject = (text: string): PlainObject => {
  const parsed: unknown = JSON.parse(text);
  if (!isPlainObject(parsed)) throw new Error('a stored document is not a JSON object');
  return parsed;
};

export const parseArray = (text: string): readonly unknown[] => {
  const parsed: unknown = JSON.parse(text);
  if (!Array.isArray(parsed)) throw new Error('not a JSON array');
  return parsed;
};

/** Throws unless the value can be an `_id`: a string, or an integer that is exact in every engine. */
export const checkId = (id: unknown): string | number => {
  if (typeof id === 'string') return wellFormed(id);
  if (typeof id === 'number' && Number.isSafeInteger(id)) return id;
  throw new OutsideThePort(`_id must be a string or an integer, not ${JSON.stringify(id)}`);
};
