import { type Documents, isDuplicateKey, type Update } from '../../base/documents.js';
import type { BookingId, PartnerId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';
import { type DeliveryDocument, type DeliveryState, deliveryId } from './delivery.js';
import { isYetToCome } from './holds-cancel.js';

/** A notice that a booking's outbox asks for. */
export interface Notice {
  readonly booking: BookingId;
  readonly partner: PartnerId;
  readonly kind: NoticeKind;
}

export interface ClaimRequest {
  readonly partner: PartnerId;
  readonly limit: number;
  /** New for every claim. */
  readonly token: string;
  readonly now: number;
  readonly leaseMs: number;
}

export interface Claim {
  readonly claimed: readonly DeliveryDocument[];
  /** Deliveries that were due when it looked; another worker may have taken some of them. */
  readonly found: number;
}

/** How a claim ends; written only while the claim is still the delivery's. */
export interface Settlement {
  readonly delivery: DeliveryDocument;
  readonly st: DeliveryState;
  readonly due: number;
  readonly at: number;
  /** The outcome in a word; absent where nothing was sent, and then the attempt is taken back. */
  readonly last?: string;
}

export interface DeliveryStore {
  /** Makes each delivery unless it exists; again is harmless. */
  readonly add: (notices: readonly Notice[], now: number) => Promise<void>;
  /** Takes due deliveries of a partner, oldest first, under the token. */
  readonly claim: (request: ClaimRequest) => Promise<Claim>;
  readonly findMany: (partner: PartnerId, ids: readonly string[]) => Promise<readonly DeliveryDocument[]>;
  /** Makes due at `now` what is due after `after`, later than any schedule asks for: a clock was wrong when it was written. How many. */
  readonly bringForward: (partner: PartnerId, after: number, now: number) => Promise<number>;
  /** Writes outcomes; how many were still ours to write. */
  readonly settle: (settlements: readonly Settlement[]) => Promise<number>;
}

const upsertTries = 3;
/** Clocks lie a little apart: what is due at once must be due on every worker's, or it waits for the next full pass. */
const dueMarginMs = 1_000;

const farBatch = 1_000;

const upsert = ({ booking, partner, kind }: Notice, now: number) => ({
  updateOne: {
    filter: { _id: deliveryId(booking, kind), partner },
    update: {
      $setOnInsert: {
        booking,
        kind,
        st: 'open' as const,
        due: now - dueMarginMs,
        tok: null,
        n: 0,
        nBefore: 0,
        openedAt: now,
        createdAt: now,
        updatedAt: now,
      },
    },
    upsert: true,
  },
});

/** A lease that is over by the writer's clock, and still its own: the clock was set ahead meanwhile, and would keep the notice waiting for as long. */
const beyondLeaseMs = ({ delivery, at }: Settlement): number => Math.max(0, at - delivery.due);

const settled = ({ st, due, at, last }: Settlement): Update<DeliveryDocument> =>
  last === undefined
    ? { $set: { st, due, tok: null, updatedAt: at }, $inc: { n: -1 } }
    : { $set: { st, due, tok: null, updatedAt: at, last } };

const settleOne = (settlement: Settlement) => {
  const { _id, partner, tok = null } = settlement.delivery;
  const beyondMs = beyondLeaseMs(settlement);
  const { at, due } = settlement;
  const update = settled({ ...settlement, at: at - beyondMs, due: due - beyondMs });
  return { updateOne: { filter: { _id, partner, tok }, update } };
};

/** Deliveries over the documents port: made once, claimed with token and lease, settled under the token (DATA.md, "Dispatch"). */
export const createDeliveryStore = (documents: Documents<DeliveryDocument>): DeliveryStore => {
  const add = async (notices: readonly Notice[], now: number): Promise<void> => {
    for (let attempt = 1; notices.length > 0; attempt += 1) {
      try {
        await documents.bulkWrite(
          notices.map((notice) => upsert(notice, now)),
          { ordered: false },
        );
        return;
      } catch (error) {
        // Two upserts of one id may race on a server; the loser finds the document the next time.
        if (!isDuplicateKey(error) || attempt === upsertTries) throw error;
      }
    }
  };

  const claim = async ({ partner, limit, token, now, leaseMs }: ClaimRequest): Promise<Claim> => {
    const isDue = { partner, st: 'open', due: { $lte: now } } as const;
    const found = await documents
      .find(isDue, { sort: { due: 1, _id: 1 }, limit, projection: { _id: 1 } })
      .toArray();
    if (found.length === 0) return { claimed: [], found: 0 };
    const ids = found.map(({ _id }) => _id);
    // The whole condition again: another worker may have taken some since.
    await documents.updateMany(
      { ...isDue, _id: { $in: ids } },
      { $set: { tok: token, due: now + leaseMs }, $inc: { n: 1 } },
    );
    const claimed = await documents.find({ partner, tok: token, _id: { $in: ids } }).toArray();
    return { claimed, found: found.length };
  };

  return {
    add,
    claim,
    findMany: (partner, ids) => documents.find({ partner, _id: { $in: ids } }).toArray(),
    bringForward: async (partner, after, now) => {
      const isFar = { partner, st: 'open', due: { $gt: after } } as const;
      // The farthest first: the turns of a slow replay may lie as far ahead, and rightly.
      const found = await documents.find(isFar, { sort: { due: -1, _id: -1 }, limit: farBatch }).toArray();
      const ids = found.filter((delivery) => !isYetToCome(delivery, now)).map(({ _id }) => _id);
      if (ids.length === 0) return 0;
      const { matchedCount } = await documents.updateMany(
        { ...isFar, _id: { $in: ids } },
        { $set: { due: now } },
      );
      return matchedCount;
    },
    settle: async (settlements) => {
      if (settlements.length === 0) return 0;
      const { matchedCount } = await documents.bulkWrite(settlements.map(settleOne), { ordered: false });
      return matchedCount;
    },
  };
};
