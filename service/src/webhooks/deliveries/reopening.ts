import type { DeliveryDocument, OpenedBy } from './delivery.js';

export interface Reopening {
  /** As it was read. */
  readonly delivery: DeliveryDocument;
  readonly by: OpenedBy;
  /** When it may be sent: it counts as opened then, so that neither its age nor its schedule begins before its turn. */
  readonly at: number;
  readonly now: number;
}

/** Opens a delivery again exactly as it was read: a claim or an outcome in between has made the wish obsolete. */
export const reopening = ({ delivery, by, at, now }: Reopening) => {
  const { _id, partner, st, n } = delivery;
  return {
    updateOne: {
      filter: { _id, partner, st, n, tok: null },
      update: {
        $set: {
          st: 'open' as const,
          due: at,
          tok: null,
          nBefore: n,
          openedAt: at,
          openedBy: by,
          updatedAt: now,
        },
      },
    },
  };
};
