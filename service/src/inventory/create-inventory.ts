import type { Clock } from '../base/clock.js';
import type { Documents } from '../base/documents.js';
import type { BookingId } from '../base/ids.js';
import type { Settlement } from '../base/settlement.js';
import { createHoldDay } from './hold-day.js';
import type { HoldOutcome, HoldRequest, Inventory, PoolStay } from './inventory.js';
import { createMirror, type Mirror } from './mirror.js';
import { createMirrorFeed } from './mirror-feed.js';
import { type PoolDocument, type PoolSlot, slotsOf } from './pool.js';
import { createPoolQueue } from './pool-queue.js';
import { settleEntries } from './settle-entries.js';
import { createPoolStore, type PoolStore } from './store.js';

interface InventoryDependencies {
  readonly pools: Documents<PoolDocument>;
  readonly settlement: Settlement;
  readonly clock: Pick<Clock, 'now'>;
}

const poolsPerPass = 200;
const passesAtMost = 50;

/** Everything read or written passes through the mirror, so that this process sees its own writes at once. */
const mirrored = (store: PoolStore, mirror: Mirror): PoolStore => {
  const seen = (pool: PoolDocument | undefined): PoolDocument | undefined => {
    if (pool !== undefined) mirror.put(pool);
    return pool;
  };
  return {
    ...store,
    read: async (slot) => seen(await store.read(slot)),
    write: async (slot, read, entries) => seen(await store.write(slot, read, entries)),
  };
};

/** Who holds which space when, one document per pool and day (DATA.md, "Booking"). */
export const createInventory = ({ pools, settlement, clock }: InventoryDependencies): Inventory => {
  const mirror = createMirror();
  const store = mirrored(createPoolStore(pools, clock), mirror);
  const feed = createMirrorFeed({ store, mirror, clock });
  const queue = createPoolQueue();
  const holdDay = createHoldDay({ store, settlement, now: clock.now });

  const releaseDay = async (slot: PoolSlot, booking: BookingId): Promise<void> => {
    for (;;) {
      const pool = await store.read(slot);
      if (pool === undefined || pool.r.every(({ b }) => b !== booking)) return;
      const others = pool.r.filter(({ b }) => b !== booking);
      if ((await store.write(slot, pool, others)) !== undefined) return;
    }
  };

  const releaseDays = async (slots: readonly PoolSlot[], booking: BookingId): Promise<void> => {
    for (const slot of slots) await queue(slot._id, () => releaseDay(slot, booking));
  };

  const hold = async (request: HoldRequest): Promise<HoldOutcome> => {
    const slots = slotsOf(request);
    for (const [index, slot] of slots.entries()) {
      const outcome = await queue(slot._id, () => holdDay(slot, request));
      if (outcome === 'held') continue;
      await releaseDays(slots.slice(0, index), request.booking);
      return outcome;
    }
    return 'held';
  };

  /** A miss is left to the next pass: whoever wrote in between has settled what stood in the way. */
  const settlePool = async (slot: PoolSlot, now: number): Promise<void> => {
    const pool = await store.read(slot);
    if (pool === undefined) return;
    const settled = await settleEntries(pool.r, now, settlement);
    if (settled !== pool.r) await store.write(slot, pool, settled);
  };

  /** One pool that cannot be settled keeps none of the others waiting; its failure is thrown after them. */
  const settlePage = async (now: number): Promise<number> => {
    const expired = await store.expired(now, poolsPerPass);
    const failures: unknown[] = [];
    for (const slot of expired) {
      await queue(slot._id, () => settlePool(slot, now)).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return expired.length;
  };

  return {
    hold,
    release: (stay: PoolStay & { readonly booking: BookingId }) => releaseDays(slotsOf(stay), stay.booking),
    settleExpired: async (now) => {
      let settled = 0;
      for (let pass = 0; pass < passesAtMost; pass += 1) {
        const found = await settlePage(now);
        settled += found;
        if (found < poolsPerPass) return settled;
      }
      return settled;
    },
    peak: mirror.peak,
    refreshMirror: feed,
  };
};
