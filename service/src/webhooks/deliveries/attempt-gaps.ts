import type { AttemptDocument, DeliveryDocument } from './delivery.js';

/** Attempts that were made and are not shown, by their numbers (both included), and why. */
export interface AttemptGap {
  readonly from: number;
  readonly to: number;
  /**
   * `trimmed`: older than attempts are kept. `unrecorded`: its worker died, or lost the database, before it could write
   * what came of it; the notice was sent again. `not_shown`: there are more than are shown.
   */
  readonly why: 'trimmed' | 'unrecorded' | 'not_shown';
}

interface Kept {
  readonly delivery: Pick<DeliveryDocument, 'n' | 'tok' | 'createdAt'>;
  /** In order of their numbers. */
  readonly attempts: readonly Pick<AttemptDocument, 'n'>[];
  /** The first number that was looked for. */
  readonly shownFrom: number;
  readonly now: number;
  /** How long attempts are kept. */
  readonly keptMs: number;
}

/** What is missing among the attempts of a delivery; the one on its way is not. */
export const attemptGaps = ({ delivery, attempts, shownFrom, now, keptMs }: Kept): readonly AttemptGap[] => {
  const made = (delivery.tok ?? null) === null ? delivery.n : delivery.n - 1;
  const first = attempts[0]?.n ?? made + 1;
  // Trimming goes by age, so it takes from the front.
  const isOld = now - delivery.createdAt >= keptMs;
  const gaps: AttemptGap[] = shownFrom > 1 ? [{ from: 1, to: shownFrom - 1, why: 'not_shown' }] : [];
  if (first > shownFrom) gaps.push({ from: shownFrom, to: first - 1, why: isOld ? 'trimmed' : 'unrecorded' });
  for (const [index, { n }] of attempts.entries()) {
    const next = attempts[index + 1]?.n ?? made + 1;
    if (next > n + 1) gaps.push({ from: n + 1, to: next - 1, why: 'unrecorded' });
  }
  return gaps;
};
