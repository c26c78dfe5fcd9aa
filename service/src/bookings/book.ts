import type { Accounts } from '../accounts/accounts.js';
import type { Wallets } from '../accounts/wallet/wallets.js';
import type { Caller } from '../base/caller.js';
import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import { bookingId, type RandomHex } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { OpenedQuote, Quotes } from '../quotes/quote.js';
import type { AttemptOutcome, Draft } from './attempt.js';
import type { BookingDocument, NoticesWanted, OutboxKind } from './booking.js';
import type { BookRequest } from './bookings.js';
import { readCapabilities } from './capabilities.js';
import { customerOf } from './customer.js';
import { requireFinalPrice } from './final-price.js';
import { claimOf, type Idempotency, type IdempotencyClaim, type Recalled } from './idempotency.js';
import { type BookingDetails, newBooking } from './new-booking.js';
import { requirePayment } from './payment.js';
import { readPlate } from './plate.js';
import { createPriceFor, openQuote, type Priced } from './preview.js';

export interface BookDependencies {
  readonly quotes: Pick<Quotes, 'open'>;
  readonly wallets: Pick<Wallets, 'spendingFor'>;
  readonly accounts: Pick<Accounts, 'find' | 'findOrCreateGuest'>;
  readonly idempotency: Idempotency;
  readonly attempt: (draft: Draft) => Promise<AttemptOutcome>;
  readonly nextBookingId: NextNumber;
  readonly noticesWanted: NoticesWanted;
  readonly clock: Pick<Clock, 'now'>;
  readonly randomHex: RandomHex;
}

export interface Booked {
  readonly booking: BookingDocument;
  /** False when an earlier request with the same key made it. */
  readonly isNew: boolean;
}

const requireStayAhead = ({ claims }: OpenedQuote, now: number): void => {
  if (claims.end <= now) throw new Problem('booking_quote_expired', { details: 'the stay is over' });
};

const requireSold = ({ option }: OpenedQuote): void => {
  if (option.sale === 'none') throw new Problem('booking_sold_out', { details: 'the option is not sold' });
};

const detailsOf = ({ location }: OpenedQuote, request: BookRequest): BookingDetails => {
  const plateNumber = readPlate(request.plateNumber);
  if (location.validation.requiresLicensePlate && plateNumber === null) {
    throw new Problem('booking_plate_number_missing', { fields: ['plate_number'] });
  }
  return { plateNumber, capabilities: readCapabilities(request.capabilities) };
};

const refusals = {
  sold_out: () => new Problem('booking_sold_out'),
  short: () =>
    new Problem('booking_final_price_mismatch', {
      fields: ['final_price'],
      details: 'credit or coupon were spent meanwhile',
    }),
  overtaken: () => new Problem('booking_unavailable', { retryAfterSeconds: 1 }),
} as const satisfies Readonly<Record<Exclude<AttemptOutcome, 'booked'>, () => Problem>>;

const isKnown = (recalled: Recalled): recalled is Exclude<Recalled, string> => typeof recalled === 'object';

/** The same request, sent twice at once, may be short of the very credit that the other one holds. */
const isShort = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'booking_final_price_mismatch';
const looksAtMost = 3;

interface Checked extends Priced {
  readonly opened: OpenedQuote;
  readonly details: BookingDetails;
}

/** `POST /bookings`: what was asked before, the checks that write nothing, the customer, the key, the protocol. */
export const createBook = (dependencies: BookDependencies) => {
  const { quotes, wallets, accounts, idempotency, attempt, nextBookingId, noticesWanted, clock } =
    dependencies;
  const priceFor = createPriceFor(wallets);

  const check = async (request: BookRequest, caller: Caller): Promise<Checked> => {
    const opened = openQuote(quotes, request);
    requireSold(opened);
    requireStayAhead(opened, clock.now());
    const details = detailsOf(opened, request);
    const priced = await priceFor(opened, caller);
    const { finalPrice } = priced.preview;
    requireFinalPrice(request.finalPrice, finalPrice);
    requirePayment(caller, request.isInvoice, finalPrice);
    return { opened, details, ...priced };
  };

  const outOf = async (
    { partner }: BookingDocument,
    request: BookRequest,
  ): Promise<readonly OutboxKind[]> => {
    const wantsNotice = partner !== null && (await noticesWanted(partner)).create;
    return [
      ...(wantsNotice ? (['create'] as const) : []),
      ...(request.wantsConfirmation ? (['confirm'] as const) : []),
    ];
  };

  const attemptNew = async (draft: Draft): Promise<Booked> => {
    const outcome = await attempt(draft);
    if (outcome !== 'booked') throw refusals[outcome]();
    return { booking: { ...draft.booking, st: 'booked', rev: 1 }, isNew: true };
  };

  const bookNew = async (
    request: BookRequest,
    caller: Caller,
    claim: IdempotencyClaim | undefined,
  ): Promise<Booked> => {
    const checked = await check(request, caller);
    const customer = await customerOf(accounts, request, caller);
    const id = bookingId(await nextBookingId());
    const { randomHex } = dependencies;
    const booking = newBooking({ ...checked, id, now: clock.now(), caller, customer, request, randomHex });
    const out = await outOf(booking, request);
    const earlier = claim === undefined ? undefined : await idempotency.take(claim, booking);
    if (earlier !== undefined) return { booking: earlier, isNew: false };
    return attemptNew({ booking, capacity: checked.opened.option.capacity, out });
  };

  const bookOnce = async (request: BookRequest, caller: Caller, claim: IdempotencyClaim): Promise<Booked> => {
    for (let look = 1; ; look += 1) {
      const recalled = await idempotency.recall(claim);
      if (isKnown(recalled)) return { booking: recalled.answer, isNew: false };
      try {
        return await bookNew(request, caller, claim);
      } catch (error) {
        const after = error instanceof Problem ? await idempotency.recall(claim) : 'unknown';
        if (isKnown(after)) return { booking: after.answer, isNew: false };
        if (look === looksAtMost || after === 'unknown' || !isShort(error)) throw error;
      }
    }
  };

  return (request: BookRequest, caller: Caller): Promise<Booked> => {
    const { idempotencyKey: key, requestHash } = request;
    if (key === undefined) return bookNew(request, caller, undefined);
    return bookOnce(request, caller, claimOf(caller, key, requestHash));
  };
};
