import { closedBreaker } from './breaker-state.js';
import type { PartnerDocument } from './partner.js';

/** A process of an earlier version may have saved it after the upgrade: what that version did not know is as in the beginning. */
export const wholePartner = (stored: PartnerDocument): PartnerDocument => {
  const { live, breaker, endpoint } = stored;
  return {
    ...stored,
    live: live ?? null,
    breaker: breaker ?? closedBreaker,
    endpoint: endpoint === null ? null : { ...endpoint, previous: endpoint.previous ?? null },
  };
};
