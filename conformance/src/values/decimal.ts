import { isObject } from '../json/value.js';

/** A decimal amount without rounding: `units` of 10^-`scale`. */
export interface Decimal {
  readonly units: bigint;
  readonly scale: number;
}

/** The amount a decimal string or a number says, or undefined. */
export function parseDecimal(value: unknown): Decimal | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(value));
  if (found === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = found;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

/** The amount of a money object with one currency, or undefined. */
export function parseMoney(value: unknown): Decimal | undefined {
  if (!isObject(value)) return undefined;
  const amounts = Object.values(value);
  return amounts.length === 1 ? parseDecimal(amounts[0]) : undefined;
}

export function add(left: Decimal, right: Decimal): Decimal {
  const scale = Math.max(left.scale, right.scale);
  return { units: atScale(left, scale) + atScale(right, scale), scale };
}

export function negate(value: Decimal): Decimal {
  return { ...value, units: -value.units };
}

/** Negative, zero or positive as `left` is below, equal to or above `right`. */
export function compare(left: Decimal, right: Decimal): number {
  const difference = add(left, negate(right)).units;
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

export function decimalText({ units, scale }: Decimal): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const sign = units < 0n ? '-' : '';
  if (scale === 0) return `${sign}${digits}`;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function atScale(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}
