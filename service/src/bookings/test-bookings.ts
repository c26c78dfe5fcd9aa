import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import { dayMs, hourMs } from '../base/durations.js';
import { type BookingId, bookingId, customerId, type PartnerId, type RandomHex } from '../base/ids.js';
import type { Location } from '../catalogue/location.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import type { BookingDocument } from './booking.js';
import type { BookingStore } from './store.js';

/**
 * Bookings to try a partner's receiver with: it can fetch them as it fetches any of its own, but they hold no space, cost
 * nothing, owe nobody a notice or a mail, and stand in no list (a reconciliation would make them happen again).
 */
export interface TestBookings {
  /** An id that nobody was given; there is no booking of it yet. */
  readonly nextId: () => Promise<BookingId>;
  /** False while the catalogue has no location to book. */
  readonly canMake: () => boolean;
  /** Tomorrow, for an hour, at a location of the catalogue. */
  readonly make: (partner: PartnerId, id: BookingId) => Promise<void>;
  /** Again, or of an id that has no booking, is harmless. */
  readonly cancel: (id: BookingId) => Promise<void>;
}

interface TestBookingOptions {
  readonly store: Pick<BookingStore, 'insert' | 'cancelTest'>;
  readonly snapshot: () => Pick<CatalogueSnapshot, 'locations'>;
  readonly nextBookingId: NextNumber;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
}

/** No customer has it. */
const nobody = customerId(0);

/** Says what it is to whoever fetches it; the address belongs to nobody (RFC 2606). */
const contact = { email: 'self-test@example.invalid', firstName: 'Self', lastName: 'Test' } as const;

type Place = Pick<
  BookingDocument,
  'location' | 'pool' | 'option' | 'timezone' | 'currency' | 'sellerId' | 'isOnDemand'
>;

const placeOf = ({ id, options: [option], timezone, currency, sellerId }: Location): Place => ({
  location: id,
  pool: option?.pool ?? 'standard',
  option: option?.key ?? 'standard',
  timezone,
  currency,
  sellerId,
  isOnDemand: option?.sale === 'on_demand',
});

const nothingPaid = {
  priceMinor: 0,
  fullPriceMinor: 0,
  addOns: [],
  isInvoiced: false,
  capabilities: [],
  plateNumber: null,
} as const;

export const createTestBookings = (options: TestBookingOptions): TestBookings => {
  const { store, snapshot, clock, randomHex } = options;

  const location = (): Location | undefined => {
    const locations = snapshot().locations();
    return locations.find(({ options: sold }) => sold.length > 0) ?? locations[0];
  };

  const bookingOf = (partner: PartnerId, id: BookingId, place: Location): BookingDocument => {
    const now = clock.now();
    const start = Math.ceil((now + dayMs) / hourMs) * hourMs;
    return {
      ...nothingPaid,
      ...placeOf(place),
      _id: id,
      st: 'booked',
      until: now,
      rev: 0,
      out: [],
      partner,
      client: null,
      customer: nobody,
      contact,
      start,
      end: start + hourMs,
      event: null,
      // By the API nobody cancels it: that would owe its partner a notice.
      cancellableUntil: null,
      purchasedAt: now,
      timesTbd: false,
      authorizationCode: randomHex(16),
      shareCode: randomHex(16),
      passCode: randomHex(8).toUpperCase(),
      locale: 'en-US',
      isTest: true,
    };
  };

  return {
    nextId: async () => bookingId(await options.nextBookingId()),
    canMake: () => location() !== undefined,
    make: async (partner, id) => {
      const place = location();
      if (place === undefined) throw new Error('the catalogue has no location');
      await store.insert(bookingOf(partner, id, place));
    },
    cancel: store.cancelTest,
  };
};
