import type { Accounts } from '../accounts/accounts.js';
import type { Caller } from '../base/caller.js';
import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import { bookingId, type RandomHex } from '../base/ids.js';
import { Problem } from '../base/problem.js';
import type { OpenedQuote, Quotes } from '../quotes/quote.js';
import type { AttemptOutcome, Draft } from './attempt.js';
import type { BookingDocument, NoticesWanted, OutboxKind } from './booking.js';
import type { BookRequest, Preview } from './bookings.js';
import { customerOf } from './customer.js';
import { requireFinalPrice } from './final-price.js';
import { claimOf, type Idempotency } from './idempotency.js';
import { newBooking, plateOf } from './new-booking.js';
import { requirePayment } from './payment.js';
import { openQuote, previewOf } from './preview.js';

export interface BookDependencies {
  readonly quotes: Pick<Quotes, 'open'>;
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

const requirePlate = ({ location }: OpenedQuote, request: BookRequest): void => {
  if (location.validation.requiresLicensePlate && plateOf(request) === null) {
    throw new Problem('booking_plate_number_missing', { fields: ['plate_number'] });
  }
};

const refuse = (outcome: Exclude<AttemptOutcome, 'booked'>): Problem =>
  outcome === 'sold_out'
    ? new Problem('booking_sold_out')
    : new Problem('booking_unavailable', { retryAfterSeconds: 1 });

/** `POST /bookings`: what was asked before, the checks that write nothing, the customer, the key, the protocol. */
export const createBook = (dependencies: BookDependencies) => {
  const { quotes, accounts, idempotency, attempt, nextBookingId, noticesWanted, clock } = dependencies;

  const check = (request: BookRequest, caller: Caller): { opened: OpenedQuote; preview: Preview } => {
    const opened = openQuote(quotes, request);
    const preview = previewOf(opened);
    requireStayAhead(opened, clock.now());
    requireFinalPrice(request.finalPrice, preview.finalPrice);
    requirePayment(caller, request.isInvoice, preview.finalPrice);
    requirePlate(opened, request);
    return { opened, preview };
  };

  const outOf = async ({ partner }: BookingDocument): Promise<readonly OutboxKind[]> =>
    partner !== null && (await noticesWanted(partner)).create ? ['create'] : [];

  const attemptNew = async (draft: Draft): Promise<Booked> => {
    const outcome = await attempt(draft);
    if (outcome !== 'booked') throw refuse(outcome);
    return { booking: { ...draft.booking, st: 'booked', rev: 1 }, isNew: true };
  };

  return async (request: BookRequest, caller: Caller): Promise<Booked> => {
    const key = request.idempotencyKey;
    const claim = key === undefined ? undefined : claimOf(caller, key, request.requestHash);
    const before = claim === undefined ? undefined : await idempotency.recall(claim);
    if (before !== undefined) return { booking: before, isNew: false };

    const checked = check(request, caller);
    const customer = await customerOf(accounts, request, caller);
    const id = bookingId(await nextBookingId());
    const { randomHex } = dependencies;
    const now = clock.now();
    const booking = newBooking({ ...checked, id, now, caller, customer, request, randomHex });
    const out = await outOf(booking);

    const earlier = claim === undefined ? undefined : await idempotency.take(claim, booking);
    if (earlier !== undefined) return { booking: earlier, isNew: false };
    return attemptNew({ booking, capacity: checked.opened.option.capacity, out });
  };
};
