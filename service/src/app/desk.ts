import type { Clock } from '../base/clock.js';
import type { Database } from '../base/documents.js';
import type { BookingId, PartnerId, RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import type { NoticesWanted } from '../bookings/booking.js';
import type { Bookings } from '../bookings/bookings.js';
import { type BookingChange, createBookings } from '../bookings/create-bookings.js';
import { idempotencyCollection } from '../bookings/idempotency.js';
import { createBookingIds } from './booking-ids.js';
import type { Market } from './market.js';

interface DeskOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly randomHex: RandomHex;
  readonly logger: Logger;
  readonly market: Market;
  readonly noticesWanted: NoticesWanted;
  readonly partnerName: (partner: PartnerId) => Promise<string | undefined>;
  readonly onCommitted: (booking: BookingId, change: BookingChange) => void;
}

/** Where bookings are made and undone. */
export const createDesk = (options: DeskOptions): Bookings => {
  const { database, clock, market } = options;
  return createBookings({
    store: market.bookingStore,
    settlement: market.settlement,
    holdings: market.holdings,
    wallets: market.wallets,
    idempotencyKeys: database.collection(idempotencyCollection),
    quotes: market.quotes,
    accounts: market.accounts,
    nextBookingId: createBookingIds(database, clock),
    noticesWanted: options.noticesWanted,
    partnerName: options.partnerName,
    onCommitted: options.onCommitted,
    clock,
    randomHex: options.randomHex,
    logger: options.logger,
  });
};
