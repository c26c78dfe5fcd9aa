import { zero } from '../base/money.js';
import { Problem } from '../base/problem.js';
import type { OpenedQuote, Quotes } from '../quotes/quote.js';
import type { Preview, PreviewRequest } from './bookings.js';

/** Opens the quote a request names; throws what `Quotes.open` throws, and for a request that names none. */
export const openQuote = (quotes: Pick<Quotes, 'open'>, request: PreviewRequest): OpenedQuote => {
  if (request.quoteId.trim() === '') throw new Problem('booking_quote_id_missing', { fields: ['quote_id'] });
  return quotes.open(request.quoteId.trim(), request.addOnIds);
};

/** final_price = subtotal - coupon - credit, never below 0; there are no coupons and credits on accounts yet. */
export const previewOf = ({ price, subtotal }: OpenedQuote): Preview => {
  const none = zero(subtotal.currency);
  return {
    userCreditAmount: none,
    quotePrice: price.total,
    subtotal,
    finalPrice: subtotal,
    couponAmount: none,
  };
};
