import type { Wallets } from '../accounts/wallet/wallets.js';
import type { HoldOutcome, Inventory } from '../inventory/inventory.js';
import type { BookingDocument } from './booking.js';
import { poolStayOf } from './pool-stay.js';

/** `short`: the wallet no longer has what the price rests on. */
export type HoldingOutcome = HoldOutcome | 'short';

/** What a booking holds of things that others want too: its spaces, and what it spends of the customer's wallet. */
export interface Holdings {
  /** Whatever was held when it answers anything but `held` must be released. */
  readonly hold: (wanted: {
    readonly booking: BookingDocument;
    readonly capacity: number;
  }) => Promise<HoldingOutcome>;
  /** Again is harmless. */
  readonly release: (booking: BookingDocument) => Promise<void>;
}

interface HoldingsDependencies {
  readonly inventory: Pick<Inventory, 'hold' | 'release'>;
  readonly wallets: Pick<Wallets, 'hold' | 'release'>;
}

/** A booking that spends nothing never touches a wallet. */
export const createHoldings = ({ inventory, wallets }: HoldingsDependencies): Holdings => ({
  hold: async ({ booking, capacity }) => {
    const { _id, customer, currency, spent, until } = booking;
    const outcome = await inventory.hold({ ...poolStayOf(booking), capacity, until });
    if (outcome !== 'held' || spent === undefined) return outcome;
    const { coupon, creditMinor } = spent;
    return wallets.hold({ customer, booking: _id, currency, coupon, creditMinor, until });
  },
  release: async (booking) => {
    await inventory.release(poolStayOf(booking));
    if (booking.spent !== undefined) await wallets.release(booking.customer, booking._id);
  },
});
