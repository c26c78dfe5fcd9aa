import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import type { Breaker } from './breaker-state.js';
import type { PartnerDocument } from './partner.js';

export interface BreakerStore {
  /** Writes the next state unless somebody has moved the breaker on since `rev`; false then. */
  readonly move: (id: PartnerId, rev: number, next: Breaker) => Promise<boolean>;
}

/** Breakers in their partners' documents; the partner's own `rev` stays, so no operator's change is lost or repeated for them. */
export const createBreakerStore = (documents: Documents<PartnerDocument>): BreakerStore => ({
  move: async (id, rev, next) => {
    const outcome = await documents.updateOne({ _id: id, 'breaker.rev': rev }, { $set: { breaker: next } });
    return outcome.matchedCount > 0;
  },
});
