import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#service/base/clock.js';
import { collectionSpec } from '#service/base/documents.js';
import { bookingId } from '#service/base/ids.js';
import type { BookingDocument } from '#service/bookings/booking.js';
import { bookingCollection } from '#service/bookings/store.js';
import { openDatabase } from '#service/storage/open.js';
import { capacity, openBookings } from './bookings-on.js';

/** Bookings and raw inserts over one embedded database on disk. */
export interface FunctionSide {
  /** Books the stay of that number; true when booked, false when sold out. */
  readonly book: (stay: number) => Promise<boolean>;
  /** Inserts a document like a booking's, and nothing else. */
  readonly insert: () => Promise<unknown>;
  /** The most booked at one instant of any pool beyond what there is; 0 when nothing is oversold. */
  readonly oversold: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** The same documents in a collection of the same indexes. */
const rawCollection = collectionSpec<BookingDocument>({ ...bookingCollection, name: 'raw' });

export const openFunctionSide = async (): Promise<FunctionSide> => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'));
  const database = await openDatabase({ kind: 'embedded', dataDir: folder, clock: systemClock });
  const bookings = openBookings(database);
  const booked = database.collection(bookingCollection);
  const raw = database.collection(rawCollection);
  await database.ensureIndexes();
  let like: BookingDocument | undefined;
  let nextRaw = 1;

  const book = async (stay: number): Promise<boolean> => {
    like = await bookings.book(stay);
    return true;
  };

  return {
    book: (stay) =>
      book(stay).catch((error: unknown) => {
        if (error instanceof Error && error.message === 'booking_sold_out') return false;
        throw error;
      }),
    insert: async () => {
      if (like === undefined) throw new Error('a booking first, to be like');
      nextRaw += 1;
      return raw.insertOne({ ...like, _id: bookingId(nextRaw), out: ['create'], outAt: Date.now() });
    },
    oversold: async () => {
      const counts = new Map<string, number>();
      for await (const { location, start } of booked.find({ st: 'booked' })) {
        const place = `${location} ${start}`;
        counts.set(place, (counts.get(place) ?? 0) + 1);
      }
      return Math.max(0, ...[...counts.values()].map((count) => count - capacity));
    },
    close: async () => {
      await database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
