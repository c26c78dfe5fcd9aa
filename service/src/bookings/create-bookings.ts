import type { Accounts } from '../accounts/accounts.js';
import type { Wallets } from '../accounts/wallet/wallets.js';
import type { Caller } from '../base/caller.js';
import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import type { Documents } from '../base/documents.js';
import type { BookingId, PartnerId, RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { Problem } from '../base/problem.js';
import type { Settlement } from '../base/settlement.js';
import type { Quotes } from '../quotes/quote.js';
import { requireCredentials, standingOf } from './access.js';
import { createAttempt } from './attempt.js';
import { createBook } from './book.js';
import type { BookingDocument, NoticesWanted } from './booking.js';
import type { BookingCodes, Bookings, BookingView, Standing } from './bookings.js';
import { createCancel } from './cancellation.js';
import type { Holdings } from './holdings.js';
import { createIdempotency, type IdempotencyDocument } from './idempotency.js';
import { createLists } from './lists.js';
import { createPriceFor, openQuote } from './preview.js';
import type { BookingStore } from './store.js';

export type BookingChange = 'made' | 'cancelled';

interface BookingsDependencies {
  readonly store: BookingStore;
  readonly settlement: Settlement;
  readonly holdings: Holdings;
  readonly wallets: Pick<Wallets, 'spendingFor'>;
  readonly idempotencyKeys: Documents<IdempotencyDocument>;
  readonly quotes: Pick<Quotes, 'open'>;
  readonly accounts: Pick<Accounts, 'find' | 'findOrCreateGuest'>;
  readonly nextBookingId: NextNumber;
  readonly noticesWanted: NoticesWanted;
  /** What a partner is called. */
  readonly partnerName: (partner: PartnerId) => Promise<string | undefined>;
  /** Called after a booking was committed or cancelled, so that its notices need not wait; must not throw. */
  readonly onCommitted: (booking: BookingId, change: BookingChange) => void;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly randomHex: RandomHex;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Two seconds in all, short ones first: most unsettled entries are settled within milliseconds. */
const pausesMs = [20, 50, 130, 300, 500, 500, 500] as const;

/** Previews, books, shows and cancels; the protocol is in `attempt.ts`. */
export const createBookings = (dependencies: BookingsDependencies): Bookings => {
  const { store, settlement, holdings, quotes, wallets, noticesWanted, partnerName, onCommitted, clock } =
    dependencies;
  const priceFor = createPriceFor(wallets);

  const attempt = createAttempt({
    insert: store.insert,
    hold: holdings.hold,
    commit: ({ booking, out }) => store.commit(booking._id, out),
    settle: settlement.settle,
    isVoid: async (id) => (await store.find(id))?.st === 'void',
    release: holdings.release,
    pausesMs,
    sleep: clock.sleep,
    logger: dependencies.logger,
  });

  const idempotency = createIdempotency({
    documents: dependencies.idempotencyKeys,
    store,
    clock,
    pausesMs,
  });

  const book = createBook({ ...dependencies, idempotency, attempt });

  const cancel = createCancel({
    store,
    wantsCancel: async ({ partner }) => partner !== null && (await noticesWanted(partner)).cancel,
    now: clock.now,
  });

  const viewOf = async (booking: BookingDocument, standing: Standing): Promise<BookingView> => {
    const name = booking.partner === null ? undefined : await partnerName(booking.partner);
    return { booking, standing, ...(name !== undefined && { partnerName: name }) };
  };

  const findFor = async (id: BookingId, caller: Caller, codes: BookingCodes): Promise<BookingView> => {
    requireCredentials(caller, codes);
    const booking = await store.find(id);
    const isThere = booking?.st === 'booked' || booking?.st === 'cancelled';
    if (booking === undefined || !isThere) throw new Problem('booking_not_found');
    return viewOf(booking, standingOf(booking, caller, codes));
  };

  return {
    ...createLists({ store, viewOf: (booking) => viewOf(booking, 'owner') }),
    preview: async (request, caller) => (await priceFor(openQuote(quotes, request), caller)).preview,
    book: async (request, caller) => {
      const { booking, isNew } = await book(request, caller);
      if (isNew) onCommitted(booking._id, 'made');
      return viewOf(booking, 'owner');
    },
    view: (id, caller, codes = {}) => findFor(id, caller, codes),
    cancel: async (id, caller, authorizationCode) => {
      const { booking } = await findFor(id, caller, { authorizationCode });
      if (await cancel(booking)) onCommitted(id, 'cancelled');
    },
  };
};
