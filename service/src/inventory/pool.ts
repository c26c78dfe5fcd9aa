import { collectionSpec } from '../base/documents.js';
import { dayMs } from '../base/durations.js';
import type { LocationId } from '../base/ids.js';
import type { HeldEntry } from '../base/settlement.js';
import type { PoolStay } from './inventory.js';

/** One booking's space on one day; instants of the whole stay, epoch ms, `e` exclusive. */
export interface PoolEntry extends HeldEntry {
  readonly s: number;
  readonly e: number;
}

/** Who holds which space of a pool on one day (UTC), epoch ms. */
export interface PoolDocument {
  /** `<location>:<pool>:<day>`. */
  readonly _id: string;
  readonly location: LocationId;
  readonly pool: string;
  readonly day: number;
  /** Counts the writes; every write compares it. */
  readonly v: number;
  readonly r: readonly PoolEntry[];
  /** The earliest `u` of the entries. */
  readonly u0: number | null;
  /** When it was last written by the writer's clock; never goes back. */
  readonly at: number;
}

export const poolCollection = collectionSpec<PoolDocument>({
  name: 'pools',
  indexes: [['u0'], ['at'], ['day']],
});

/** Which pool document: one pool on one day. */
export type PoolSlot = Pick<PoolDocument, '_id' | 'location' | 'pool' | 'day'>;

export const dayOf = (instant: number): number => Math.floor(instant / dayMs);

const slotOf = ({ location, pool }: PoolStay, day: number): PoolSlot => ({
  _id: `${location}:${pool}:${day}`,
  location,
  pool,
  day,
});

/** The pool documents a stay touches, in ascending order of days: every writer takes them in this order. */
export const slotsOf = (stay: PoolStay): readonly PoolSlot[] => {
  const first = dayOf(stay.start);
  const count = Math.max(dayOf(stay.end - 1) - first + 1, 1);
  return Array.from({ length: count }, (_, index) => slotOf(stay, first + index));
};
