import { createSettleEntries } from '../base/settlement.js';
import type { PoolEntry } from './pool.js';

/** The entries of a pool after asking what became of the bookings behind the unsettled ones. */
export const settleEntries = createSettleEntries<PoolEntry>(({ b, s, e }) => ({ b, s, e }));
