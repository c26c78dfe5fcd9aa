import { Type } from 'typebox';
import type { JsonText } from '../../base/view.js';
import type { Price } from '../../pricing/price.js';
import { amount } from '../json-text.js';
import { moneySchema } from './field-schemas.js';

export const feesSchema = Type.Array(
  Type.Object({
    price: moneySchema,
    type: Type.String(),
    label: Type.String(),
    parent_category: Type.String(),
    description: Type.Optional(Type.String()),
  }),
);

/** The fees between base price and price that a consumer may be shown. */
export const optionFees = ({ fees }: Price): JsonText => {
  let written = '';
  for (const { price, type, label, parentCategory, description } of fees) {
    const explained = description === undefined ? '' : `,"description":${JSON.stringify(description)}`;
    written += `${written === '' ? '' : ','}{"price":${amount(price)},"type":${JSON.stringify(type)},"label":${JSON.stringify(label)},"parent_category":${JSON.stringify(parentCategory)}${explained}}`;
  }
  return `[${written}]`;
};
