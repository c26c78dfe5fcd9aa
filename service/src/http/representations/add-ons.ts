import { Type } from 'typebox';
import { type Currency, money } from '../../base/money.js';
import type { JsonText, View } from '../../base/view.js';
import type { AddOnIcon, AddOnRule } from '../../pricing/rate-plan.js';
import type { QuotedOption } from '../../quotes/quote.js';
import { amount, array, flag, number, object, text } from '../json-text.js';
import { addressSchema, moneySchema, timestampSchema } from './field-schemas.js';

const iconSchema = Type.Object({
  position: Type.Integer(),
  sizes: Type.Object({
    original: Type.Object({ URL: addressSchema, width: Type.Integer(), height: Type.Integer() }),
  }),
});
const optionSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.Optional(Type.String()),
  start_time: timestampSchema,
  end_time: timestampSchema,
  price: moneySchema,
  availability: Type.Object({ status: Type.Enum(['available', 'unavailable']) }),
  items: Type.Optional(Type.Array(Type.String())),
  icon: Type.Optional(iconSchema),
});
const groupSchema = Type.Object({ required: Type.Boolean(), options: Type.Array(optionSchema) });

export const addOnsSchema = Type.Object({
  vehicle_size: Type.Optional(groupSchema),
  general: Type.Optional(groupSchema),
});

/** A stay as text: what an add-on bought with it lasts. */
export interface StayText {
  readonly start: JsonText;
  readonly end: JsonText;
}

const icon = ({ position, url, width, height }: AddOnIcon, { siteUrl }: View): JsonText => {
  const address = url.startsWith('/') ? siteUrl + url : url;
  const original = object({ URL: text(address), width: number(width), height: number(height) });
  return object({ position: number(position), sizes: object({ original }) });
};

interface Writing {
  readonly currency: Currency;
  readonly stay: StayText;
  readonly view: View;
}

const option = (rule: AddOnRule, { currency, stay, view }: Writing): JsonText =>
  object({
    id: text(rule.id),
    name: text(rule.name),
    description: rule.description === undefined ? undefined : text(rule.description),
    start_time: stay.start,
    end_time: stay.end,
    price: amount(money(currency, rule.priceMinor)),
    availability: object({ status: text(rule.isAvailable ? 'available' : 'unavailable') }),
    items: rule.items === undefined ? undefined : array(rule.items.map(text)),
    icon: rule.icon === undefined ? undefined : icon(rule.icon, view),
  });

const group = (isRequired: boolean, rules: readonly AddOnRule[], writing: Writing): JsonText | undefined =>
  rules.length === 0
    ? undefined
    : object({ required: flag(isRequired), options: array(rules.map((rule) => option(rule, writing))) });

/** The add-ons of an option, by group; a group without options is left out. */
export const addOns = ({ plan }: QuotedOption, stay: StayText, view: View): JsonText => {
  const { vehicleSizes = [], generalAddOns = [], currency } = plan;
  if (vehicleSizes.length === 0 && generalAddOns.length === 0) return '{}';
  const writing = { currency, stay, view };
  return object({
    vehicle_size: group(true, vehicleSizes, writing),
    general: group(false, generalAddOns, writing),
  });
};
