import type { PartnerDocument } from '../partners/partner.js';

/** Notices of a partner that is off or paused wait. */
export const isRunnable = (partner: PartnerDocument | undefined): partner is PartnerDocument =>
  partner !== undefined &&
  partner.endpoint !== null &&
  partner.live !== null &&
  (partner.paused ?? null) === null;
