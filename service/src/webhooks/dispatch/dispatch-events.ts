import type { PartnerId } from '../../base/ids.js';
import type { AttemptDocument, DeliveryDocument, DeliveryState } from '../deliveries/delivery.js';
import type { Breaker } from '../partners/breaker-state.js';

/** An exchange with a partner that has ended, and what it made of its delivery. */
export interface AttemptEnded {
  readonly delivery: DeliveryDocument;
  readonly attempt: AttemptDocument;
  readonly st: DeliveryState;
}

/** One claim of a worker: how many deliveries it found due and how many of those it got. */
export interface Swept {
  readonly partner: PartnerId;
  readonly found: number;
  readonly claimed: number;
}

/** A partner's breaker that this worker has moved; whoever else moved it tells of it there. */
export interface BreakerMoved {
  readonly partner: PartnerId;
  readonly from: Breaker;
  readonly to: Breaker;
}

/** A notice that was accepted under the header's value from before a rotation. */
export interface OldHeaderUsed {
  readonly partner: PartnerId;
  readonly delivery: string;
}

/** What a dispatcher tells whoever watches it; nothing it does depends on them, and none may throw. */
export interface DispatchEvents {
  readonly onAttempt: (ended: AttemptEnded) => void;
  readonly onSweep: (sweep: Swept) => void;
  /** Every partner was looked at: the loop is alive, whether or not anything is due. */
  readonly onPass: () => void;
  /** Outcomes that came when their lease was somebody else's. */
  readonly onLeaseLost: (count: number) => void;
  readonly onBreaker: (moved: BreakerMoved) => void;
  readonly onOldHeader: (used: OldHeaderUsed) => void;
}

export const unwatched: DispatchEvents = {
  onAttempt: () => undefined,
  onSweep: () => undefined,
  onPass: () => undefined,
  onLeaseLost: () => undefined,
  onBreaker: () => undefined,
  onOldHeader: () => undefined,
};
