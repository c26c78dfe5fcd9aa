const baseMs = 5_000;
const capMs = 3_600_000;
/** Chance may take off so much of a wait. */
const jitter = 0.2;
/** After so long without success a message is given up. */
const givesUpAfterMs = 3 * 86_400_000;

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
  const full = Math.min(capMs, baseMs * 2 ** Math.min(failures - 1, 30));
  const at = now + Math.round(full * (1 - jitter * chance));
  return at - openedAt > givesUpAfterMs ? undefined : at;
};
