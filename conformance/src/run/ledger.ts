/** A booking the runner made, and whether it could be taken back. */
export interface LedgerEntry {
  readonly bookingId: number;
  readonly scenario: string;
  readonly removed: boolean;
  readonly reason?: string;
}

export interface Ledger {
  readonly made: (bookingId: number, scenario: string) => void;
  readonly removed: (bookingId: number) => void;
  readonly kept: (bookingId: number, reason: string) => void;
  /** Bookings of a scenario that still stand. */
  readonly open: (scenario: string) => readonly number[];
  readonly entries: () => readonly LedgerEntry[];
}

export function createLedger(): Ledger {
  const entries = new Map<number, LedgerEntry>();
  const change = (bookingId: number, part: Partial<LedgerEntry>): void => {
    const entry = entries.get(bookingId);
    if (entry !== undefined) entries.set(bookingId, { ...entry, ...part });
  };
  return {
    made: (bookingId, scenario) => {
      if (!entries.has(bookingId)) entries.set(bookingId, { bookingId, scenario, removed: false });
    },
    removed: (bookingId) => change(bookingId, { removed: true }),
    kept: (bookingId, reason) => change(bookingId, { reason }),
    open: (scenario) =>
      [...entries.values()]
        .filter((entry) => entry.scenario === scenario && !entry.removed)
        .map((entry) => entry.bookingId),
    entries: () => [...entries.values()],
  };
}
