import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { type Breaker, closedBreaker } from './breaker-state.js';
import type { BreakerStore } from './breaker-store.js';
import { type ChangePartner, notFound } from './change-partner.js';
import type { Partner, PartnerDocument } from './partner.js';
import type { PartnerDirectory } from './partner-directory.js';

/** How breakers are moved: by workers, and by hand. */
export interface PartnerBreakers {
  /** False when somebody else has moved the breaker on since that state of the partner was read. */
  readonly moveBreaker: (partner: PartnerDocument, next: Breaker) => Promise<boolean>;
  /** Its notices go on at once. Throws `partner_not_found`. */
  readonly closeBreaker: (id: PartnerId) => Promise<Partner>;
}

interface PartnerBreakersOptions {
  readonly breakers: BreakerStore;
  readonly directory: Pick<PartnerDirectory, 'forget'>;
  readonly change: ChangePartner;
  readonly logger: Logger;
}

export const createPartnerBreakers = (options: PartnerBreakersOptions): PartnerBreakers => {
  const { breakers, directory, change, logger } = options;

  const close = async ({ _id: id, breaker }: PartnerDocument): Promise<boolean> => {
    const { st, rev, reason } = breaker;
    if (st === 'closed') return true;
    const isClosed = await breakers.move(id, rev, { ...closedBreaker, rev: rev + 1 });
    if (isClosed) logger.info({ partner: id, before: st, reason }, 'breaker closed by hand');
    return isClosed;
  };

  return {
    moveBreaker: async ({ _id: id, breaker }, next) => {
      try {
        return await breakers.move(id, breaker.rev, next);
      } finally {
        // Also after an answer that was lost: what it did is read.
        directory.forget(id);
      }
    },
    closeBreaker: (id) =>
      change(id, async (partner) => {
        if (partner === undefined) throw notFound(id);
        return close(partner);
      }),
  };
};
