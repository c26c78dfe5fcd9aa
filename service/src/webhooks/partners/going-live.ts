import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { Problem } from '../../base/problem.js';
import { type ChangePartner, reachable } from './change-partner.js';
import type { Partner } from './partner.js';
import type { PartnerBreakers } from './partner-breakers.js';
import type { PartnerDirectory } from './partner-directory.js';
import { isName } from './partner-names.js';
import type { PartnerStore } from './partner-store.js';

/** How an endpoint that is off goes live. */
export interface GoingLive {
  /**
   * Lets notices go to an endpoint that was not tried; `by` is the operator's name.
   * Throws `partner_not_found`, `partner_endpoint_missing`, `request_parameter_invalid`.
   */
  readonly override: (id: PartnerId, by: string) => Promise<Partner>;
  /**
   * Lets notices go to the endpoint that has passed its self test as of `rev`, and ends a pause that refusals brought
   * about; false when the partner has changed since.
   */
  readonly goLive: (id: PartnerId, rev: number) => Promise<boolean>;
}

interface GoingLiveOptions {
  readonly store: Pick<PartnerStore, 'goLive' | 'resumeUnauthorised'>;
  readonly directory: Pick<PartnerDirectory, 'forget'>;
  readonly change: ChangePartner;
  readonly closeBreaker: PartnerBreakers['closeBreaker'];
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
}

/** Who lets endpoints go live without an operator. */
const reservedNames: ReadonlySet<string> = new Set(['self-test', 'upgrade']);

const isOperatorName = (text: string): boolean => isName(text) && !reservedNames.has(text);

export const createGoingLive = (options: GoingLiveOptions): GoingLive => {
  const { store, directory, change, closeBreaker, clock, logger } = options;
  return {
    override: async (id, by) => {
      if (!isOperatorName(by)) throw new Problem('request_parameter_invalid', { fields: ['by'] });
      const shown = await change(id, async (partner) => {
        const { rev } = reachable(id, partner);
        return store.goLive(id, rev, { at: clock.now(), by });
      });
      logger.warn({ partner: id, by }, 'endpoint live without a self test');
      return shown.breaker.st === 'closed' ? shown : closeBreaker(id);
    },
    goLive: async (id, rev) => {
      const now = clock.now();
      const isLive = await store.goLive(id, rev, { at: now, by: 'self-test' });
      if (isLive) {
        await store.resumeUnauthorised(id, now);
        // The test has shown that it answers.
        await closeBreaker(id);
      }
      directory.forget(id);
      return isLive;
    },
  };
};
