import type { PartnerId } from '../../base/ids.js';
import type { AttemptStore } from './attempt-store.js';

const batch = 1_000;

interface Trimming {
  readonly attempts: Pick<AttemptStore, 'trim'>;
  readonly partners: readonly PartnerId[];
  readonly now: number;
  readonly keptMs: number;
}

/** Deletes what is older, in batches; answers how many. */
export const trimAttempts = async ({ attempts, partners, now, keptMs }: Trimming): Promise<number> => {
  let total = 0;
  for (const partner of partners) {
    for (let isFull = true; isFull; ) {
      const trimmed = await attempts.trim(partner, now - keptMs, batch);
      total += trimmed;
      isFull = trimmed === batch;
    }
  }
  return total;
};
