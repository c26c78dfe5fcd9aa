import { money } from '../../../base/money.js';
import type { JsonText } from '../../../base/view.js';
import type { BookingView } from '../../../bookings/bookings.js';
import { byDefault } from '../field.js';
import { moneySchema } from '../field-schemas.js';
import { amount } from '../json-text.js';

/** With a share code alone one sees no price. */
const seenAmount = ({ booking, standing }: BookingView, minor: number): JsonText | undefined =>
  standing === 'share' ? undefined : amount(money(booking.currency, minor));

/** What was paid, and what it would have been without coupon and credit. */
export const bookedPrices = {
  price_paid: byDefault(moneySchema, (seen: BookingView) => seenAmount(seen, seen.booking.priceMinor)),
  full_price: byDefault(moneySchema, (seen: BookingView) => seenAmount(seen, seen.booking.fullPriceMinor)),
} as const;
