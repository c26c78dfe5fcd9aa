import type { Wallets } from '../accounts/wallet/wallets.js';
import type { Clock } from '../base/clock.js';
import { dayMs } from '../base/durations.js';
import type { Inventory } from '../inventory/inventory.js';
import type { BookingStore } from './store.js';

/** Repairs what a death left behind: pending bookings beyond their time, and what undecided ones hold. */
export interface Janitor {
  /** One pass; safe to run anywhere, at any time, side by side. */
  readonly run: () => Promise<{
    readonly voided: number;
    readonly poolsSettled: number;
    readonly walletsSettled: number;
  }>;
  /** Deletes void bookings of a week ago and more; answers how many. */
  readonly forgetVoid: () => Promise<number>;
}

interface JanitorDependencies {
  readonly store: Pick<BookingStore, 'voidExpired' | 'deleteVoid'>;
  readonly inventory: Pick<Inventory, 'settleExpired'>;
  readonly wallets: Pick<Wallets, 'settleExpired'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A void booking is kept this long, so that a request that was merely slow cannot insert it again. */
const keepVoidMs = 7 * dayMs;

export const createJanitor = ({ store, inventory, wallets, clock }: JanitorDependencies): Janitor => ({
  run: async () => {
    const voided = await store.voidExpired();
    const poolsSettled = await inventory.settleExpired(clock.now());
    const walletsSettled = await wallets.settleExpired(clock.now());
    return { voided, poolsSettled, walletsSettled };
  },
  forgetVoid: () => store.deleteVoid(clock.now() - keepVoidMs),
});
