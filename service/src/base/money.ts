export type Currency = 'USD' | 'CAD' | 'EUR' | 'DKK' | 'GBP' | 'CHF' | 'SEK' | 'NOK' | 'JPY';

/** Digits after the decimal point, by ISO 4217. */
const digitsOf: Readonly<Record<Currency, number>> = {
  USD: 2,
  CAD: 2,
  EUR: 2,
  DKK: 2,
  GBP: 2,
  CHF: 2,
  SEK: 2,
  NOK: 2,
  JPY: 0,
};

export const currencies = [
  'USD',
  'CAD',
  'EUR',
  'DKK',
  'GBP',
  'CHF',
  'SEK',
  'NOK',
  'JPY',
] as const satisfies readonly Currency[];

/** An amount in the currency's smallest unit; always an integer. */
export interface Money {
  readonly currency: Currency;
  readonly minor: number;
}

export const money = (currency: Currency, minor: number): Money => ({ currency, minor });
export const zero = (currency: Currency): Money => ({ currency, minor: 0 });

export const add = (left: Money, right: Money): Money => {
  if (left.currency !== right.currency) throw new Error(`cannot add ${right.currency} to ${left.currency}`);
  return { currency: left.currency, minor: left.minor + right.minor };
};

/** Decimal text with the currency's digits: 1050 USD minor is "10.50". */
export const decimalText = ({ currency, minor }: Money): string => {
  const digits = digitsOf[currency];
  const sign = minor < 0 ? '-' : '';
  const text = String(Math.abs(minor)).padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
};

/** Reads a decimal amount compared as a number ("0", "0.0" and "0.00" are equal); `undefined` when it is none or too fine. */
export const parseDecimal = (text: string, currency: Currency): Money | undefined => {
  const match = /^(-?)(\d{1,12})(?:\.(\d{0,12}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '0', fraction = ''] = match;
  const digits = digitsOf[currency];
  if (/[1-9]/.test(fraction.slice(digits))) return undefined;
  const minor = Number(whole + fraction.slice(0, digits).padEnd(digits, '0'));
  return { currency, minor: sign === '-' && minor !== 0 ? -minor : minor };
};

/** A share of an amount in basis points (1/100 of a percent), rounded half away from zero. */
export const share = (amount: Money, basisPoints: number): Money => {
  const product = amount.minor * basisPoints;
  return { currency: amount.currency, minor: Math.sign(product) * Math.round(Math.abs(product) / 10_000) };
};
