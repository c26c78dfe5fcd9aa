import { OutsideThePort } from '../errors.js';
import { isPlainObject, type PlainObject } from './plain-json.js';

const branchIn = (target: PlainObject, name: string): PlainObject => {
  const existing = target[name];
  if (isPlainObject(existing)) return existing;
  const branch: PlainObject = {};
  target[name] = branch;
  return branch;
};

/** As MongoDB does it: objects on the way are kept even if empty, scalars on the way are left out. */
const copyPath = (source: PlainObject, target: PlainObject, path: readonly string[]): void => {
  const [name = '', ...rest] = path;
  if (!Object.hasOwn(source, name)) return;
  const value = source[name];
  if (rest.length === 0) {
    target[name] = value;
    return;
  }
  if (Array.isArray(value)) throw new OutsideThePort(`a projection leads through the array ${name}`);
  if (isPlainObject(value)) copyPath(value, branchIn(target, name), rest);
};

/** The part of a document that lies at the given paths. */
export const project = (source: PlainObject, paths: readonly (readonly string[])[]): PlainObject => {
  const target: PlainObject = {};
  for (const path of paths) copyPath(source, target, path);
  return target;
};
