import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import type { DeliveryDocument } from './delivery.js';

/** What one partner has still to be told. Counts stop at `countedUpTo`; instants are epoch ms. */
export interface PartnerBacklog {
  readonly partner: PartnerId;
  /** Not ended, those on their way included. */
  readonly open: number;
  /** Of these, could be sent now. */
  readonly due: number;
  /** Of these, on their way. */
  readonly inFlight: number;
  /** When the one that has been open for longest was opened, whenever it is due; now where its turn has yet to come. */
  readonly oldestOpenedAt: number | undefined;
  /** When the first that is not on its way is or was due. */
  readonly nextDueAt: number | undefined;
}

/** Costs the same for a partner with three open deliveries and for one with a million. */
export interface Backlog {
  readonly of: (partner: PartnerId) => Promise<PartnerBacklog>;
}

/** More than that is as bad, and counting on would cost. */
export const countedUpTo = 10_000;

export interface BacklogOptions {
  readonly documents: Documents<DeliveryDocument>;
  /** The database's time: deliveries are due by it. */
  readonly serverNow: () => Promise<number>;
}

/** Per partner, since deliveries are sharded by it; every question ends within one index and counts at most `countedUpTo`. */
export const createBacklog = ({ documents, serverNow }: BacklogOptions): Backlog => {
  const limit = { limit: countedUpTo };

  const oldest = async (partner: PartnerId) =>
    (await documents.findOne({ partner, st: 'open' }, { sort: { openedAt: 1, _id: 1 } })) ?? undefined;

  /** It passes over those on their way at most: their lease is their `due`. */
  const next = (partner: PartnerId) =>
    documents.findOne({ partner, st: 'open', tok: null }, { sort: { due: 1, _id: 1 } });

  const details = async (partner: PartnerId, open: number): Promise<PartnerBacklog> => {
    const now = await serverNow();
    const [due, inFlight, first, following] = await Promise.all([
      documents.countDocuments({ partner, st: 'open', due: { $lte: now } }, limit),
      documents.countDocuments({ partner, tok: { $gt: '' }, due: { $gt: now } }, limit),
      oldest(partner),
      next(partner),
    ]);
    const oldestOpenedAt = first && Math.min(first.openedAt, now);
    return { partner, open, due, inFlight, oldestOpenedAt, nextDueAt: following?.due };
  };

  return {
    of: async (partner) => {
      const open = await documents.countDocuments({ partner, st: 'open' }, limit);
      // Most partners have nothing waiting: one question each.
      if (open > 0) return details(partner, open);
      return { partner, open: 0, due: 0, inFlight: 0, oldestOpenedAt: undefined, nextDueAt: undefined };
    },
  };
};
