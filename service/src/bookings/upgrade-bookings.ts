import type { Documents } from '../base/documents.js';
import type { RandomHex } from '../base/ids.js';
import type { Upgrade } from '../base/upgrade.js';
import type { BookingDocument } from './booking.js';

const upgrade = async (documents: Documents<BookingDocument>, randomHex: RandomHex): Promise<void> => {
  for await (const booking of documents.find({})) {
    if ('shareCode' in booking) continue;
    const { _id, purchasedAt, st } = booking;
    const bookedAt = st === 'pending' || st === 'void' ? {} : { bookedAt: purchasedAt };
    await documents.updateOne(
      { _id, shareCode: { $exists: false } },
      {
        $set: {
          isOnDemand: false,
          capabilities: [],
          shareCode: randomHex(16),
          locale: 'en-US',
          ...bookedAt,
        },
      },
    );
  }
};

/** Bookings that can be shared, and know their language and how they were sold. */
export const upgradeBookings = (
  bookings: Documents<BookingDocument>,
  randomHex: RandomHex,
): readonly Upgrade[] => [{ name: 'bookings: can be shared', run: () => upgrade(bookings, randomHex) }];
