import type { PartnerDocument } from '../webhooks/partners/partner.js';
import { endpointState } from '../webhooks/partners/partner-state.js';

export const endpointStates = ['none', 'off', 'live', 'paused', 'paused_unauthorised'] as const;
export type ShownEndpointState = (typeof endpointStates)[number];

/** As operators see it, but for a pause that refusals brought about: that is worth an alert of its own. */
export const endpointStateOf = (partner: PartnerDocument): ShownEndpointState => {
  const state = endpointState(partner);
  return state === 'paused' && partner.paused === 'unauthorised' ? 'paused_unauthorised' : state;
};

export const breakerStates = ['closed', 'open', 'half_open'] as const;
