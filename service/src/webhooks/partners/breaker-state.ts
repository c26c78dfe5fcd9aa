/** A partner's circuit breaker as it is shared: counted by each worker, moved on by compare-and-set on `rev`. */
export interface Breaker {
  readonly st: 'closed' | 'open' | 'half_open';
  /** Epoch ms until which it stays open, or until which the prober may probe; `null` while closed. */
  readonly until: number | null;
  readonly rev: number;
  /** Failures in a row when it opened; `0` while closed. */
  readonly failures: number;
  /** Why it opened. */
  readonly reason: string | null;
}

export const closedBreaker: Breaker = { st: 'closed', until: null, rev: 0, failures: 0, reason: null };
