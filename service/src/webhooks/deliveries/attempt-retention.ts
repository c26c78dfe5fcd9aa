import { dayMs } from '../../base/durations.js';
import type { PartnerId } from '../../base/ids.js';
import type { AttemptStore } from './attempt-store.js';

/** Attempts are kept for three months. */
export const attemptsKeptMs = 90 * dayMs;
const batch = 1_000;

interface Trimming {
  readonly attempts: Pick<AttemptStore, 'trim'>;
  readonly partners: readonly PartnerId[];
  readonly now: number;
}

/** Deletes what is older, in batches; answers how many. */
export const trimAttempts = async ({ attempts, partners, now }: Trimming): Promise<number> => {
  let total = 0;
  for (const partner of partners) {
    for (let isFull = true; isFull; ) {
      const trimmed = await attempts.trim(partner, now - attemptsKeptMs, batch);
      total += trimmed;
      isFull = trimmed === batch;
    }
  }
  return total;
};
