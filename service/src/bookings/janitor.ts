import type { Clock } from '../base/clock.js';
import type { Inventory } from '../inventory/inventory.js';
import type { BookingStore } from './store.js';

/** Repairs what a death left behind: pending bookings beyond their time, and the pool entries of undecided ones. */
export interface Janitor {
  /** One pass; safe to run anywhere, at any time, side by side. */
  readonly run: () => Promise<{ readonly voided: number; readonly poolsSettled: number }>;
  /** Deletes void bookings of a week ago and more; answers how many. */
  readonly forgetVoid: () => Promise<number>;
}

interface JanitorDependencies {
  readonly store: Pick<BookingStore, 'voidExpired' | 'deleteVoid'>;
  readonly inventory: Pick<Inventory, 'settleExpired'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** A void booking is kept this long, so that a request that was merely slow cannot insert it again. */
const keepVoidMs = 7 * 86_400_000;

export const createJanitor = ({ store, inventory, clock }: JanitorDependencies): Janitor => ({
  run: async () => {
    const voided = await store.voidExpired();
    const poolsSettled = await inventory.settleExpired(clock.now());
    return { voided, poolsSettled };
  },
  forgetVoid: () => store.deleteVoid(clock.now() - keepVoidMs),
});
