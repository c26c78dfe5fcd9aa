import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import type { DeliveryDocument } from './delivery.js';

export interface TurnsQuestion {
  readonly deliveries: readonly DeliveryDocument[];
  /** For each partner. */
  readonly perSecond: number;
  /** Epoch ms. */
  readonly now: number;
  /** Behind what the partner's queue holds already; else at once. */
  readonly isQueued: boolean;
}

/** When each delivery may be sent, so that no partner gets more in a second. */
export type ReplayTurns = (
  question: TurnsQuestion,
) => Promise<readonly { readonly delivery: DeliveryDocument; readonly at: number }[]>;

/**
 * A delivery opened for later counts as opened at its turn, so a partner's open delivery that was opened last is the end of
 * its queue: the next step, another replay, or one begun anew after a crash goes on behind it.
 */
export const createReplayTurns = (documents: Documents<DeliveryDocument>): ReplayTurns => {
  const endOfQueue = async (partner: PartnerId): Promise<number> => {
    const last = await documents.findOne({ partner, st: 'open' }, { sort: { openedAt: -1, _id: -1 } });
    return last?.openedAt ?? 0;
  };

  return async ({ deliveries, perSecond, now, isQueued }) => {
    const stepMs = 1_000 / perSecond;
    const nextAt = new Map<PartnerId, number>();
    for (const partner of new Set(deliveries.map((delivery) => delivery.partner))) {
      const end = isQueued ? await endOfQueue(partner) : 0;
      nextAt.set(partner, end > now ? end + stepMs : now);
    }
    return deliveries.map((delivery) => {
      const at = nextAt.get(delivery.partner) ?? now;
      nextAt.set(delivery.partner, at + stepMs);
      return { delivery, at: Math.round(at) };
    });
  };
};
