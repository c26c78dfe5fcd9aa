import type { Settlement } from '../base/settlement.js';
import type { HoldOutcome, HoldRequest } from './inventory.js';
import { occupancyOf, peakWithin } from './occupancy.js';
import type { PoolEntry, PoolSlot } from './pool.js';
import { settleEntries } from './settle-entries.js';
import type { PoolStore } from './store.js';

interface HoldDayDependencies {
  readonly store: Pick<PoolStore, 'read' | 'write'>;
  readonly settlement: Settlement;
  readonly now: () => number;
}

const hasRoom = (entries: readonly PoolEntry[], { start, end, capacity }: HoldRequest): boolean => {
  const rivals = entries.filter(({ s, e }) => s < end && e > start);
  return rivals.length < capacity || peakWithin(occupancyOf(rivals), start, end) < capacity;
};

const ownEntry = ({ booking, start, end, until }: HoldRequest): PoolEntry => ({
  b: booking,
  s: start,
  e: end,
  u: until,
});

const whyFull = (entries: readonly PoolEntry[], request: HoldRequest): HoldOutcome => {
  const certain = entries.filter(({ u }) => u === undefined);
  return hasRoom(certain, request) ? 'full_unsettled' : 'full';
};

/**
 * Puts the booking's entry into one day's pool by compare-and-set, reading again after every miss.
 * The bookings behind unsettled entries are asked for only where the day looks full: until then they count as taken.
 */
export const createHoldDay =
  ({ store, settlement, now }: HoldDayDependencies) =>
  async (slot: PoolSlot, request: HoldRequest): Promise<HoldOutcome> => {
    for (;;) {
      const pool = await store.read(slot);
      const entries = pool?.r ?? [];
      if (entries.some(({ b }) => b === request.booking)) return 'held';
      const settled = hasRoom(entries, request) ? entries : await settleEntries(entries, now(), settlement);
      const isRoom = hasRoom(settled, request);
      if (!isRoom && settled === entries) return whyFull(entries, request);
      const written = await store.write(slot, pool, isRoom ? [...settled, ownEntry(request)] : settled);
      if (written !== undefined && isRoom) return 'held';
    }
  };
