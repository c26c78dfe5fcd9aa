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
  timesTbd: false,
  plateNumber: null,
  sellerId: sellerId(1),
  authorizationCode: 'c0de',
  passCode: 'PA55',
  ...overrides,
});
