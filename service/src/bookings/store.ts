import type { Clock } from '../base/clock.js';
import { collectionSpec, type Documents, isDuplicateKey } from '../base/documents.js';
import type { BookingId, CustomerId } from '../base/ids.js';
import type { BookingDocument, OutboxKind } from './booking.js';

export const bookingCollection = collectionSpec<BookingDocument>({
  name: 'bookings',
  indexes: [['st', 'until'], ['outAt'], ['customer', 'purchasedAt'], ['partner', 'updatedAt']],
});

export interface BookingStore {
  readonly insert: (booking: BookingDocument) => Promise<'inserted' | 'exists'>;
  readonly find: (id: BookingId) => Promise<BookingDocument | undefined>;
  /** States only, of those that are there. */
  readonly states: (ids: readonly BookingId[]) => Promise<readonly Pick<BookingDocument, '_id' | 'st'>[]>;
  /** Pending becomes booked, its first notices in the same write; false when it is pending no longer. */
  readonly commit: (id: BookingId, out: readonly OutboxKind[]) => Promise<boolean>;
  /** Pending becomes void; anything else stays. */
  readonly voidPending: (id: BookingId) => Promise<void>;
  /** Booked as read becomes cancelled, `release` and the notices in the same write; false when it has moved on. */
  readonly cancel: (booking: BookingDocument, out: readonly OutboxKind[]) => Promise<boolean>;
  /** Pending beyond their time become void; answers how many. */
  readonly voidExpired: () => Promise<number>;
  /** Void ones whose time passed before that instant are deleted; answers how many. */
  readonly deleteVoid: (before: number) => Promise<number>;
  readonly ofCustomer: (customer: CustomerId) => Promise<readonly BookingDocument[]>;
  /** Bookings whose outbox is due, oldest first. */
  readonly due: (now: number, limit: number) => Promise<readonly BookingDocument[]>;
  /** Empties the outbox of the booking as read; false when it has moved on. */
  readonly clearOutbox: (booking: BookingDocument) => Promise<boolean>;
}

export const createBookingStore = (
  documents: Documents<BookingDocument>,
  clock: Pick<Clock, 'now'>,
): BookingStore => ({
  insert: async (booking) => {
    try {
      await documents.insertOne(booking);
      return 'inserted';
    } catch (error) {
      if (isDuplicateKey(error)) return 'exists';
      throw error;
    }
  },
  find: async (id) => (await documents.findOne({ _id: id })) ?? undefined,
  states: (ids) => documents.find({ _id: { $in: ids } }, { projection: { st: 1 } }).toArray(),
  // Without `st` in the filter a reaper's void would be overwritten, and the space it gave away oversold.
  commit: async (id, out) => {
    const now = clock.now();
    const outAt = out.length > 0 ? { outAt: now } : {};
    const outcome = await documents.updateOne(
      { _id: id, st: 'pending' },
      { $set: { st: 'booked', out, updatedAt: now, ...outAt }, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  },
  voidPending: async (id) => {
    await documents.updateOne(
      { _id: id, st: 'pending' },
      { $set: { st: 'void', updatedAt: clock.now() }, $inc: { rev: 1 } },
    );
  },
  cancel: async ({ _id, rev }, out) => {
    const now = clock.now();
    const outcome = await documents.updateOne(
      { _id, st: 'booked', rev },
      { $set: { st: 'cancelled', out, outAt: now, cancelledAt: now, updatedAt: now }, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  },
  voidExpired: async () => {
    const now = clock.now();
    const outcome = await documents.updateMany(
      { st: 'pending', until: { $lte: now } },
      { $set: { st: 'void', updatedAt: now }, $inc: { rev: 1 } },
    );
    return outcome.modifiedCount;
  },
  deleteVoid: async (before) =>
    (await documents.deleteMany({ st: 'void', until: { $lt: before } })).deletedCount,
  ofCustomer: (customer) =>
    documents
      .find({ customer, st: { $in: ['booked', 'cancelled'] } }, { sort: { purchasedAt: -1 } })
      .toArray(),
  due: (now, limit) => documents.find({ outAt: { $lte: now } }, { sort: { outAt: 1 }, limit }).toArray(),
  // Guarded by `rev`: a cancel written since the outbox was read must keep what it put there.
  clearOutbox: async ({ _id, rev }) => {
    const outcome = await documents.updateOne(
      { _id, rev },
      { $set: { out: [] }, $unset: { outAt: 1 }, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  },
});
