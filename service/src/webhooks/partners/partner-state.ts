import type { PartnerDocument } from './partner.js';

/**
 * What stands between a partner and its notices, in a word: no endpoint, one that is not live yet, a pause, a breaker
 * that is not closed, or nothing.
 */
export type PartnerState = 'none' | 'off' | 'paused' | 'breaker_open' | 'live';

type Judged = Pick<PartnerDocument, 'live' | 'paused'> & {
  readonly endpoint: object | null;
  readonly breaker: Pick<PartnerDocument['breaker'], 'st'>;
};

export const partnerState = ({ endpoint, live, paused, breaker }: Judged): PartnerState => {
  if (endpoint === null) return 'none';
  if (live === null) return 'off';
  if ((paused ?? null) !== null) return 'paused';
  return breaker.st === 'closed' ? 'live' : 'breaker_open';
};
