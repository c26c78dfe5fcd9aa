import { dayMs } from '../base/durations.js';
import type { MessageStore } from './message-store.js';

const keptMs = { sent: 90 * dayMs, failed: 90 * dayMs } as const;
const batch = 1_000;

/** Deletes what ended longer ago than three months, in batches; answers how many. What waits is never deleted. */
export const trimMessages = async (store: Pick<MessageStore, 'trim'>, now: number): Promise<number> => {
  let total = 0;
  for (const st of ['sent', 'failed'] as const) {
    for (let trimmed = batch; trimmed === batch; total += trimmed) {
      trimmed = await store.trim(st, now - keptMs[st], batch);
    }
  }
  return total;
};
