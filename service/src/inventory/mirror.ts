import type { LocationId } from '../base/ids.js';
import type { PoolStay } from './inventory.js';
import { type Occupancy, occupancyOf, peakWithin } from './occupancy.js';
import { dayOf, type PoolDocument } from './pool.js';

/** The pools in memory, for searches. May be behind the store; booking decides. */
export interface Mirror {
  /** Takes in a pool as read or written, unless a later state of it is known. */
  readonly put: (pool: PoolDocument) => void;
  readonly peak: (stay: PoolStay) => number;
  readonly forgetBefore: (day: number) => void;
}

/** The occupancy is worked out when first asked for: a busy pool changes more often than it is searched. */
interface Day {
  pool: PoolDocument;
  occupancy: Occupancy | undefined;
}

type Days = Map<number, Day>;

export const createMirror = (): Mirror => {
  const locations = new Map<LocationId, Map<string, Days>>();

  const daysOf = ({ location, pool }: PoolDocument): Days => {
    const pools = locations.get(location) ?? new Map<string, Days>();
    locations.set(location, pools);
    const days = pools.get(pool) ?? new Map<number, Day>();
    pools.set(pool, days);
    return days;
  };

  const peakOfDay = (day: Day, { start, end }: PoolStay): number => {
    day.occupancy ??= occupancyOf(day.pool.r);
    return peakWithin(day.occupancy, start, end);
  };

  return {
    put: (pool) => {
      const days = daysOf(pool);
      const known = days.get(pool.day);
      if (known === undefined) days.set(pool.day, { pool, occupancy: undefined });
      else if (known.pool.v < pool.v) {
        known.pool = pool;
        known.occupancy = undefined;
      }
    },
    peak: (stay) => {
      const days = locations.get(stay.location)?.get(stay.pool);
      if (days === undefined) return 0;
      let peak = 0;
      const last = dayOf(stay.end - 1);
      for (let number = dayOf(stay.start); number <= last; number += 1) {
        const day = days.get(number);
        if (day !== undefined) peak = Math.max(peak, peakOfDay(day, stay));
      }
      return peak;
    },
    forgetBefore: (day) => {
      for (const pools of locations.values()) {
        for (const days of pools.values()) {
          for (const number of days.keys()) if (number < day) days.delete(number);
        }
      }
    },
  };
};
