import { atPointer } from '../json/pointer.js';
import { isSame } from '../json/same.js';
import { isObject, type JsonObject, shortText } from '../json/value.js';
import { add, compare, decimalText, negate, parseDecimal, parseMoney } from '../values/decimal.js';
import type { Finding, Subject } from './finding.js';

export interface CheckInput {
  readonly value: unknown;
  readonly given: JsonObject;
  readonly subject: Subject;
}

export type Check = (input: CheckInput) => Finding;

/** Checks that need arithmetic, time or several values, by the name scenarios use. */
export const checks: Readonly<Record<string, Check>> = {
  'money-is': moneyIs,
  'money-is-zero': (input) => moneyIs({ ...input, given: { amount: '0' } }),
  'preview-adds-up': previewAddsUp,
  'unix-seconds': unixSeconds,
  'scopes-are': scopesAre,
  contains,
  'each-in': eachIn,
  'none-is': noneIs,
  'length-at-most': lengthAtMost,
  'status-repeated': statusRepeated,
  'same-attempts': sameAttempts,
  'has-members': hasMembers,
  'every-member-has': everyMemberHas,
  'at-most': (input) => within(input, -Infinity, Number(input.given['most'])),
  'at-least': (input) => within(input, Number(input.given['least']), Infinity),
};

function moneyIs({ value, given }: CheckInput): Finding {
  const actual = parseMoney(value);
  const wanted = parseDecimal(given['amount']);
  if (actual !== undefined && wanted !== undefined && compare(actual, wanted) === 0) return undefined;
  return { expected: `an amount of ${shortText(given['amount'])}`, actual: shortText(value) };
}

/** Final price = subtotal less coupon and credit, never below zero; a field left out counts as zero. */
function previewAddsUp({ value }: CheckInput): Finding {
  const amount = (name: string) => parseMoney(atPointer(value, `/${name}`)) ?? { units: 0n, scale: 0 };
  const subtotal = amount('subtotal');
  const less = add(amount('coupon_amount'), amount('user_credit_amount'));
  const difference = add(subtotal, negate(less));
  const expected = difference.units < 0n ? { units: 0n, scale: 0 } : difference;
  const actual = amount('final_price');
  if (compare(expected, actual) === 0) return undefined;
  return { expected: `a final price of ${decimalText(expected)}`, actual: decimalText(actual) };
}

/** Between 2001 and 2286 in seconds: milliseconds or a text date do not pass for a UNIX time. */
function unixSeconds({ value }: CheckInput): Finding {
  const isSeconds =
    typeof value === 'number' && Number.isInteger(value) && value > 1_000_000_000 && value < 10_000_000_000;
  return isSeconds ? undefined : { expected: 'a UNIX time in whole seconds', actual: shortText(value) };
}

function scopesAre({ value, given }: CheckInput): Finding {
  const words = (text: unknown): readonly string[] => String(text).split(' ').sort();
  if (typeof value === 'string' && isSame(words(value), words(given['scopes']))) return undefined;
  return { expected: `the scopes ${shortText(given['scopes'])}`, actual: shortText(value) };
}

function contains({ value, given }: CheckInput): Finding {
  const { item } = given;
  if (Array.isArray(value) && value.some((member) => isSame(member, item))) return undefined;
  return { expected: `a list with ${shortText(item)}`, actual: shortText(value) };
}

function eachIn({ value, given }: CheckInput): Finding {
  const { allowed } = given;
  const isEach =
    Array.isArray(value) &&
    Array.isArray(allowed) &&
    value.every((member) => allowed.some((one) => isSame(one, member)));
  return isEach ? undefined : { expected: `each of them in ${shortText(allowed)}`, actual: shortText(value) };
}

function noneIs({ value, given }: CheckInput): Finding {
  const { item } = given;
  if (Array.isArray(value) && !value.some((member) => isSame(member, item))) return undefined;
  return { expected: `a list without ${shortText(item)}`, actual: shortText(value) };
}

function lengthAtMost({ value, given }: CheckInput): Finding {
  const most = Number(given['most']);
  if (Array.isArray(value) && value.length <= most) return undefined;
  const actual = Array.isArray(value) ? `${value.length} members` : shortText(value);
  return { expected: `a list of at most ${most}`, actual };
}

/** Every error object repeats the status of the answer it stands in. */
function statusRepeated({ value, subject }: CheckInput): Finding {
  const errors = Array.isArray(value) ? value : [];
  const stated = errors.map((error) => (isObject(error) ? error['status'] : undefined));
  if (stated.length > 0 && stated.every((status) => status === subject.status)) return undefined;
  return { expected: `status ${subject.status} in each error`, actual: shortText(stated) };
}

/** A notice sent again is the same notice: method, path, header and body as the first time. */
function sameAttempts({ value }: CheckInput): Finding {
  const attempts = Array.isArray(value) ? value : [];
  const first: unknown = attempts[0];
  const odd = attempts.find((attempt) => !isSame(attempt, first));
  if (attempts.length > 1 && odd === undefined) return undefined;
  if (attempts.length < 2) return { expected: 'more than one attempt', actual: shortText(attempts) };
  return { expected: `every attempt like the first: ${shortText(first)}`, actual: shortText(odd) };
}

function hasMembers({ value }: CheckInput): Finding {
  const isSome = Array.isArray(value) && value.length > 0;
  return isSome ? undefined : { expected: 'a list with at least one member', actual: shortText(value) };
}

function everyMemberHas({ value, given }: CheckInput): Finding {
  const { member, value: wanted } = given;
  const members = Array.isArray(value) ? value.map((one) => atPointer(one, `/${String(member)}`)) : [value];
  const odd = members.findIndex((one) => !isSame(one, wanted));
  if (Array.isArray(value) && odd === -1) return undefined;
  return { expected: `${String(member)} ${shortText(wanted)} in each`, actual: shortText(members[odd]) };
}

function within({ value }: CheckInput, least: number, most: number): Finding {
  if (typeof value === 'number' && value >= least && value <= most) return undefined;
  const expected = Number.isFinite(most) ? `at most ${most}` : `at least ${least}`;
  return { expected, actual: shortText(value) };
}
