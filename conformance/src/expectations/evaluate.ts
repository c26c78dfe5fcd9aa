import { atPointer } from '../json/pointer.js';
import { isSame } from '../json/same.js';
import type { SchemaLibrary } from '../json/schema-library.js';
import { isObject, shortText } from '../json/value.js';
import type { Expectation } from '../scenarios/scenario.js';
import { fillIn, type Scope } from '../values/scope.js';
import { checks } from './checks.js';
import type { Finding, Subject } from './finding.js';
import { isStatus, statusWords } from './status.js';

export interface EvaluationInput {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly schemas: SchemaLibrary;
}

/** Judges one assertion; every kind of assertion is one line here. */
export function evaluate(expectation: Expectation, input: EvaluationInput): Finding {
  const { subject, scope } = input;
  const value = lookedAt(expectation, subject);
  const { status, matches, is, schema, check, one_of: oneOf, exists } = expectation;
  if (status !== undefined) return statusFinding(status, subject);
  if (exists !== undefined)
    return finding((value !== undefined) === exists, exists ? 'a value' : 'nothing', value);
  if (is !== undefined) return finding(isType(value, is), `${is}`, value);
  if (matches !== undefined) return matchFinding(value, matches);
  if (schema !== undefined) return schemaFinding(value, schema, input.schemas);
  if (oneOf !== undefined) {
    const allowed = fillIn(oneOf, scope);
    const isOne = Array.isArray(allowed) && allowed.some((one) => isSame(one, value));
    return finding(isOne, `one of ${shortText(allowed)}`, value);
  }
  if (check !== undefined) return checkFinding(expectation, value, input);
  return equalityFinding(expectation, value, scope);
}

/** True when the expectation speaks of this answer at all. */
export function isApplicable(expectation: Expectation, subject: Subject): boolean {
  const { when_status: whenStatus, when_exists: whenExists } = expectation;
  if (whenStatus !== undefined && !isStatus(subject.status, whenStatus)) return false;
  return whenExists === undefined || atPointer(subject.body, whenExists) !== undefined;
}

/** What the assertion says, in words for a report. */
export function assertionWords(expectation: Expectation): string {
  if (expectation.says !== undefined) return expectation.says;
  if (expectation.status !== undefined) return statusWords(expectation.status);
  const where = expectation.header ?? (expectation.at === undefined ? 'the body' : expectation.at);
  if (expectation.schema !== undefined) return `${where} is valid against ${expectation.schema}.json`;
  if (expectation.check !== undefined) return `${where}: ${expectation.check}`;
  const { equals, not_equals: notEquals, one_of: oneOf, exists, matches, is } = expectation;
  return `${where} ${shortText({ equals, not_equals: notEquals, one_of: oneOf, exists, matches, is })}`;
}

function lookedAt({ header, at }: Expectation, subject: Subject): unknown {
  if (header !== undefined) return subject.headers[header.toLowerCase()];
  return atPointer(subject.body, at === '/' ? '' : (at ?? ''));
}

function finding(isFine: boolean, expected: string, actual: unknown): Finding {
  return isFine ? undefined : { expected, actual: shortText(actual) };
}

function statusFinding(status: NonNullable<Expectation['status']>, subject: Subject): Finding {
  if (isStatus(subject.status, status)) return undefined;
  return { expected: statusWords(status), actual: `status ${subject.status}: ${shortText(subject.body)}` };
}

function matchFinding(value: unknown, pattern: string): Finding {
  const isMatch = typeof value === 'string' && new RegExp(pattern).test(value);
  return finding(isMatch, `text that matches ${pattern}`, value);
}

function schemaFinding(value: unknown, name: string, schemas: SchemaLibrary): Finding {
  const faults = schemas.faults(name, value);
  if (faults.length === 0) return undefined;
  const words = faults.slice(0, 3).map((fault) => {
    const there = shortText(atPointer(value, fault.instancePath));
    return `${fault.instancePath || 'the body'} ${fault.message} (there: ${there})`;
  });
  return { expected: `a body valid against ${name}.json`, actual: words.join('; ') };
}

function checkFinding(expectation: Expectation, value: unknown, input: EvaluationInput): Finding {
  const name = expectation.check ?? '';
  const check = checks[name];
  if (check === undefined) throw new Error(`there is no check ${name}`);
  const given = fillIn(expectation.with ?? {}, input.scope);
  return check({ value, given: isObject(given) ? given : {}, subject: input.subject });
}

function equalityFinding(expectation: Expectation, value: unknown, scope: Scope): Finding {
  if (Object.hasOwn(expectation, 'equals')) {
    const wanted = fillIn(expectation.equals, scope);
    return finding(isSame(value, wanted), shortText(wanted), value);
  }
  const unwanted = fillIn(expectation.not_equals, scope);
  return finding(!isSame(value, unwanted), `anything but ${shortText(unwanted)}`, value);
}

function isType(value: unknown, type: NonNullable<Expectation['is']>): boolean {
  switch (type) {
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
