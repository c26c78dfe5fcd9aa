import type { Preview } from '../../bookings/bookings.js';
import { amount } from '../json-text.js';
import { byDefault, createRepresentation, fieldSet, type Representation } from './representation.js';

/** All five amounts always. */
export const createPreviewRepresentation = (): Representation<Preview> =>
  createRepresentation<Preview>({
    kind: 'preview',
    fields: [
      fieldSet({
        user_credit_amount: byDefault(({ userCreditAmount }) => amount(userCreditAmount)),
        quote_price: byDefault(({ quotePrice }) => amount(quotePrice)),
        subtotal: byDefault(({ subtotal }) => amount(subtotal)),
        final_price: byDefault(({ finalPrice }) => amount(finalPrice)),
        coupon_amount: byDefault(({ couponAmount }) => amount(couponAmount)),
      }),
    ],
  });
