import type { Clock } from '../base/clock.js';
import { counterCollection, createCounter, type NextNumber } from '../base/counters.js';
import type { Database } from '../base/documents.js';
import { bookingIdFloor } from '../bookings/booking-id.js';

/** Where every booking's id comes from. */
export const createBookingIds = (database: Database, clock: Clock): NextNumber =>
  createCounter({
    documents: database.collection(counterCollection),
    clock,
    name: 'bookings',
    blockSize: 100,
    floor: bookingIdFloor,
  });
