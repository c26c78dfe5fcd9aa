import type { PartnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import type { Partner, PartnerDocument, PartnerEndpoint } from './partner.js';
import type { PartnerDirectory } from './partner-directory.js';
import type { PartnerStore } from './partner-store.js';
import { shownPartner } from './shown-partner.js';

/** Writes a change of the partner as it was read; false when it has moved on meanwhile. */
type Apply = (known: PartnerDocument | undefined) => Promise<boolean>;

/** Reads and changes until the change was of what had been read. Throws `service_unavailable` when others keep changing it. */
export type ChangePartner = (id: PartnerId, apply: Apply) => Promise<Partner>;

const attempts = 5;

interface ChangeOptions {
  readonly store: Pick<PartnerStore, 'find'>;
  readonly directory: Pick<PartnerDirectory, 'forget'>;
}

export const createChangePartner =
  ({ store, directory }: ChangeOptions): ChangePartner =>
  async (id, apply) => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const isChanged = await apply(await store.find(id));
      directory.forget(id);
      if (!isChanged) continue;
      const partner = await store.find(id);
      if (partner === undefined) throw notFound(id);
      return shownPartner(partner);
    }
    throw new Problem('service_unavailable', { details: `partner ${id} keeps changing` });
  };

export const notFound = (id: PartnerId): Problem =>
  new Problem('partner_not_found', { details: `no partner ${id}` });

/** A partner that has an endpoint. */
export interface ReachablePartner extends PartnerDocument {
  readonly endpoint: PartnerEndpoint;
}

/** Throws `partner_not_found` or `partner_endpoint_missing`. */
export const reachable = (id: PartnerId, partner: PartnerDocument | undefined): ReachablePartner => {
  if (partner === undefined) throw notFound(id);
  const { endpoint } = partner;
  if (endpoint !== null) return { ...partner, endpoint };
  throw new Problem('partner_endpoint_missing', { details: `partner ${id} has no endpoint` });
};
