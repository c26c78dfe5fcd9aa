import type { Exchange } from './network.js';

/** What was promised to customers, what was sent, and what was seen to go wrong on the way. */
export interface RunRecord {
  readonly toldBooked: Set<number>;
  readonly toldCancelled: Set<number>;
  /** Customers that have not been answered, and can still be. */
  readonly customers: { waiting: number };
  /** Bookings whose spaces were given back. */
  readonly released: Set<number>;
  readonly exchanges: Exchange[];
  /** Deliveries that somebody opened again by hand. */
  readonly resent: Set<string>;
  readonly faults: string[];
}

export const createRunRecord = (): RunRecord => ({
  toldBooked: new Set(),
  toldCancelled: new Set(),
  customers: { waiting: 0 },
  released: new Set(),
  exchanges: [],
  resent: new Set(),
  faults: [],
});
