import type { Caller } from '../base/caller.js';
import type { BookingId, RandomHex } from '../base/ids.js';
import { say } from '../base/locale.js';
import { cancellableUntil } from '../pricing/cancellation.js';
import type { OpenedQuote } from '../quotes/quote.js';
import type { BookingDocument, Spent } from './booking.js';
import type { BookRequest, Preview } from './bookings.js';
import type { BookingCustomer } from './customer.js';

/** How long a booking may stay pending before anybody may void it, ms. */
const pendingMs = 30_000;

/** What was read out of the request. */
export type BookingDetails = Pick<BookingDocument, 'plateNumber' | 'capabilities'>;

interface NewBooking {
  readonly id: BookingId;
  readonly now: number;
  readonly caller: Caller;
  readonly customer: BookingCustomer;
  readonly request: BookRequest;
  readonly opened: OpenedQuote;
  readonly preview: Preview;
  readonly spent: Spent | undefined;
  readonly details: BookingDetails;
  readonly randomHex: RandomHex;
}

type Terms = Pick<
  BookingDocument,
  'currency' | 'priceMinor' | 'fullPriceMinor' | 'spent' | 'addOns' | 'cancellableUntil' | 'isInvoiced'
>;

const termsOf = ({ opened, preview, spent, request }: NewBooking): Terms => ({
  currency: preview.finalPrice.currency,
  priceMinor: preview.finalPrice.minor,
  fullPriceMinor: preview.subtotal.minor,
  ...(spent === undefined ? {} : { spent }),
  addOns: opened.addOns.map(({ id, name, price }) => ({
    id,
    name: say(name, request.locale),
    priceMinor: price.minor,
  })),
  cancellableUntil: cancellableUntil(opened.plan, opened.claims.start) ?? null,
  isInvoiced: request.isInvoice,
});

type Place = Pick<
  BookingDocument,
  | 'location'
  | 'pool'
  | 'option'
  | 'isOnDemand'
  | 'start'
  | 'end'
  | 'event'
  | 'timezone'
  | 'timesTbd'
  | 'sellerId'
>;

const placeOf = ({ opened }: NewBooking): Place => ({
  location: opened.location.id,
  pool: opened.option.pool,
  option: opened.option.key,
  isOnDemand: opened.option.sale === 'on_demand',
  start: opened.claims.start,
  end: opened.claims.end,
  event: opened.claims.event ?? null,
  timezone: opened.location.timezone,
  timesTbd: opened.event?.timesTbd ?? false,
  sellerId: opened.location.sellerId,
});

/** The pending document; a booking belongs to the partner of the token's client, without one to none (decision 8). */
export const newBooking = (given: NewBooking): BookingDocument => {
  const { id, now, caller, customer, details, request, randomHex } = given;
  return {
    _id: id,
    st: 'pending',
    until: now + pendingMs,
    rev: 0,
    out: [],
    partner: caller.kind === 'anonymous' ? null : (caller.partner ?? null),
    client: caller.kind === 'anonymous' ? null : caller.client,
    customer: customer.id,
    contact: customer.contact,
    ...placeOf(given),
    ...termsOf(given),
    purchasedAt: now,
    ...details,
    authorizationCode: randomHex(16),
    shareCode: randomHex(16),
    passCode: randomHex(8).toUpperCase(),
    locale: request.locale,
  };
};
