import type { BookingId } from '../base/ids.js';
import type { Settled, Settlement } from './inventory.js';
import type { PoolEntry } from './pool.js';

const isExpired = ({ u }: PoolEntry, now: number): boolean => u !== undefined && u <= now;

const asSettled = (entry: PoolEntry, settled: ReadonlyMap<BookingId, Settled>): readonly PoolEntry[] => {
  const verdict = settled.get(entry.b);
  if (verdict === undefined) return [entry];
  return verdict === 'booked' ? [{ b: entry.b, s: entry.s, e: entry.e }] : [];
};

/**
 * The entries after asking what became of the unsettled ones: `u` dropped where booked, the entry dropped where gone.
 * Never by the clock alone: an expired entry goes only after its booking was voided, or a late commit would oversell.
 * Answers the very same array when nothing changed.
 */
export const settleEntries = async (
  entries: readonly PoolEntry[],
  now: number,
  settlement: Settlement,
): Promise<readonly PoolEntry[]> => {
  const unsettled = entries.filter(({ u }) => u !== undefined);
  if (unsettled.length === 0) return entries;
  const settled = new Map(await settlement.decided(unsettled.map(({ b }) => b)));
  for (const entry of unsettled) {
    const isDue = isExpired(entry, now) && !settled.has(entry.b);
    if (isDue) settled.set(entry.b, await settlement.settle(entry.b));
  }
  return settled.size === 0 ? entries : entries.flatMap((entry) => asSettled(entry, settled));
};
