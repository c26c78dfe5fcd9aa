import { OutsideThePort } from '../errors.js';
import { isPlainObject } from './plain-json.js';

const segment = /^[A-Za-z0-9_-]+$/;

/** The parts of a dotted path; what else a path could say (quotes, `$`, `__proto__`) is refused. */
export const segmentsOf = (path: string): readonly string[] => {
  const segments = path.split('.');
  const isSound = segments.every((part) => segment.test(part) && part !== '__proto__');
  if (!isSound) throw new OutsideThePort(`the path ${JSON.stringify(path)} is not made of plain field names`);
  if (segments[0] === '_id' && segments.length > 1) throw new OutsideThePort('_id has no fields');
  return segments;
};

const jsonPath = (path: string): string =>
  `'$${segmentsOf(path)
    .map((part) => `."${part}"`)
    .join('')}'`;

/** SQL for "what JSON type has this field", NULL where it is missing. */
export const typeExpression = (path: string): string =>
  path === '_id' ? 'typeof(_id)' : `json_type(doc,${jsonPath(path)})`;

/** Booleans and composites, which SQLite would take for numbers and texts, as blobs: those sort last, as in MongoDB. */
export const falseKey = "x'01'";
export const trueKey = "x'02'";
const compositeKey = "x'00'";

/** SQL for the value by which a path is compared, sorted and indexed. */
export type KeyOf = (path: string) => string;

/**
 * SQL for the value by which a field of a document is compared, sorted and indexed: NULL for missing and null, then
 * numbers, then strings, then booleans.
 */
export const keyExpression = (path: string, document = 'doc'): string => {
  if (path === '_id') return '_id';
  const at = jsonPath(path);
  return (
    `CASE json_type(${document},${at}) WHEN 'true' THEN ${trueKey} WHEN 'false' THEN ${falseKey}` +
    ` WHEN 'object' THEN ${compositeKey} WHEN 'array' THEN ${compositeKey} ELSE json_extract(${document},${at}) END`
  );
};

/** The same of a scalar, by the SQL of its JSON type and of its value. */
export const scalarKey = (type: string, value: string): string =>
  `CASE ${type} WHEN 'true' THEN ${trueKey} WHEN 'false' THEN ${falseKey} ELSE ${value} END`;

/** The value at the end of a path, `undefined` where a step is missing; a path through an array throws. */
export const valueAt = (document: unknown, segments: readonly string[]): unknown => {
  let value = document;
  for (const name of segments) {
    if (Array.isArray(value))
      throw new OutsideThePort(`the path ${segments.join('.')} leads through an array`);
    if (!isPlainObject(value)) return undefined;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
};
