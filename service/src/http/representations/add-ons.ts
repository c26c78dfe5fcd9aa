import { Type } from 'typebox';
import { type Currency, money } from '../../base/money.js';
import type { JsonText } from '../../base/view.js';
import type { AddOnRule, RatePlan } from '../../pricing/rate-plan.js';
import { amount, array, flag, object, text } from '../json-text.js';
import { moneySchema } from './field-schemas.js';

const optionSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  price: moneySchema,
  availability: Type.Object({ status: Type.String() }),
  items: Type.Optional(Type.Array(Type.String())),
});
const groupSchema = Type.Object({ required: Type.Boolean(), options: Type.Array(optionSchema) });

export const addOnsSchema = Type.Object({
  vehicle_size: Type.Optional(groupSchema),
  general: Type.Optional(groupSchema),
});

const option = (rule: AddOnRule, currency: Currency): JsonText =>
  object({
    id: text(rule.id),
    name: text(rule.name),
    description: rule.description === undefined ? undefined : text(rule.description),
    price: amount(money(currency, rule.priceMinor)),
    availability: object({ status: text(rule.isAvailable ? 'available' : 'unavailable') }),
    items: rule.items === undefined ? undefined : array(rule.items.map(text)),
  });

const group = (isRequired: boolean, rules: readonly AddOnRule[], currency: Currency): JsonText | undefined =>
  rules.length === 0
    ? undefined
    : object({ required: flag(isRequired), options: array(rules.map((rule) => option(rule, currency))) });

/** The add-ons of a purchase option, by group; a group without options is left out. */
export const planAddOns = (plan: RatePlan): JsonText =>
  object({
    vehicle_size: group(true, plan.vehicleSizes ?? [], plan.currency),
    general: group(false, plan.generalAddOns ?? [], plan.currency),
  });
