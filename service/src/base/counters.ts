import type { Clock } from './clock.js';
import { collectionSpec, type Documents } from './documents.js';
import { unlessTaken } from './unless-taken.js';

export interface CounterDocument {
  readonly _id: string;
  /** The next number that nobody has been given. */
  readonly next: number;
}

export const counterCollection = collectionSpec<CounterDocument>({ name: 'counters', indexes: [] });

/** Hands out integers, each once, in blocks; safe across processes. */
export type NextNumber = () => Promise<number>;

interface CounterOptions {
  readonly documents: Documents<CounterDocument>;
  readonly clock: Clock;
  readonly name: string;
  /** Numbers taken from the store at a time. */
  readonly blockSize: number;
  /** The smallest number to hand out at this instant (bookings: so that an emptied database reuses none). */
  readonly floor: (now: number) => number;
}

/** Blocks start at the larger of the stored counter and the floor; numbers of an unfinished block are skipped. */
export const createCounter = (options: CounterOptions): NextNumber => {
  const { documents, clock, name, blockSize, floor } = options;
  let next = 0;
  let end = 0;
  let refill: Promise<void> | undefined;

  const takeBlock = async (): Promise<void> => {
    const start = floor(clock.now());
    await unlessTaken(() => documents.insertOne({ _id: name, next: start }));
    await documents.updateOne({ _id: name, next: { $lt: start } }, { $set: { next: start } });
    const taken = await documents.findOneAndUpdate(
      { _id: name },
      { $inc: { next: blockSize } },
      { returnDocument: 'after' },
    );
    if (taken === null) throw new Error(`counter ${name} vanished while a block was taken`);
    end = taken.next;
    next = end - blockSize;
  };

  return async () => {
    while (next >= end) {
      refill ??= takeBlock().finally(() => {
        refill = undefined;
      });
      await refill;
    }
    next += 1;
    return next - 1;
  };
};
