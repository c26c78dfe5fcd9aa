import type { CounterDocument } from './counters.js';
import type { Documents } from './documents.js';
import { unlessTaken } from './unless-taken.js';

interface SkipOptions {
  readonly documents: Documents<CounterDocument>;
  readonly name: string;
  /** Numbers left out, from the larger of the stored counter and `floor` on. */
  readonly by: number;
  readonly floor: number;
}

/**
 * Leaves numbers out that may have been handed out after the stored counter was copied. Answers the next one; no process
 * may hold a block meanwhile.
 */
export const skipAhead = async ({ documents, name, by, floor }: SkipOptions): Promise<number> => {
  await unlessTaken(() => documents.insertOne({ _id: name, next: floor }));
  await documents.updateOne({ _id: name, next: { $lt: floor } }, { $set: { next: floor } });
  const skipped = await documents.findOneAndUpdate(
    { _id: name },
    { $inc: { next: by } },
    { returnDocument: 'after' },
  );
  if (skipped === null) throw new Error(`counter ${name} vanished while it was put ahead`);
  return skipped.next;
};
