import { OutsideThePort } from '../errors.js';
import { falseKey, type KeyOf, keyExpression, trueKey, typeExpression } from './path.js';
import { isPlainObject, type PlainObject, wellFormed } from './plain-json.js';

export type SqlValue = string | number | null;
export interface Sql {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

const sql = (text: string, ...values: readonly SqlValue[]): Sql => ({ text, values });

const joined = (parts: readonly Sql[], word: 'AND' | 'OR'): Sql => ({
  text: parts.length === 1 ? (parts[0]?.text ?? '') : `(${parts.map((part) => part.text).join(` ${word} `)})`,
  values: parts.flatMap((part) => part.values),
});

/**
 * A scalar as an operand. Fractions go through SQLite's own reading of JSON numbers, which differs from V8's in the last
 * digit now and then; so what is asked for and what is stored are read alike.
 */
const operand = (value: unknown, at: string): Sql => {
  if (typeof value === 'string') return sql('?', wellFormed(value));
  if (typeof value === 'boolean') return sql(value ? trueKey : falseKey);
  if (typeof value === 'number' && Number.isFinite(value))
    return Number.isSafeInteger(value) ? sql('?', value) : sql("json_extract(?,'$')", JSON.stringify(value));
  throw new OutsideThePort(
    `the filter on ${at} holds ${String(value)}, which is no string, finite number, boolean or null`,
  );
};

/** A field that a filter asks about: its path, and the SQL of its key. */
interface Field {
  readonly path: string;
  readonly key: string;
}

const equals = ({ path, key }: Field, value: unknown): Sql => {
  if (value === null) return sql(`${key} IS NULL`);
  const right = operand(value, path);
  return sql(`${key} = ${right.text}`, ...right.values);
};

const differs = ({ path, key }: Field, value: unknown): Sql => {
  if (value === null) return sql(`${key} IS NOT NULL`);
  const right = operand(value, path);
  return sql(`${key} IS NOT ${right.text}`, ...right.values);
};

/** One bound list, so that lists of every length share a statement; null and booleans have no place in it. */
const isOneOf = (field: Field, list: unknown): Sql => {
  if (!Array.isArray(list)) throw new OutsideThePort(`$in on ${field.path} needs an array`);
  const listed: SqlValue[] = [];
  const others: Sql[] = [];
  for (const value of list) {
    const one = equals(field, value);
    if (value === null || typeof value === 'boolean') others.push(one);
    else listed.push(typeof value === 'string' ? wellFormed(value) : value);
  }
  const inList = sql(`${field.key} IN (SELECT value FROM json_each(?))`, JSON.stringify(listed));
  return joined([inList, ...others], 'OR');
};

type Comparison = '>' | '>=' | '<' | '<=';

/** Every text is `>= ''` and every number below it: one more bound keeps a range inside its own type, and in the index. */
const range = ({ path, key }: Field, comparison: Comparison, value: unknown): Sql => {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new OutsideThePort(`the range on ${path} needs a string or a number, not ${String(value)}`);
  const right = operand(value, path);
  const bound = sql(`${key} ${comparison} ${right.text}`, ...right.values);
  const isUpper = comparison.startsWith('<');
  if (typeof value === 'number') return isUpper ? bound : joined([bound, sql(`${key} < ''`)], 'AND');
  return joined([bound, sql(isUpper ? `${key} >= ''` : `${key} < x''`)], 'AND');
};

const exists = ({ path, key }: Field, wanted: unknown): Sql => {
  if (typeof wanted !== 'boolean') throw new OutsideThePort(`$exists on ${path} needs true or false`);
  if (wanted) return sql(`${typeExpression(path)} IS NOT NULL`);
  // The key says less than the type, but it is what the index holds.
  return sql(`(${key} IS NULL AND ${typeExpression(path)} IS NULL)`);
};

const operators: Readonly<Record<string, (field: Field, value: unknown) => Sql>> = {
  $in: isOneOf,
  $ne: differs,
  $gt: (field, value) => range(field, '>', value),
  $gte: (field, value) => range(field, '>=', value),
  $lt: (field, value) => range(field, '<', value),
  $lte: (field, value) => range(field, '<=', value),
  $exists: exists,
};

const oneOperator = (field: Field, name: string, value: unknown): Sql => {
  const translate = Object.hasOwn(operators, name) ? operators[name] : undefined;
  if (translate === undefined)
    throw new OutsideThePort(`${JSON.stringify(name)} on ${field.path} is no operator of the port`);
  return translate(field, value);
};

const condition = (field: Field, wanted: unknown): Sql => {
  if (typeof wanted !== 'object' || wanted === null) return equals(field, wanted);
  const entries = isPlainObject(wanted) ? Object.entries(wanted) : [];
  if (entries.length === 0)
    throw new OutsideThePort(`the filter on ${field.path} compares with an array, an object or nothing`);
  return joined(
    entries.map(([name, value]) => oneOperator(field, name, value)),
    'AND',
  );
};

const anyOf = (branches: unknown, keyOf: KeyOf): Sql => {
  if (!Array.isArray(branches) || branches.length === 0)
    throw new OutsideThePort('$or needs an array with at least one filter');
  return joined(
    branches.map((branch) => filterToSql(branch, keyOf) ?? sql('1')),
    'OR',
  );
};

const partsOf = (filter: PlainObject, keyOf: KeyOf): readonly Sql[] =>
  Object.entries(filter).map(([path, wanted]) =>
    path === '$or' ? anyOf(wanted, keyOf) : condition({ path, key: keyOf(path) }, wanted),
  );

const namesDocuments = (wanted: unknown): boolean =>
  typeof wanted !== 'object' || (isPlainObject(wanted) && Object.hasOwn(wanted, '$in'));

/** The plus keeps SQLite from looking there: it takes any other index of two columns for better than the ids themselves. */
const checkedOnly = (conditions: Sql): Sql => ({ ...conditions, text: `+(${conditions.text})` });

/** A filter as a WHERE condition; `undefined` where it asks nothing. Throws OutsideThePort on anything the port lacks. */
export const filterToSql = (filter: unknown, keyOf: KeyOf = keyExpression): Sql | undefined => {
  if (!isPlainObject(filter)) throw new OutsideThePort('a filter must be a plain object');
  const { _id, ...others } = filter;
  const rest = partsOf(others, keyOf);
  if (_id === undefined && !Object.hasOwn(filter, '_id'))
    return rest.length === 0 ? undefined : joined(rest, 'AND');
  const ids = condition({ path: '_id', key: '_id' }, _id);
  if (rest.length === 0) return ids;
  const all = joined(rest, 'AND');
  return joined([ids, namesDocuments(_id) ? checkedOnly(all) : all], 'AND');
};
