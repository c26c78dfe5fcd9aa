import { type Documents, isDuplicateKey } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { type AttemptDocument, attemptId } from './delivery.js';

export interface AttemptStore {
  /** Keeps attempts; the same again is harmless. */
  readonly add: (attempts: readonly AttemptDocument[]) => Promise<void>;
  /** The attempts of a delivery from number `from` to `to`, in order. */
  readonly range: (delivery: string, from: number, to: number) => Promise<readonly AttemptDocument[]>;
  /** The partner's last answer, or the last want of one. */
  readonly last: (partner: PartnerId) => Promise<AttemptDocument | undefined>;
  /** Deletes at most `limit` attempts that were made before; how many it found. */
  readonly trim: (partner: PartnerId, before: number, limit: number) => Promise<number>;
}

const upsert = ({ _id, ...rest }: AttemptDocument) => ({
  updateOne: { filter: { _id }, update: { $setOnInsert: rest }, upsert: true },
});

export const createAttemptStore = (documents: Documents<AttemptDocument>): AttemptStore => ({
  add: async (attempts) => {
    if (attempts.length === 0) return;
    await documents.insertMany(attempts, { ordered: false }).catch(async (error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      // Written again after a write of unknown end: the slower form says exactly what is missing.
      await documents.bulkWrite(attempts.map(upsert), { ordered: false });
    });
  },
  range: async (delivery, from, to) => {
    const numbers = Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
    const found = await documents
      .find({ _id: { $in: numbers.map((n) => attemptId(delivery, n)) } })
      .toArray();
    return found.sort((left, right) => left.n - right.n);
  },
  last: async (partner) => (await documents.findOne({ partner }, { sort: { at: -1, _id: -1 } })) ?? undefined,
  trim: async (partner, before, limit) => {
    const old = await documents
      .find({ partner, at: { $lt: before } }, { sort: { at: 1 }, limit, projection: { _id: 1 } })
      .toArray();
    if (old.length > 0) await documents.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } });
    return old.length;
  },
});
