import { isPlainObject, type PlainObject } from '../../src/storage/embedded/plain-json.js';

/**
 * What the port means, said as plainly as possible over an array of documents: the yardstick of the random test.
 * It shares nothing with the engine but the definition of a plain object.
 */
const at = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (isPlainObject(value) ? value[key] : undefined), document);

const rank = (value: unknown): number =>
  ['undefined', 'number', 'string', 'boolean'].indexOf(value === null ? 'undefined' : typeof value);

const compareScalars = (left: unknown, right: unknown): number => {
  if (rank(left) !== rank(right)) return rank(left) - rank(right);
  if (typeof left === 'string' && typeof right === 'string')
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  return Number(left ?? 0) - Number(right ?? 0);
};

const isSame = (left: unknown, right: unknown): boolean =>
  rank(left) === rank(right) && compareScalars(left, right) === 0;

const isInRange = (value: unknown, bound: unknown, test: (order: number) => boolean): boolean =>
  rank(value) === rank(bound) && test(compareScalars(value, bound));

const operators: Readonly<Record<string, (value: unknown, wanted: unknown) => boolean>> = {
  $in: (value, wanted) => Array.isArray(wanted) && wanted.some((each) => isSame(value, each)),
  $ne: (value, wanted) => !isSame(value, wanted),
  $gt: (value, wanted) => isInRange(value, wanted, (order) => order > 0),
  $gte: (value, wanted) => isInRange(value, wanted, (order) => order >= 0),
  $lt: (value, wanted) => isInRange(value, wanted, (order) => order < 0),
  $lte: (value, wanted) => isInRange(value, wanted, (order) => order <= 0),
  $exists: (value, wanted) => (value !== undefined) === wanted,
};

const meets = (value: unknown, condition: unknown): boolean => {
  if (!isPlainObject(condition)) return isSame(value, condition);
  return Object.entries(condition).every(([name, wanted]) => operators[name]?.(value, wanted) === true);
};

export const matches = (document: unknown, filter: object): boolean =>
  Object.entries(filter).every(([path, condition]) =>
    path === '$or' && Array.isArray(condition)
      ? condition.some((branch) => matches(document, branch))
      : meets(at(document, path), condition),
  );

export const sorted = <T>(documents: readonly T[], sort: object): T[] =>
  documents.toSorted((left, right) => {
    for (const [path, direction] of Object.entries(sort)) {
      const order = compareScalars(at(left, path), at(right, path));
      if (order !== 0) return order * direction;
    }
    return 0;
  });

const setAt = (
  document: PlainObject,
  path: string,
  change: (parent: PlainObject, key: string) => void,
): void => {
  const [key = '', ...rest] = path.split('.');
  if (rest.length === 0) {
    change(document, key);
    return;
  }
  const nested = document[key];
  const branch: PlainObject = isPlainObject(nested) ? nested : {};
  document[key] = branch;
  setAt(branch, rest.join('.'), change);
};

/** A changed copy. Expects an update that no engine would refuse for this document. */
export const updated = (document: unknown, update: object): PlainObject => {
  const copy: unknown = structuredClone(document);
  if (!isPlainObject(copy)) throw new Error('no document');
  for (const [operator, fields] of Object.entries(update))
    for (const [path, value] of Object.entries(fields)) {
      if (operator === '$unset' && at(copy, path) === undefined) continue;
      setAt(copy, path, (parent, key) => {
        if (operator === '$unset') delete parent[key];
        if (operator === '$set') parent[key] = value;
        if (operator === '$inc') parent[key] = Number(parent[key] ?? 0) + Number(value);
      });
    }
  return copy;
};
