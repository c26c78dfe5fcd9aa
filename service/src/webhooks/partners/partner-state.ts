import type { PartnerDocument } from './partner.js';

/** What an operator has to do before notices go: give an endpoint, let it go live, end a pause, or nothing. */
export type EndpointState = 'none' | 'off' | 'paused' | 'live';

/** What stands between a partner and its notices, in a word: its endpoint, or a breaker that is not closed. */
export type PartnerState = EndpointState | 'breaker_open';

type JudgedEndpoint = Pick<PartnerDocument, 'live' | 'paused'> & { readonly endpoint: object | null };

type Judged = JudgedEndpoint & { readonly breaker: Pick<PartnerDocument['breaker'], 'st'> };

export const endpointState = ({ endpoint, live, paused }: JudgedEndpoint): EndpointState => {
  if (endpoint === null) return 'none';
  if (live === null) return 'off';
  return (paused ?? null) === null ? 'live' : 'paused';
};

export const partnerState = (partner: Judged): PartnerState => {
  const state = endpointState(partner);
  return state === 'live' && partner.breaker.st !== 'closed' ? 'breaker_open' : state;
};
