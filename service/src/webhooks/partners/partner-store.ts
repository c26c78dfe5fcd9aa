import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { unlessTaken } from '../../base/unless-taken.js';
import type { PartnerDocument } from './partner.js';

/** What a save may change. */
export type PartnerChange = Pick<PartnerDocument, 'name' | 'endpoint' | 'updatedAt'>;

export interface PartnerStore {
  readonly find: (id: PartnerId) => Promise<PartnerDocument | undefined>;
  readonly all: () => Promise<readonly PartnerDocument[]>;
  /** False when the id is taken. */
  readonly insert: (partner: PartnerDocument) => Promise<boolean>;
  /** False when the partner has moved on since `rev`. */
  readonly change: (id: PartnerId, rev: number, change: PartnerChange) => Promise<boolean>;
  readonly pause: (id: PartnerId, reason: string, now: number) => Promise<boolean>;
  readonly resume: (id: PartnerId, now: number) => Promise<boolean>;
  /** Counts a 401 to the header of that `rev`; the count since, or `undefined` when the header has changed meanwhile. */
  readonly countUnauthorised: (id: PartnerId, rev: number) => Promise<number | undefined>;
  readonly pauseUnauthorised: (id: PartnerId, rev: number, now: number) => Promise<boolean>;
  readonly clearUnauthorised: (id: PartnerId, rev: number) => Promise<void>;
}

const isChanged = (outcome: { readonly matchedCount: number }): boolean => outcome.matchedCount > 0;

/** Partners over the documents port; every change of the endpoint raises `rev`. */
export const createPartnerStore = (documents: Documents<PartnerDocument>): PartnerStore => ({
  find: async (id) => (await documents.findOne({ _id: id })) ?? undefined,
  all: () => documents.find({}, { sort: { _id: 1 } }).toArray(),
  insert: (partner) => unlessTaken(() => documents.insertOne(partner)),
  change: async (id, rev, change) =>
    isChanged(await documents.updateOne({ _id: id, rev }, { $set: change, $inc: { rev: 1 } })),
  pause: async (id, reason, now) =>
    isChanged(
      await documents.updateOne({ _id: id }, { $set: { paused: reason, pausedAt: now, updatedAt: now } }),
    ),
  resume: async (id, now) =>
    isChanged(
      await documents.updateOne(
        { _id: id },
        { $set: { paused: null, pausedAt: null, unauthorisedInRow: 0, updatedAt: now }, $inc: { rev: 1 } },
      ),
    ),
  countUnauthorised: async (id, rev) => {
    const counted = await documents.findOneAndUpdate(
      { _id: id, rev },
      { $inc: { unauthorisedInRow: 1 } },
      { returnDocument: 'after' },
    );
    return counted?.unauthorisedInRow;
  },
  pauseUnauthorised: async (id, rev, now) =>
    isChanged(
      await documents.updateOne(
        { _id: id, rev, paused: null },
        { $set: { paused: 'unauthorised', pausedAt: now, updatedAt: now } },
      ),
    ),
  clearUnauthorised: async (id, rev) => {
    await documents.updateOne(
      { _id: id, rev, unauthorisedInRow: { $gt: 0 } },
      { $set: { unauthorisedInRow: 0 } },
    );
  },
});
