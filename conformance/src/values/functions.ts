import { BlockedStep } from '../faults.js';
import { atPointer } from '../json/pointer.js';
import { isObject } from '../json/value.js';
import { add, decimalText, parseDecimal } from './decimal.js';
import { pickPlainOption, pickSizedOption } from './pick-option.js';

type ValueFunction = (...args: readonly unknown[]) => unknown;

/** Functions a `let` may call, by name. */
const functions: Readonly<Record<string, ValueFunction>> = {
  plain_option: (quotes) => needed(pickPlainOption(quotes), 'no option in the answer can be booked'),
  sized_option: (quotes) =>
    needed(pickSizedOption(quotes), 'no option in the answer asks for a vehicle size'),
  add_amount: (amount, more) => decimalText(add(decimalOf(amount), decimalOf(more))),
  /** A booking answer is an array; an object is a fault that only the clause about the array should show. */
  booking_id: (booked) =>
    needed(atPointer(booked, '/0/id') ?? atPointer(booked, '/id'), 'the booking has no id'),
  /** What a client may try to refresh: its refresh token, or for want of one its access token. */
  refresh_candidate: (granted) =>
    needed(atPointer(granted, '/refresh_token') ?? atPointer(granted, '/access_token'), 'there is no token'),
};

/** Calls what a `let` describes as `{call: NAME, of: [...]}`; any other value is itself. */
export function compute(value: unknown): unknown {
  if (!isObject(value) || typeof value['call'] !== 'string') return value;
  const found = functions[value['call']];
  if (found === undefined) throw new Error(`there is no function ${value['call']}`);
  const args = value['of'];
  return found(...(Array.isArray(args) ? args : []));
}

function needed<T>(value: T | undefined, words: string): T {
  if (value === undefined) throw new BlockedStep(words);
  return value;
}

function decimalOf(value: unknown) {
  return needed(parseDecimal(value), 'the amount is no decimal');
}
