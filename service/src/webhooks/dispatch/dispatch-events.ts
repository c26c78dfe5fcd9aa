import type { PartnerId } from '../../base/ids.js';
import type { AttemptDocument, DeliveryDocument, DeliveryState } from '../deliveries/delivery.js';

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

/** What a dispatcher tells whoever watches it; nothing it does depends on them, and none may throw. */
export interface DispatchEvents {
  readonly onAttempt: (ended: AttemptEnded) => void;
  readonly onSweep: (sweep: Swept) => void;
  /** Every partner was looked at: the loop is alive, whether or not anything is due. */
  readonly onPass: () => void;
  /** Outcomes that came when their lease was somebody else's. */
  readonly onLeaseLost: (count: number) => void;
}

export const unwatched: DispatchEvents = {
  onAttempt: () => undefined,
  onSweep: () => undefined,
  onPass: () => undefined,
  onLeaseLost: () => undefined,
};
