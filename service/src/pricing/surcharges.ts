import { add, type Money, money, share } from '../base/money.js';
import type { Fee } from './price.js';
import type { FeeRule, RatePlan, TaxRule } from './rate-plan.js';

const withTax = (listed: Money, base: Money, tax: TaxRule): Money =>
  tax.isIncluded ? base : add(base, share(listed, tax.basisPoints));

/** The base price shown: what the rule asks, and the taxes that come on top of it (each on the rule's price, not on each other). */
export const basePrice = (plan: RatePlan, minor: number): Money => {
  const listed = money(plan.currency, minor);
  return plan.taxes.reduce((base, tax) => withTax(listed, base, tax), listed);
};

const feeOf = (rule: FeeRule, base: Money): Fee => ({
  type: rule.type,
  label: rule.label,
  ...(rule.description === undefined ? {} : { description: rule.description }),
  parentCategory: rule.parentCategory ?? rule.label,
  price: add(share(base, rule.basisPoints ?? 0), money(base.currency, rule.amountMinor ?? 0)),
});

/** The fees on a base price; fees that come to nothing are left out. */
export const feesOn = (plan: RatePlan, base: Money): readonly Fee[] =>
  plan.fees
    .filter((rule) => base.minor > 0 || rule.isAlways === true)
    .map((rule) => feeOf(rule, base))
    .filter((fee) => fee.price.minor > 0);
