import type { Currency, Money } from '../../base/money.js';
import { type Coupon, discountOf } from './coupon.js';
import { creditLeft, isUnused, type WalletDocument } from './wallet.js';

/** What a booking takes out of a wallet. */
export interface Spending {
  readonly currency: Currency;
  /** The coupon's code, `null` for none, and what it takes off. */
  readonly coupon: string | null;
  readonly couponMinor: number;
  readonly creditMinor: number;
}

export const noSpending = (currency: Currency): Spending => ({
  currency,
  coupon: null,
  couponMinor: 0,
  creditMinor: 0,
});

export const isSpending = ({ coupon, creditMinor }: Spending): boolean => coupon !== null || creditMinor > 0;

interface Discount {
  readonly coupon: Coupon;
  readonly minor: number;
}

const expiry = ({ coupon }: Discount): number => coupon.expiresAt ?? Number.POSITIVE_INFINITY;

/** What takes most off, then what expires first. */
const byWorth = (left: Discount, right: Discount): number =>
  right.minor - left.minor ||
  (expiry(left) === expiry(right) ? 0 : expiry(left) - expiry(right)) ||
  (left.coupon.code < right.coupon.code ? -1 : 1);

const bestDiscount = (wallet: WalletDocument, price: Money, now: number): Discount | undefined =>
  wallet.coupons
    .filter(({ code }) => isUnused(wallet, code))
    .map((coupon) => ({ coupon, minor: discountOf(coupon, price, now).minor }))
    .filter(({ minor }) => minor > 0)
    .sort(byWorth)[0];

/** Coupon first, then credit, never more than the price (decision 26). */
export const spendingFor = (wallet: WalletDocument, price: Money, now: number): Spending => {
  const discount = bestDiscount(wallet, price, now);
  const couponMinor = discount?.minor ?? 0;
  return {
    currency: price.currency,
    coupon: discount?.coupon.code ?? null,
    couponMinor,
    creditMinor: Math.min(creditLeft(wallet, price.currency), price.minor - couponMinor),
  };
};
