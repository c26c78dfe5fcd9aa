import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { notFound } from './change-partner.js';
import type { Partner } from './partner.js';
import type { PartnerBreakers } from './partner-breakers.js';
import type { PartnerStore } from './partner-store.js';

export interface ResumeOptions {
  /** Also sends again what was answered 401. */
  readonly resendRefused: boolean;
}

/** How operators hold a partner's notices back, and let them go on. Both throw `partner_not_found`. */
export interface Pausing {
  /** Its notices wait. */
  readonly pause: (id: PartnerId, reason: string) => Promise<Partner>;
  /** What waited is sent again from now on. */
  readonly resume: (id: PartnerId, options: ResumeOptions) => Promise<Partner>;
}

interface PausingOptions {
  readonly store: Pick<PartnerStore, 'pause' | 'resume'>;
  readonly view: (id: PartnerId) => Promise<Partner>;
  readonly closeBreaker: PartnerBreakers['closeBreaker'];
  /** Opens a partner's `unauthorised` deliveries again; how many. */
  readonly reopenUnauthorised: (partner: PartnerId) => Promise<number>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

export const createPausing = (options: PausingOptions): Pausing => {
  const { store, view, closeBreaker, reopenUnauthorised, clock, logger } = options;
  return {
    pause: async (id, reason) => {
      if (!(await store.pause(id, reason, clock.now()))) throw notFound(id);
      return view(id);
    },
    resume: async (id, { resendRefused }) => {
      // Opened before they may be sent: a crash in between leaves a paused partner, and the operator asks again.
      const reopened = resendRefused ? await reopenUnauthorised(id) : 0;
      if (!(await store.resume(id, clock.now()))) throw notFound(id);
      logger.info({ partner: id, reopened }, 'endpoint resumed');
      // Who resumes says that the partner is well.
      return closeBreaker(id);
    },
  };
};
