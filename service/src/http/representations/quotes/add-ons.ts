import { Type } from 'typebox';
import { say } from '../../../base/locale.js';
import { type Currency, money } from '../../../base/money.js';
import type { JsonText, View } from '../../../base/view.js';
import type { AddOnIcon, AddOnRule, RatePlan } from '../../../pricing/rate-plan.js';
import { addressSchema, moneySchema, timestampSchema } from '../field-schemas.js';
import { amount, array, number, object, text } from '../json-text.js';
import type { StayText } from './option-record.js';

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

const icon = ({ position, url, width, height }: AddOnIcon, { siteUrl }: View): JsonText => {
  const address = url.startsWith('/') ? siteUrl + url : url;
  const original = object({ URL: text(address), width: number(width), height: number(height) });
  return object({ position: number(position), sizes: object({ original }) });
};

/** All but the times, which are the stay's. */
const timeless = (rule: AddOnRule, currency: Currency, view: View): JsonText =>
  object({
    id: text(rule.id),
    name: text(say(rule.name, view.locale)),
    description: rule.description === undefined ? undefined : text(say(rule.description, view.locale)),
    price: amount(money(currency, rule.priceMinor)),
    availability: object({ status: text(rule.isAvailable ? 'available' : 'unavailable') }),
    items: rule.items === undefined ? undefined : array(rule.items.map(text)),
    icon: rule.icon === undefined ? undefined : icon(rule.icon, view),
  });

/** What is the same for every stay under a plan: each add-on up to its times. */
interface Heads {
  readonly vehicleSizes: readonly JsonText[];
  readonly generalAddOns: readonly JsonText[];
}

const headsOf = ({ currency, vehicleSizes = [], generalAddOns = [] }: RatePlan, view: View): Heads => {
  const head = (rule: AddOnRule): JsonText => timeless(rule, currency, view).slice(0, -1);
  return { vehicleSizes: vehicleSizes.map(head), generalAddOns: generalAddOns.map(head) };
};

const group = (name: string, isRequired: boolean, heads: readonly JsonText[], times: JsonText): JsonText => {
  let options = '';
  for (const head of heads) options += `${options === '' ? '' : ','}${head}${times}`;
  return `"${name}":{"required":${isRequired},"options":[${options}]}`;
};

const groups = ({ vehicleSizes, generalAddOns }: Heads, { start, end }: StayText): JsonText => {
  const times = `,"start_time":${start},"end_time":${end}}`;
  const sizes = vehicleSizes.length === 0 ? '' : group('vehicle_size', true, vehicleSizes, times);
  const general = generalAddOns.length === 0 ? '' : group('general', false, generalAddOns, times);
  return `{${sizes}${sizes !== '' && general !== '' ? ',' : ''}${general}}`;
};

export type WriteAddOns = (plan: RatePlan, stay: StayText, view: View) => JsonText;

/** Writes the add-ons of an option, by group; a group without options is left out. What no stay changes is serialised once for each plan and view. */
export const createAddOns = (): WriteAddOns => {
  const known = new WeakMap<View, WeakMap<RatePlan, Heads>>();
  return (plan, stay, view) => {
    if (plan.vehicleSizes === undefined && plan.generalAddOns === undefined) return '{}';
    const plans = known.get(view) ?? new WeakMap<RatePlan, Heads>();
    const heads = plans.get(plan) ?? headsOf(plan, view);
    known.set(view, plans.set(plan, heads));
    return groups(heads, stay);
  };
};
