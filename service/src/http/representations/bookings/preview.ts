import type { Preview } from '../../../bookings/bookings.js';
import { byDefault } from '../field.js';
import { moneySchema } from '../field-schemas.js';
import { amount } from '../json-text.js';
import { createRepresentation, fieldSet, type Representation } from '../representation.js';

/** All five amounts always. */
export const createPreviewRepresentation = (): Representation<Preview> =>
  createRepresentation<Preview>({
    kind: 'preview',
    fields: [
      fieldSet({
        user_credit_amount: byDefault(moneySchema, ({ userCreditAmount }) => amount(userCreditAmount)),
        quote_price: byDefault(moneySchema, ({ quotePrice }) => amount(quotePrice)),
        subtotal: byDefault(moneySchema, ({ subtotal }) => amount(subtotal)),
        final_price: byDefault(moneySchema, ({ finalPrice }) => amount(finalPrice)),
        coupon_amount: byDefault(moneySchema, ({ couponAmount }) => amount(couponAmount)),
      }),
    ],
  });
