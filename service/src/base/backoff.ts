/** How long to wait between tries. */
export interface Backoff {
  readonly baseMs: number;
  readonly capMs: number;
  /** Share of a wait that chance may take off, 0 to 1. */
  readonly jitter: number;
}

/** Beyond this the power overflows nothing but has long met the cap. */
const maxDoublings = 40;

/** Milliseconds to wait after so many failures (1 or more): doubled with each, up to the cap; `chance` is 0 (included) to 1 (excluded). */
export const backoffMs = ({ baseMs, capMs, jitter }: Backoff, failures: number, chance: number): number => {
  const doublings = Math.min(Math.max(failures - 1, 0), maxDoublings);
  return Math.round(Math.min(capMs, baseMs * 2 ** doublings) * (1 - jitter * chance));
};
