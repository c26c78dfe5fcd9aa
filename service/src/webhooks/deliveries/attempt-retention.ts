import { dayMs } from '../../base/durations.js';
import type { AttemptStore } from './attempt-store.js';

/** Attempts are kept for three months. */
const attemptsKeptMs = 90 * dayMs;
const batch = 1_000;

/** Deletes what is older, in batches; answers how many. */
export const trimAttempts = async (attempts: Pick<AttemptStore, 'trim'>, now: number): Promise<number> => {
  for (let total = 0; ; ) {
    const trimmed = await attempts.trim(now - attemptsKeptMs, batch);
    total += trimmed;
    if (trimmed < batch) return total;
  }
};
