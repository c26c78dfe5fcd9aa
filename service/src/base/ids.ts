import { randomBytes } from 'node:crypto';

declare const brand: unique symbol;
type Branded<Base, Name> = Base & { readonly [brand]: Name };

export type LocationId = Branded<number, 'location'>;
export type VenueId = Branded<number, 'venue'>;
export type EventId = Branded<number, 'event'>;
export type SellerId = Branded<number, 'seller'>;
export type ReviewId = Branded<number, 'review'>;
export type BookingId = Branded<number, 'booking'>;
export type CustomerId = Branded<number, 'customer'>;
export type PartnerId = Branded<string, 'partner'>;
export type ClientId = Branded<string, 'client'>;
export type AddOnId = Branded<string, 'add-on'>;

export const locationId = (value: number): LocationId => value as LocationId;
export const venueId = (value: number): VenueId => value as VenueId;
export const eventId = (value: number): EventId => value as EventId;
export const sellerId = (value: number): SellerId => value as SellerId;
export const reviewId = (value: number): ReviewId => value as ReviewId;
export const bookingId = (value: number): BookingId => value as BookingId;
export const customerId = (value: number): CustomerId => value as CustomerId;
export const partnerId = (value: string): PartnerId => value as PartnerId;
export const clientId = (value: string): ClientId => value as ClientId;
export const addOnId = (value: string): AddOnId => value as AddOnId;

/** Randomness as factories receive it: `bytes` random bytes in lower-case hex. */
export type RandomHex = (bytes: number) => string;
export const randomHex: RandomHex = (bytes) => randomBytes(bytes).toString('hex');

const pageBytes = 4096;

/**
 * The same for whoever needs a few bytes very often: they are asked of the system by the page, since each asking costs as
 * much as a page does. What was given out is wiped.
 */
export const createPagedHex = (random: (bytes: number) => Buffer = randomBytes): RandomHex => {
  let page: Buffer = Buffer.alloc(0);
  let used = 0;
  return (bytes) => {
    if (bytes > pageBytes) return random(bytes).toString('hex');
    if (used + bytes > page.length) {
      page = random(pageBytes);
      used = 0;
    }
    const hex = page.toString('hex', used, used + bytes);
    page.fill(0, used, used + bytes);
    used += bytes;
    return hex;
  };
};
