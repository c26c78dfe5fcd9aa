import type { Coupon } from '../../src/accounts/wallet/coupon.js';
import { emptyWallet, type WalletDocument } from '../../src/accounts/wallet/wallet.js';
import { bookingId, customerId, locationId, partnerId, sellerId } from '../../src/base/ids.js';
import type { BookingDocument } from '../../src/bookings/booking.js';

export const noon = Date.UTC(2026, 11, 1, 12);
export const hourMs = 3_600_000;

/** A pending booking of partner `acme`: 1 December 2026, 20:00 to 22:00 UTC, in the pool `standard` of location 101. */
export const aBooking = (overrides: Partial<BookingDocument> = {}): BookingDocument => ({
  _id: bookingId(1),
  st: 'pending',
  until: noon + 30_000,
  rev: 0,
  out: [],
  updatedAt: noon,
  partner: partnerId('acme'),
  client: null,
  customer: customerId(7),
  contact: { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' },
  location: locationId(101),
  pool: 'standard',
  option: 'standard',
  start: noon + 8 * hourMs,
  end: noon + 10 * hourMs,
  event: null,
  timezone: 'America/Chicago',
  currency: 'USD',
  priceMinor: 800,
  fullPriceMinor: 800,
  addOns: [],
  cancellableUntil: noon + 8 * hourMs,
  purchasedAt: noon,
  isInvoiced: true,
  isOnDemand: false,
  capabilities: [],
  timesTbd: false,
  plateNumber: null,
  sellerId: sellerId(1),
  authorizationCode: 'c0de',
  shareCode: '5ha2e',
  passCode: 'PA55',
  locale: 'en-US',
  ...overrides,
});

/** 2.00 USD off any booking, for good. */
export const aCoupon = (overrides: Partial<Coupon> = {}): Coupon => ({
  code: 'TWO',
  currency: 'USD',
  worth: { kind: 'amount', minor: 200 },
  minimumMinor: 0,
  expiresAt: null,
  grantedAt: noon,
  ...overrides,
});

/** Of customer 7: 5.00 of credit, and a coupon of 3.00 for a price of 8.00. */
export const aWallet: WalletDocument = {
  ...emptyWallet(customerId(7)),
  v: 1,
  credits: [{ reference: 'gift', currency: 'USD', minor: 500, grantedAt: noon }],
  coupons: [aCoupon({ code: 'THREE', worth: { kind: 'amount', minor: 300 } })],
};
