import { type Currency, type Money, money, share } from '../../base/money.js';

export type CouponWorth =
  | { readonly kind: 'amount'; readonly minor: number }
  | { readonly kind: 'percent'; readonly basisPoints: number };

/** Takes something off one booking of its account, once. `expiresAt` is epoch ms, exclusive. */
export interface Coupon {
  readonly code: string;
  readonly currency: Currency;
  readonly worth: CouponWorth;
  /** The least a booking must cost for it to count. */
  readonly minimumMinor: number;
  readonly expiresAt: number | null;
  readonly grantedAt: number;
}

const worthOf = ({ worth }: Coupon, price: Money): number =>
  worth.kind === 'amount' ? worth.minor : share(price, worth.basisPoints).minor;

/** What the coupon takes off a price, minor units; 0 where it does not count, never more than the price. */
export const discountOf = (coupon: Coupon, price: Money, now: number): Money => {
  const { currency, expiresAt, minimumMinor } = coupon;
  const counts =
    currency === price.currency && price.minor >= minimumMinor && (expiresAt === null || now < expiresAt);
  return money(price.currency, counts ? Math.min(worthOf(coupon, price), price.minor) : 0);
};

/** The same coupon, whenever it was given. */
export const isSameCoupon = (one: Coupon, other: Coupon): boolean => {
  const terms = ({ grantedAt: _, ...rest }: Coupon) => JSON.stringify(Object.entries(rest).sort());
  return terms(one) === terms(other);
};
