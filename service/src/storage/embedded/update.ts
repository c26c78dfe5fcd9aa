import { OutsideThePort, UpdateRefused } from '../errors.js';
import { segmentsOf } from './path.js';
import { checkPlain, isPlainObject, type PlainObject, toText } from './plain-json.js';

/** Changes a freshly parsed document in place; throws UpdateRefused and leaves it half changed, so discard it then. */
export type ApplyUpdate = (document: PlainObject, isInsert: boolean) => void;

interface Step {
  readonly operator: string;
  readonly segments: readonly string[];
  readonly value: unknown;
}

/** Where a step ends; `undefined` where a part of the way is missing and must not be made. */
const parentOf = (document: PlainObject, step: Step, make: boolean): PlainObject | undefined => {
  let parent = document;
  for (const name of step.segments.slice(0, -1)) {
    const next = Object.hasOwn(parent, name) ? parent[name] : undefined;
    if (Array.isArray(next)) throw new UpdateRefused(`${step.segments.join('.')} leads through an array`);
    if (isPlainObject(next)) parent = next;
    else if (!make) return undefined;
    else if (next === undefined) parent = parent[name] = {};
    else throw new UpdateRefused(`${step.segments.join('.')} leads through ${JSON.stringify(next)}`);
  }
  return parent;
};

const added = (current: unknown, step: Step): number => {
  if (current !== undefined && typeof current !== 'number')
    throw new UpdateRefused(`$inc on ${step.segments.join('.')}, which holds ${JSON.stringify(current)}`);
  const sum = (current ?? 0) + Number(step.value);
  const isExact = Number.isFinite(sum) && (!Number.isInteger(sum) || Number.isSafeInteger(sum));
  if (!isExact) throw new UpdateRefused(`$inc on ${step.segments.join('.')} leaves the exact numbers`);
  return sum;
};

const applyStep = (document: PlainObject, step: Step): void => {
  const parent = parentOf(document, step, step.operator !== '$unset');
  const name = step.segments.at(-1);
  if (parent === undefined || name === undefined) return;
  if (step.operator === '$unset') delete parent[name];
  else if (step.operator === '$inc')
    parent[name] = added(Object.hasOwn(parent, name) ? parent[name] : undefined, step);
  else parent[name] = step.value;
};

const checkValue = ({ operator, segments, value }: Step): void => {
  const at = `${operator} of ${segments.join('.')}`;
  checkPlain(value, at);
  if (operator === '$inc' && typeof value !== 'number') throw new OutsideThePort(`${at} needs a number`);
  if (operator === '$unset' && value !== 1) throw new OutsideThePort(`${at} must be 1`);
};

/** The write happens later in this turn; what the caller does to its objects meanwhile must not be stored. */
const detached = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.parse(toText(value)) : value;

const operators = new Set(['$set', '$unset', '$inc', '$setOnInsert']);

const stepsOf = ([operator, fields]: readonly [string, unknown]): readonly Step[] => {
  if (!operators.has(operator))
    throw new OutsideThePort(`${JSON.stringify(operator)} is no update operator of the port`);
  if (!isPlainObject(fields)) throw new OutsideThePort(`${operator} needs an object`);
  return Object.entries(fields).map(([path, value]) => {
    if (path === '_id') throw new OutsideThePort('_id never changes; an upsert takes it from the filter');
    const step = { operator, segments: segmentsOf(path), value };
    checkValue(step);
    return { ...step, value: detached(value) };
  });
};

const checkConflicts = (steps: readonly Step[]): void => {
  const paths = steps.map((step) => `${step.segments.join('.')}.`).sort();
  paths.forEach((path, index) => {
    if (paths[index + 1]?.startsWith(path))
      throw new OutsideThePort(`two parts of an update touch ${path.slice(0, -1)}`);
  });
};

/** Throws OutsideThePort at once for an update the port lacks, so that nothing of it is ever applied. */
export const compileUpdate = (update: unknown): ApplyUpdate => {
  if (!isPlainObject(update) || Object.keys(update).length === 0)
    throw new OutsideThePort('an update needs at least one of $set, $unset, $inc, $setOnInsert');
  const steps = Object.entries(update).flatMap(stepsOf);
  checkConflicts(steps);
  return (document, isInsert) => {
    for (const step of steps) if (isInsert || step.operator !== '$setOnInsert') applyStep(document, step);
  };
};
