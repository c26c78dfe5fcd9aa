import type { Clock } from '../base/clock.js';
import { collectionSpec, type Documents, type Filter, type Sort } from '../base/documents.js';
import type { BookingId, CustomerId, PartnerId } from '../base/ids.js';
import { unlessTaken } from '../base/unless-taken.js';
import type { BookingDocument, OutboxKind } from './booking.js';
import type { BookingOrder } from './bookings.js';

export const bookingCollection = collectionSpec<BookingDocument>({
  name: 'bookings',
  indexes: [
    ['st', 'until'],
    ['outAt'],
    ['customer', 'purchasedAt', '_id'],
    // Only what was committed has these.
    ['partner', 'updatedAt', '_id'],
    ['partner', 'bookedAt', '_id'],
    ['partner', 'cancelledAt', '_id'],
  ],
});

export interface Slice {
  readonly skip: number;
  readonly limit: number;
}

/** Changes of a partner's bookings since an instant (epoch ms), by the field that says when. */
export interface PartnerChanges {
  readonly partner: PartnerId;
  readonly by: 'updatedAt' | 'bookedAt' | 'cancelledAt';
  readonly since: number;
}

const changed = ({ partner, by, since }: PartnerChanges): Filter<BookingDocument> => ({
  partner,
  [by]: { $gte: since },
  // Only their cancellation has a time: for the other two lists they were never committed.
  ...(by === 'cancelledAt' ? { isTest: null } : {}),
});

const committed = (customer: CustomerId): Filter<BookingDocument> => ({
  customer,
  st: { $in: ['booked', 'cancelled'] },
});

/** The id last, in the direction of the key before it, so that one index serves both and no two orders are possible. */
const sortOf = (order: BookingOrder): Sort<BookingDocument> => {
  const keys = order.map(({ key, direction }) => [key, direction] as const);
  const last = keys.at(-1)?.[1] ?? 1;
  const sort = keys.some(([key]) => key === '_id') ? keys : [...keys, ['_id', last] as const];
  return Object.fromEntries(sort);
};

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
  /** A test's booking becomes cancelled, without a word to anybody; again is harmless. */
  readonly cancelTest: (id: BookingId) => Promise<void>;
  /** Pending beyond their time become void; answers how many. */
  readonly voidExpired: () => Promise<number>;
  /** Void ones whose time passed before that instant are deleted; answers how many. */
  readonly deleteVoid: (before: number) => Promise<number>;
  /** Committed bookings of a customer, cancelled ones among them. */
  readonly countOfCustomer: (customer: CustomerId) => Promise<number>;
  readonly ofCustomer: (
    customer: CustomerId,
    order: BookingOrder,
    slice: Slice,
  ) => Promise<readonly BookingDocument[]>;
  /** Bookings of a partner with that change at or after an instant; the oldest of these changes first. */
  readonly countOfPartner: (changes: PartnerChanges) => Promise<number>;
  readonly ofPartner: (changes: PartnerChanges, slice: Slice) => Promise<readonly BookingDocument[]>;
  /** Bookings with an outbox, oldest first. */
  readonly due: (limit: number) => Promise<readonly BookingDocument[]>;
  /** How many outboxes have been due since that instant or longer; counted to `limit`. */
  readonly countDue: (since: number, limit: number) => Promise<number>;
  /** Empties the outbox of the booking as read; false when it has moved on. */
  readonly clearOutbox: (booking: BookingDocument) => Promise<boolean>;
}

export const createBookingStore = (
  documents: Documents<BookingDocument>,
  clock: Pick<Clock, 'now'>,
): BookingStore => ({
  insert: async (booking) =>
    (await unlessTaken(() => documents.insertOne(booking))) ? 'inserted' : 'exists',
  find: async (id) => (await documents.findOne({ _id: id })) ?? undefined,
  states: (ids) => documents.find({ _id: { $in: ids } }, { projection: { st: 1 } }).toArray(),
  // Without `st` in the filter a reaper's void would be overwritten, and the space it gave away oversold.
  commit: async (id, out) => {
    const now = clock.now();
    const outAt = out.length > 0 ? { outAt: now } : {};
    const outcome = await documents.updateOne(
      { _id: id, st: 'pending' },
      { $set: { st: 'booked', out, bookedAt: now, updatedAt: now, ...outAt }, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  },
  voidPending: async (id) => {
    await documents.updateOne({ _id: id, st: 'pending' }, { $set: { st: 'void' }, $inc: { rev: 1 } });
  },
  cancel: async ({ _id, rev }, out) => {
    const now = clock.now();
    const outcome = await documents.updateOne(
      { _id, st: 'booked', rev },
      { $set: { st: 'cancelled', out, outAt: now, cancelledAt: now, updatedAt: now }, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  },
  cancelTest: async (id) => {
    await documents.updateOne(
      { _id: id, st: 'booked', isTest: true },
      { $set: { st: 'cancelled', cancelledAt: clock.now() }, $inc: { rev: 1 } },
    );
  },
  voidExpired: async () => {
    const outcome = await documents.updateMany(
      { st: 'pending', until: { $lte: clock.now() } },
      { $set: { st: 'void' }, $inc: { rev: 1 } },
    );
    return outcome.modifiedCount;
  },
  deleteVoid: async (before) =>
    (await documents.deleteMany({ st: 'void', until: { $lt: before } })).deletedCount,
  countOfCustomer: (customer) => documents.countDocuments(committed(customer)),
  ofCustomer: (customer, order, slice) =>
    documents.find(committed(customer), { sort: sortOf(order), ...slice }).toArray(),
  countOfPartner: (changes) => documents.countDocuments(changed(changes)),
  ofPartner: (changes, slice) =>
    documents.find(changed(changes), { sort: { [changes.by]: 1, _id: 1 }, ...slice }).toArray(),
  // Whatever its instant: it was written by another's clock, which may be ahead by hours.
  due: (limit) => documents.find({ outAt: { $gte: 0 } }, { sort: { outAt: 1 }, limit }).toArray(),
  countDue: (since, limit) => documents.countDocuments({ outAt: { $lte: since } }, { limit }),
  // Guarded by `rev`: a cancel written since the outbox was read must keep what it put there.
  clearOutbox: async ({ _id, rev }) => {
    const outcome = await documents.updateOne(
      { _id, rev },
      { $set: { out: [] }, $unset: { outAt: 1 }, $inc: { rev: 1 } },
    );
    return outcome.matchedCount === 1;
  },
});
