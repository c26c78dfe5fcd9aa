import type { Documents, Update } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { unlessTaken } from '../../base/unless-taken.js';
import type { GoneLive, PartnerDocument, PreviousHeader } from './partner.js';
import { wholePartner } from './whole-partner.js';

/** What a save may change. */
export type PartnerChange = Pick<PartnerDocument, 'name' | 'endpoint' | 'live' | 'updatedAt'>;

/** A new header value, and the one before where it stays alive. */
export interface HeaderRotation {
  readonly sealed: string;
  readonly previous: PreviousHeader | null;
  readonly now: number;
}

export interface PreviousUses {
  /** The value that was used, as it is stored. */
  readonly sealed: string;
  readonly count: number;
  readonly lastAt: number;
}

export interface PartnerStore {
  readonly find: (id: PartnerId) => Promise<PartnerDocument | undefined>;
  readonly all: () => Promise<readonly PartnerDocument[]>;
  /** False when the id is taken. */
  readonly insert: (partner: PartnerDocument) => Promise<boolean>;
  /** False when the partner has moved on since `rev`; so do the next two. */
  readonly change: (id: PartnerId, rev: number, change: PartnerChange) => Promise<boolean>;
  readonly goLive: (id: PartnerId, rev: number, live: GoneLive) => Promise<boolean>;
  readonly rotate: (id: PartnerId, rev: number, rotation: HeaderRotation) => Promise<boolean>;
  /** Nothing where that value is no longer the one before. */
  readonly countPreviousUses: (id: PartnerId, uses: PreviousUses) => Promise<void>;
  readonly pause: (id: PartnerId, reason: string, now: number) => Promise<boolean>;
  readonly resume: (id: PartnerId, now: number) => Promise<boolean>;
  /** Ends the pause that `pauseUnauthorised` made; another stays. */
  readonly resumeUnauthorised: (id: PartnerId, now: number) => Promise<void>;
  /** Counts a 401 to the header of that `rev`; the count since, or `undefined` when the header has changed meanwhile. */
  readonly countUnauthorised: (id: PartnerId, rev: number) => Promise<number | undefined>;
  readonly pauseUnauthorised: (id: PartnerId, rev: number, now: number) => Promise<boolean>;
  readonly clearUnauthorised: (id: PartnerId, rev: number) => Promise<void>;
}

const isChanged = (outcome: { readonly matchedCount: number }): boolean => outcome.matchedCount > 0;

/** Why the dispatcher pauses an endpoint by itself, and a self test ends that pause. */
export const refusedHeader = 'unauthorised';

const resumed = (now: number): Update<PartnerDocument> => ({
  $set: { paused: null, pausedAt: null, unauthorisedInRow: 0, updatedAt: now },
  $inc: { rev: 1 },
});

const endpointChange = ({ endpoint }: PartnerChange): Update<PartnerDocument>['$set'] =>
  endpoint === null || endpoint.previous === null
    ? { endpoint }
    : {
        // Not as a whole: the uses of the value before are counted meanwhile.
        'endpoint.authHeaderKey': endpoint.authHeaderKey,
        'endpoint.authHeaderValueSealed': endpoint.authHeaderValueSealed,
        'endpoint.baseApiUrl': endpoint.baseApiUrl,
        'endpoint.createPath': endpoint.createPath,
        'endpoint.cancelPath': endpoint.cancelPath,
        'endpoint.concurrency': endpoint.concurrency,
      };

/** Partners over the documents port; every change of the endpoint raises `rev`. */
export const createPartnerStore = (documents: Documents<PartnerDocument>): PartnerStore => {
  const changeAt = async (
    id: PartnerId,
    rev: number,
    set: NonNullable<Update<PartnerDocument>['$set']>,
  ): Promise<boolean> =>
    isChanged(await documents.updateOne({ _id: id, rev }, { $set: set, $inc: { rev: 1 } }));

  return {
    find: async (id) => {
      const stored = await documents.findOne({ _id: id });
      return stored === null ? undefined : wholePartner(stored);
    },
    all: async () => (await documents.find({}, { sort: { _id: 1 } }).toArray()).map(wholePartner),
    insert: (partner) => unlessTaken(() => documents.insertOne(partner)),
    change: (id, rev, change) => {
      const { name, live, updatedAt } = change;
      return changeAt(id, rev, { name, live, updatedAt, ...endpointChange(change) });
    },
    goLive: (id, rev, live) => changeAt(id, rev, { live, updatedAt: live.at }),
    rotate: (id, rev, { sealed, previous, now }) =>
      changeAt(id, rev, {
        'endpoint.authHeaderValueSealed': sealed,
        'endpoint.previous': previous,
        updatedAt: now,
      }),
    countPreviousUses: async (id, { sealed, count, lastAt }) => {
      await documents.updateOne(
        { _id: id, 'endpoint.previous.authHeaderValueSealed': sealed },
        { $inc: { 'endpoint.previous.uses': count }, $set: { 'endpoint.previous.lastUsedAt': lastAt } },
      );
    },
    pause: async (id, reason, now) =>
      isChanged(
        await documents.updateOne({ _id: id }, { $set: { paused: reason, pausedAt: now, updatedAt: now } }),
      ),
    resume: async (id, now) => isChanged(await documents.updateOne({ _id: id }, resumed(now))),
    resumeUnauthorised: async (id, now) => {
      await documents.updateOne({ _id: id, paused: refusedHeader }, resumed(now));
    },
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
          { $set: { paused: refusedHeader, pausedAt: now, updatedAt: now } },
        ),
      ),
    clearUnauthorised: async (id, rev) => {
      await documents.updateOne(
        { _id: id, rev, unauthorisedInRow: { $gt: 0 } },
        { $set: { unauthorisedInRow: 0 } },
      );
    },
  };
};
