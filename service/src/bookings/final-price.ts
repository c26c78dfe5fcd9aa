import { decimalText, type Money, parseDecimal } from '../base/money.js';
import { Problem } from '../base/problem.js';

const decimal = /^[+-]?\d+(?:\.\d*)?$/;

/** The price the customer agreed to, compared as a number ("8", "8.0" and "8.00" are equal). */
export const requireFinalPrice = (text: string, expected: Money): void => {
  const given = text.trim();
  if (given === '') throw new Problem('booking_final_price_missing', { fields: ['final_price'] });
  if (!decimal.test(given)) throw new Problem('request_parameter_invalid', { fields: ['final_price'] });
  if (parseDecimal(given.replace('+', ''), expected.currency)?.minor === expected.minor) return;
  throw new Problem('booking_final_price_mismatch', {
    fields: ['final_price'],
    details: `the final price is ${decimalText(expected)} ${expected.currency}`,
  });
};
