import { Type } from 'typebox';
import { type Locale, say } from '../../../base/locale.js';
import type { JsonText } from '../../../base/view.js';
import type { Fee, Price } from '../../../pricing/price.js';
import type { RatePlan } from '../../../pricing/rate-plan.js';
import { moneySchema } from '../field-schemas.js';
import { amount, array, object, text } from '../json-text.js';

export const feesSchema = Type.Array(
  Type.Object({
    price: moneySchema,
    type: Type.String(),
    label: Type.String(),
    parent_category: Type.String(),
    description: Type.Optional(Type.String()),
  }),
);

/** The amounts of a price as text. */
export interface PriceText {
  readonly base: JsonText;
  readonly total: JsonText;
  /** Those between base price and price that a consumer may be shown. */
  readonly fees: Readonly<Record<Locale, JsonText>>;
}

const feeText = ({ price, type, label, parentCategory, description }: Fee, locale: Locale): JsonText =>
  object({
    price: amount(price),
    type: text(type),
    label: text(say(label, locale)),
    parent_category: text(say(parentCategory, locale)),
    description: description === undefined ? undefined : text(say(description, locale)),
  });

const feesText = (fees: readonly Fee[]): PriceText['fees'] => {
  const said = (locale: Locale): JsonText => array(fees.map((fee) => feeText(fee, locale)));
  return { 'en-US': said('en-US'), 'en-CA': said('en-CA'), 'fr-CA': said('fr-CA') };
};

const priceText = ({ base, total, fees }: Price): PriceText => ({
  base: amount(base),
  total: amount(total),
  fees: feesText(fees),
});

export type WritePrice = (plan: RatePlan, price: Price) => PriceText;

const pricesKeptPerPlan = 200;

/** A plan's base prices are few, and its fees and total follow from them: each is written once. */
export const createPriceText = (): WritePrice => {
  const plans = new WeakMap<RatePlan, Map<number, PriceText>>();

  const write = (plan: RatePlan, price: Price): PriceText => {
    const known = plans.get(plan);
    const prices = known === undefined || known.size >= pricesKeptPerPlan ? new Map() : known;
    const written = priceText(price);
    plans.set(plan, prices.set(price.base.minor, written));
    return written;
  };

  return (plan, price) => plans.get(plan)?.get(price.base.minor) ?? write(plan, price);
};
