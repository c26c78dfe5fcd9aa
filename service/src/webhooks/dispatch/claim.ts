import type { RandomHex } from '../../base/ids.js';
import { type DeliveryDocument, deliveryId } from '../deliveries/delivery.js';
import type { DeliveryStore, Settlement } from '../deliveries/delivery-store.js';
import { holdsCancel } from '../deliveries/holds-cancel.js';
import type { PartnerDocument } from '../partners/partner.js';
import type { DispatchEvents } from './dispatch-events.js';
import type { DispatchSettings } from './dispatch-settings.js';
import { noticeUrl } from './notice-request.js';

export interface Claimed {
  readonly delivery: DeliveryDocument;
  /** By this worker's clock. */
  readonly leaseEndsAt: number;
  /** The one that tries a partner whose breaker is open. */
  readonly isProbe?: boolean;
}

export interface ClaimedBatch {
  readonly ready: readonly Claimed[];
  /** Not to be sent: cancels whose create is still open go back, what the partner no longer takes is skipped. */
  readonly setAside: readonly Settlement[];
  /** More may be due. */
  readonly isFull: boolean;
}

export interface ClaimOptions {
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'findMany'>;
  readonly randomHex: RandomHex;
  readonly settings: DispatchSettings;
  readonly events: Pick<DispatchEvents, 'onSweep'>;
  /** The database's time, epoch ms. */
  readonly now: () => number;
}

export type ClaimBatch = (partner: PartnerDocument, limit: number) => Promise<ClaimedBatch>;

const pollMs = 1_000;

interface HoldQuestion {
  readonly cancel: DeliveryDocument;
  readonly create: DeliveryDocument | undefined;
  readonly isCreateWanted: boolean;
  readonly now: number;
}

/** When a claimed cancel may be looked at again; `undefined` when it may be sent. */
const heldUntil = (question: HoldQuestion, settings: DispatchSettings): number | undefined => {
  const { cancel, create, isCreateWanted, now } = question;
  if (create === undefined) {
    // The pump makes the create first, so a missing one was never asked for; a moment's grace costs little.
    const isFresh = isCreateWanted && now - cancel.createdAt < settings.missingCreateMs;
    return isFresh ? now + pollMs : undefined;
  }
  if (!holdsCancel(create, { holdCancelMs: settings.holdCancelMs, now })) return undefined;
  // While the create is on its way its `due` is the end of a lease, long after its answer.
  const isOnItsWay = (create.tok ?? null) !== null;
  return isOnItsWay ? now + pollMs : Math.max(create.due, now + pollMs);
};

/** Takes a partner's due deliveries under a fresh token and sets aside the cancels that must wait for their create. */
export const createClaimBatch = ({
  deliveries,
  randomHex,
  settings,
  events,
  now,
}: ClaimOptions): ClaimBatch => {
  const createsOf = async (
    claimed: readonly DeliveryDocument[],
    partner: PartnerDocument,
  ): Promise<ReadonlyMap<string, DeliveryDocument>> => {
    const cancels = claimed.filter(({ kind }) => kind === 'cancel');
    if (cancels.length === 0) return new Map();
    const ids = cancels.map(({ booking }) => deliveryId(booking, 'create'));
    const creates = await deliveries.findMany(partner._id, ids);
    return new Map(creates.map((create) => [create._id, create]));
  };

  return async (partner, limit) => {
    const at = now();
    const { leaseMs } = settings;
    const token = randomHex(16);
    const { claimed, found } = await deliveries.claim({
      partner: partner._id,
      limit,
      token,
      now: at,
      leaseMs,
    });
    events.onSweep({ partner: partner._id, found, claimed: claimed.length });
    const creates = await createsOf(claimed, partner);
    const isCreateWanted = (partner.endpoint?.createPath ?? null) !== null;
    const ready: Claimed[] = [];
    const setAside: Settlement[] = [];
    for (const delivery of claimed) {
      // Here, and not only where it is sent: a partner whose breaker is open is not tried with it.
      if (partner.endpoint !== null && noticeUrl(partner.endpoint, delivery.kind) === undefined) {
        setAside.push({ delivery, st: 'skipped', due: at, at });
        continue;
      }
      const create = creates.get(deliveryId(delivery.booking, 'create'));
      const question = { cancel: delivery, create, isCreateWanted, now: at };
      const due = delivery.kind === 'cancel' ? heldUntil(question, settings) : undefined;
      if (due === undefined) ready.push({ delivery, leaseEndsAt: at + leaseMs });
      else setAside.push({ delivery, st: 'open', due, at });
    }
    return { ready, setAside, isFull: claimed.length === limit };
  };
};
