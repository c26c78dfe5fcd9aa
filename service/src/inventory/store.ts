import type { Clock } from '../base/clock.js';
import type { Documents } from '../base/documents.js';
import { earliestExpiry } from '../base/settlement.js';
import { unlessTaken } from '../base/unless-taken.js';
import type { PoolDocument, PoolEntry, PoolSlot } from './pool.js';

export interface PoolStore {
  readonly read: (slot: PoolSlot) => Promise<PoolDocument | undefined>;
  /** Replaces the entries of the pool as it was read (`undefined`: there was none); `undefined` when somebody else wrote since. */
  readonly write: (
    slot: PoolSlot,
    read: PoolDocument | undefined,
    entries: readonly PoolEntry[],
  ) => Promise<PoolDocument | undefined>;
  /** Pools with an entry whose time has passed, the longest waiting first. */
  readonly expired: (now: number, limit: number) => Promise<readonly PoolDocument[]>;
  readonly changedSince: (at: number) => AsyncIterable<PoolDocument>;
  readonly fromDay: (day: number) => AsyncIterable<PoolDocument>;
}

/** The documents of every pool and day: nothing but reads and compare-and-set writes. */
export const createPoolStore = (documents: Documents<PoolDocument>, clock: Pick<Clock, 'now'>): PoolStore => {
  const insert = async (pool: PoolDocument): Promise<PoolDocument | undefined> =>
    (await unlessTaken(() => documents.insertOne(pool))) ? pool : undefined;

  return {
    read: async ({ _id }) => (await documents.findOne({ _id })) ?? undefined,
    write: async (slot, read, entries) => {
      const next = { r: entries, u0: earliestExpiry(entries), at: Math.max(clock.now(), read?.at ?? 0) };
      if (read === undefined) return insert({ ...slot, ...next, v: 1 });
      const outcome = await documents.updateOne({ _id: read._id, v: read.v }, { $set: next, $inc: { v: 1 } });
      return outcome.matchedCount === 1 ? { ...read, ...next, v: read.v + 1 } : undefined;
    },
    expired: (now, limit) => documents.find({ u0: { $lte: now } }, { sort: { u0: 1 }, limit }).toArray(),
    changedSince: (at) => documents.find({ at: { $gte: at } }, { sort: { at: 1 } }),
    fromDay: (day) => documents.find({ day: { $gte: day } }, { sort: { day: 1 } }),
  };
};
