import type { BookingId, LocationId } from '../base/ids.js';

/** Spaces of one pool over one stay; instants are epoch ms, `end` exclusive. */
export interface PoolStay {
  readonly location: LocationId;
  readonly pool: string;
  readonly start: number;
  readonly end: number;
}

export interface HoldRequest extends PoolStay {
  readonly booking: BookingId;
  readonly capacity: number;
  /** Until when the entry may stay unsettled (the booking's own `until`). */
  readonly until: number;
}

/** `full_unsettled`: full only because of entries that are not settled yet; worth a short wait. */
export type HoldOutcome = 'held' | 'full' | 'full_unsettled';

export interface Inventory {
  /** All days or none: on `full` the entries already made are taken out again. */
  readonly hold: (request: HoldRequest) => Promise<HoldOutcome>;
  /** Takes the booking's entries out of every day of the stay; again is harmless. */
  readonly release: (stay: PoolStay & { readonly booking: BookingId }) => Promise<void>;
  /** Settles the expired entries of all pools that have some (the janitor). Answers in how many pools. */
  readonly settleExpired: (now: number) => Promise<number>;
  /** The most spaces taken at one instant of the stay, from the in-memory mirror: may be behind, costs no I/O. */
  readonly peak: (stay: PoolStay) => number;
  /** Reads pools changed since the last call into the mirror; with none read yet, all of today and later. */
  readonly refreshMirror: () => Promise<void>;
}
