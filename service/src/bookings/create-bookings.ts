import type { Accounts } from '../accounts/accounts.js';
import type { Caller } from '../base/caller.js';
import type { Clock } from '../base/clock.js';
import type { NextNumber } from '../base/counters.js';
import type { Documents } from '../base/documents.js';
import type { BookingId, RandomHex } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { Problem } from '../base/problem.js';
import type { Inventory, Settlement } from '../inventory/inventory.js';
import type { Quotes } from '../quotes/quote.js';
import { requireCredentials, type Standing, standingOf } from './access.js';
import { createAttempt } from './attempt.js';
import { createBook } from './book.js';
import type { BookingDocument, NoticesWanted } from './booking.js';
import type { Bookings, BookingView } from './bookings.js';
import { createCancel } from './cancellation.js';
import { createIdempotency, type IdempotencyDocument } from './idempotency.js';
import { poolStayOf } from './pool-stay.js';
import { openQuote, previewOf } from './preview.js';
import type { BookingStore } from './store.js';

interface BookingsDependencies {
  readonly store: BookingStore;
  readonly settlement: Settlement;
  readonly inventory: Pick<Inventory, 'hold' | 'release'>;
  readonly idempotencyKeys: Documents<IdempotencyDocument>;
  readonly quotes: Pick<Quotes, 'open'>;
  readonly accounts: Pick<Accounts, 'find' | 'findOrCreateGuest'>;
  readonly nextBookingId: NextNumber;
  readonly noticesWanted: NoticesWanted;
  /** Called after a booking was committed or cancelled, so that its notices need not wait; must not throw. */
  readonly onCommitted: (booking: BookingId) => void;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  readonly randomHex: RandomHex;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Two seconds in all, short ones first: most unsettled entries are settled within milliseconds. */
const pausesMs = [20, 50, 130, 300, 500, 500, 500] as const;

const viewOf = (booking: BookingDocument): BookingView => ({ booking, customer: booking.contact });

/** Previews, books, shows and cancels; the protocol is in `attempt.ts`. */
export const createBookings = (dependencies: BookingsDependencies): Bookings => {
  const { store, settlement, inventory, quotes, noticesWanted, onCommitted, clock } = dependencies;

  const attempt = createAttempt({
    insert: store.insert,
    hold: ({ booking, capacity }) =>
      inventory.hold({ ...poolStayOf(booking), capacity, until: booking.until }),
    commit: ({ booking, out }) => store.commit(booking._id, out),
    settle: settlement.settle,
    release: (booking) => inventory.release(poolStayOf(booking)),
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

  const findFor = async (
    id: BookingId,
    caller: Caller,
    code: string | undefined,
  ): Promise<{ readonly booking: BookingDocument; readonly standing: Standing }> => {
    requireCredentials(caller, code);
    const booking = await store.find(id);
    const isThere = booking?.st === 'booked' || booking?.st === 'cancelled';
    if (booking === undefined || !isThere) throw new Problem('booking_not_found');
    return { booking, standing: standingOf(booking, caller, code) };
  };

  return {
    preview: async (request) => previewOf(openQuote(quotes, request)),
    book: async (request, caller) => {
      const { booking, isNew } = await book(request, caller);
      if (isNew) onCommitted(booking._id);
      return viewOf(booking);
    },
    view: async (id, caller, authorizationCode) => {
      const { booking, standing } = await findFor(id, caller, authorizationCode);
      return standing === 'owner' ? viewOf(booking) : { booking };
    },
    cancel: async (id, caller, authorizationCode) => {
      const { booking } = await findFor(id, caller, authorizationCode);
      if (await cancel(booking)) onCommitted(id);
    },
    listOfCustomer: async (caller) => {
      if (caller.kind === 'anonymous') throw new Problem('token_missing');
      if (caller.kind !== 'user') throw new Problem('token_insufficient');
      return (await store.ofCustomer(caller.customer)).map(viewOf);
    },
  };
};
