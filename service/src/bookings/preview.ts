import { isSpending, noSpending, type Spending } from '../accounts/wallet/wallet-spending.js';
import type { Wallets } from '../accounts/wallet/wallets.js';
import type { Caller } from '../base/caller.js';
import { type Money, money } from '../base/money.js';
import { Problem } from '../base/problem.js';
import type { OpenedQuote, Quotes } from '../quotes/quote.js';
import type { Spent } from './booking.js';
import type { Preview, PreviewRequest } from './bookings.js';

/** Opens the quote a request names; throws what `Quotes.open` throws, and for a request that names none. */
export const openQuote = (quotes: Pick<Quotes, 'open'>, request: PreviewRequest): OpenedQuote => {
  if (request.quoteId.trim() === '') throw new Problem('booking_quote_id_missing', { fields: ['quote_id'] });
  return quotes.open(request.quoteId.trim(), request.addOnIds);
};

/** A quote priced for one caller, and what that price takes out of their wallet. */
export interface Priced {
  readonly preview: Preview;
  readonly spent: Spent | undefined;
}

const spendingOf = async (
  wallets: Pick<Wallets, 'spendingFor'>,
  caller: Caller,
  subtotal: Money,
): Promise<Spending> =>
  caller.kind === 'user' ? wallets.spendingFor(caller.customer, subtotal) : noSpending(subtotal.currency);

const spentOf = (spending: Spending): Spent | undefined => {
  const { coupon, couponMinor, creditMinor } = spending;
  return isSpending(spending) ? { coupon, couponMinor, creditMinor } : undefined;
};

/** final_price = subtotal - coupon - credit, never below 0; the two live on accounts and count for user tokens only. */
export const createPriceFor =
  (wallets: Pick<Wallets, 'spendingFor'>) =>
  async ({ price, subtotal }: OpenedQuote, caller: Caller): Promise<Priced> => {
    const { currency, minor } = subtotal;
    const spending = await spendingOf(wallets, caller, subtotal);
    const { couponMinor, creditMinor } = spending;
    const preview = {
      userCreditAmount: money(currency, creditMinor),
      quotePrice: price.total,
      subtotal,
      finalPrice: money(currency, minor - couponMinor - creditMinor),
      couponAmount: money(currency, couponMinor),
    };
    return { preview, spent: spentOf(spending) };
  };
