import { Problem } from '../base/problem.js';
import type { BookingDocument, OutboxKind } from './booking.js';
import type { BookingStore } from './store.js';

const isCancellable = ({ cancellableUntil: until }: BookingDocument, now: number): boolean =>
  until !== null && now < until;

interface CancelSteps {
  readonly store: Pick<BookingStore, 'find' | 'cancel'>;
  readonly wantsCancel: (booking: BookingDocument) => Promise<boolean>;
  readonly now: () => number;
}

/** The notice of a booking that nobody was told of yet still goes out before its cancellation's. */
const outboxOf = (booking: BookingDocument, wantsCancel: boolean): readonly OutboxKind[] => [
  ...booking.out,
  'release',
  ...(wantsCancel ? (['cancel'] as const) : []),
];

/** A write whose outcome is unknown (the connection broke) is looked up before it is called a failure. */
const cancelCertainly = async (
  store: CancelSteps['store'],
  booking: BookingDocument,
  out: readonly OutboxKind[],
): Promise<boolean> => {
  try {
    return await store.cancel(booking, out);
  } catch (error) {
    if ((await store.find(booking._id))?.st === 'cancelled') return true;
    throw error;
  }
};

/**
 * Cancels the booking as read, reading again while others write to it. Spaces and notice leave through the outbox:
 * `release` is in the same write, or a crash would leak the spaces. True when this call cancelled it.
 */
export const createCancel =
  ({ store, wantsCancel, now }: CancelSteps) =>
  async (read: BookingDocument): Promise<boolean> => {
    const notice = await wantsCancel(read);
    let booking: BookingDocument | undefined = read;
    while (booking?.st === 'booked') {
      if (!isCancellable(booking, now())) throw new Problem('booking_not_cancellable');
      if (await cancelCertainly(store, booking, outboxOf(booking, notice))) return true;
      booking = await store.find(booking._id);
    }
    return false;
  };
