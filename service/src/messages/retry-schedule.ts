import { backoffMs } from '../base/backoff.js';
import { dayMs, hourMs } from '../base/durations.js';

const waits = { baseMs: 5_000, capMs: hourMs, jitter: 0.2 } as const;
/** After so long without success a message is given up. */
const givesUpAfterMs = 3 * dayMs;

interface RetryQuestion {
  /** Failed attempts, 1 or more. */
  readonly failures: number;
  readonly openedAt: number;
  readonly now: number;
  /** Chance, 0 (included) to 1 (excluded). */
  readonly chance: number;
}

/** When to try a message again, epoch ms; `undefined` when it is to be given up. */
export const nextTry = ({ failures, openedAt, now, chance }: RetryQuestion): number | undefined => {
  const at = now + backoffMs(waits, failures, chance);
  return at - openedAt > givesUpAfterMs ? undefined : at;
};
