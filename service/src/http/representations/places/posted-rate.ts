import { Type } from 'typebox';
import { say } from '../../../base/locale.js';
import type { JsonText, View } from '../../../base/view.js';
import type { Location } from '../../../catalogue/location.js';
import type { PostedRate } from '../../../catalogue/posted-rate.js';
import { moneySchema } from '../field-schemas.js';
import { amount, array, number, object, text } from '../json-text.js';

export const postedRatesSchema = Type.Array(
  Type.Object({
    label: Type.String(),
    price: Type.Optional(moneySchema),
    from_minutes: Type.Optional(Type.Integer()),
    to_minutes: Type.Optional(Type.Integer()),
    text: Type.Optional(Type.String()),
  }),
);

const present = (value: number | undefined): JsonText | undefined =>
  value === undefined ? undefined : number(value);

/** What is posted at the entrance; the price in the location's currency. */
export const postedRates = ({ nonBookableRates = [], currency }: Location, { locale }: View): JsonText => {
  const rate = ({ label, priceMinor, fromMinutes, toMinutes, text: said }: PostedRate): JsonText =>
    object({
      label: text(say(label, locale)),
      price: priceMinor === undefined ? undefined : amount({ minor: priceMinor, currency }),
      from_minutes: present(fromMinutes),
      to_minutes: present(toMinutes),
      text: said === undefined ? undefined : text(say(said, locale)),
    });
  return array(nonBookableRates.map(rate));
};
