import type { Clock } from '#service/base/clock.js';
import { type BookingId, bookingId, partnerId } from '#service/base/ids.js';
import type { Logger } from '#service/base/logger.js';
import { createAttempt } from '#service/bookings/attempt.js';
import type { BookingDocument, NoticesWanted } from '#service/bookings/booking.js';
import { createCancel } from '#service/bookings/cancellation.js';
import { createSettlement } from '#service/bookings/settlement.js';
import type { BookingStore } from '#service/bookings/store.js';
import { booking } from '#service-test/webhooks/booking-builder.js';

/** Where bookings are made and cancelled, by the real moves; spaces are plentiful. */
export interface BookingDesk {
  /** True when the caller may be told that it is booked. Rejects where the store fails. */
  readonly book: (id: number, partner: string) => Promise<boolean>;
  /** True when the caller may be told that it is cancelled. */
  readonly cancel: (id: number) => Promise<boolean>;
}

interface BookingDeskOptions {
  readonly store: BookingStore;
  readonly noticesWanted: NoticesWanted;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly logger: Logger;
  readonly onCommitted: () => void;
}

const pendingMs = 30_000;

const pendingBooking = (id: number, partner: string, now: number): BookingDocument => {
  const { outAt: _, ...rest } = booking(id, { partner: partnerId(partner), st: 'pending', rev: 0, out: [] });
  return { ...rest, until: now + pendingMs, cancellableUntil: Number.MAX_SAFE_INTEGER };
};

export const createBookingDesk = (options: BookingDeskOptions): BookingDesk => {
  const { store, noticesWanted, clock, logger, onCommitted } = options;
  const { settle } = createSettlement(store);

  const attempt = createAttempt({
    insert: store.insert,
    hold: async () => 'held',
    commit: ({ booking: { _id }, out }) => store.commit(_id, out),
    settle,
    isVoid: async (id: BookingId) => (await store.find(id))?.st === 'void',
    release: async () => undefined,
    pausesMs: [],
    sleep: clock.sleep,
    logger,
  });

  const cancelRead = createCancel({
    store,
    wantsCancel: async ({ partner }) => partner !== null && (await noticesWanted(partner)).cancel,
    now: clock.now,
  });

  return {
    book: async (id, partner) => {
      const wanted = await noticesWanted(partnerId(partner));
      const pending = pendingBooking(id, partner, clock.now());
      const outcome = await attempt({ booking: pending, capacity: 1, out: wanted.create ? ['create'] : [] });
      onCommitted();
      return outcome === 'booked';
    },
    cancel: async (id) => {
      const read = await store.find(bookingId(id));
      const isCancelled = read !== undefined && (await cancelRead(read));
      onCommitted();
      return isCancelled;
    },
  };
};
