import assert from 'node:assert/strict';
import { at } from './read.js';

const isText = (value: unknown): value is string => typeof value === 'string';
const matches =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    isText(value) && pattern.test(value);

const isMoney = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.entries(value).every(
    ([currency, amount]) => /^[A-Z]{3}$/.test(currency) && matches(/^-?\d+\.\d{2}$/)(amount),
  );

/** The forms in which the spec writes values. */
const kinds = {
  integer: Number.isSafeInteger,
  number: Number.isFinite,
  text: (value: unknown) => isText(value) && value !== '',
  'any text': isText,
  'number or null': (value: unknown) => value === null || Number.isSafeInteger(value),
  digits: matches(/^\d+$/),
  boolean: (value: unknown) => typeof value === 'boolean',
  money: isMoney,
  decimal: matches(/^\d+\.\d{2}$/),
  time: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/),
  uuid: matches(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  address: matches(/^https?:\/\//),
  path: matches(/^\/.*\/$/),
  array: Array.isArray,
  texts: (value: unknown) => Array.isArray(value) && value.length > 0 && value.every(isText),
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  coordinates: (value: unknown) =>
    Array.isArray(value) &&
    value.length === 2 &&
    value.every(Number.isFinite) &&
    Number(value[0]) > Number(value[1]),
} as const satisfies Readonly<Record<string, (value: unknown) => boolean>>;

export type Kind = keyof typeof kinds;

export const isOfKind = (value: unknown, kind: Kind): boolean => kinds[kind](value);

/** Paths into a body (keys between blanks) and the form of what stands there. */
export type Forms = Readonly<Record<string, Kind>>;

/** Where the body has something else than that, as `path: value is no kind`. */
export const formFaults = (body: unknown, forms: Forms): readonly string[] =>
  Object.entries(forms).flatMap(([path, kind]) => {
    const value = at(body, ...path.split(' '));
    return isOfKind(value, kind) ? [] : [`${path}: ${JSON.stringify(value)} is no ${kind}`];
  });

export const assertForms = (body: unknown, forms: Forms): void => {
  assert.deepEqual(formFaults(body, forms), [], JSON.stringify(body).slice(0, 2000));
};
