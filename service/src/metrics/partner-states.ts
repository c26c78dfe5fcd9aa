import type { PartnerDocument } from '../webhooks/partners/partner.js';

export const endpointStates = ['none', 'off', 'live', 'paused', 'paused_unauthorised'] as const;
export type EndpointState = (typeof endpointStates)[number];

/** Whether notices go to the partner, and if not, why: it has no endpoint, it never went live, or somebody paused it. */
export const endpointStateOf = ({ endpoint, live, paused }: PartnerDocument): EndpointState => {
  if (endpoint === null) return 'none';
  if (paused === 'unauthorised') return 'paused_unauthorised';
  if ((paused ?? null) !== null) return 'paused';
  return live === null ? 'off' : 'live';
};

export const breakerStates = ['closed', 'open', 'half_open'] as const;
