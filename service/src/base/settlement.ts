import type { BookingId } from './ids.js';

/** Whether a booking keeps what it holds. */
export type Settled = 'booked' | 'gone';

/** What the booking behind an entry turned out to be, once it can change no more: see DATA.md "Booking", step 4. */
export type Settle = (booking: BookingId) => Promise<Settled>;

/** The truth about the bookings behind entries; injected, so that whoever keeps entries knows nothing of bookings. */
export interface Settlement {
  /** Those of the bookings that are decided already; the pending ones are left out and left alone. */
  readonly decided: (bookings: readonly BookingId[]) => Promise<ReadonlyMap<BookingId, Settled>>;
  /** Decides now: a booking that is still pending is voided first, so that it cannot be committed later. */
  readonly settle: Settle;
}

/** What a booking holds of something that others want too: a space, money. */
export interface HeldEntry {
  readonly b: BookingId;
  /** Until when the booking may stay undecided; absent once it is known to be booked. */
  readonly u?: number;
}

const isExpired = ({ u }: HeldEntry, now: number): boolean => u !== undefined && u <= now;

/** The earliest `u` of the entries; `null` where all are settled. */
export const earliestExpiry = (entries: readonly HeldEntry[]): number | null => {
  let earliest: number | null = null;
  for (const { u } of entries) {
    if (u !== undefined && (earliest === null || u < earliest)) earliest = u;
  }
  return earliest;
};

/**
 * Entries after asking what became of the unsettled ones: `u` dropped where booked, the entry dropped where gone.
 * Never by the clock alone: an expired entry goes only after its booking was voided, or a late commit would keep
 * what was given away. Answers the very same array when nothing changed.
 */
export const createSettleEntries =
  <Entry extends HeldEntry>(withoutExpiry: (entry: Entry) => Entry) =>
  async (entries: readonly Entry[], now: number, settlement: Settlement): Promise<readonly Entry[]> => {
    const unsettled = entries.filter(({ u }) => u !== undefined);
    if (unsettled.length === 0) return entries;
    const settled = new Map(await settlement.decided(unsettled.map(({ b }) => b)));
    for (const entry of unsettled) {
      const isDue = isExpired(entry, now) && !settled.has(entry.b);
      if (isDue) settled.set(entry.b, await settlement.settle(entry.b));
    }
    const asSettled = (entry: Entry): readonly Entry[] => {
      const verdict = settled.get(entry.b);
      if (verdict === undefined) return [entry];
      return verdict === 'booked' ? [withoutExpiry(entry)] : [];
    };
    return settled.size === 0 ? entries : entries.flatMap(asSettled);
  };
