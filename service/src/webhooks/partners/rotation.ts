import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import type { Seal } from '../../base/seal.js';
import { type ChangePartner, reachable } from './change-partner.js';
import { isSealedOf, isSecret } from './endpoint.js';
import type { Partner, PartnerEndpoint, PreviousHeader } from './partner.js';
import type { PartnerStore } from './partner-store.js';

/** A new value for the partner's header while the old one still counts. Both throw `partner_not_found` and `partner_endpoint_missing`. */
export interface Rotation {
  /**
   * Sends the new value from now on, and the one before where the partner refuses it, for `overlapMs` (0: not at all).
   * The same value again changes nothing. Throws `request_parameter_invalid` naming the value, and
   * `partner_rotation_conflict` while another rotation still keeps an older value alive.
   */
  readonly rotate: (id: PartnerId, value: string, overlapMs: number) => Promise<Partner>;
  /** Ends the overlap; nothing where there is none. */
  readonly revokePrevious: (id: PartnerId) => Promise<Partner>;
}

interface RotationOptions {
  readonly change: ChangePartner;
  readonly store: Pick<PartnerStore, 'rotate'>;
  readonly seal: Seal;
  readonly clock: Pick<Clock, 'now'>;
}

const previousOf = (
  { authHeaderValueSealed }: PartnerEndpoint,
  now: number,
  overlapMs: number,
): PreviousHeader | null =>
  overlapMs <= 0 ? null : { authHeaderValueSealed, until: now + overlapMs, uses: 0, lastUsedAt: null };

const requireNoRotation = ({ previous }: PartnerEndpoint, now: number): void => {
  if (previous === null || previous.until <= now) return;
  throw new Problem('partner_rotation_conflict', {
    details: `the value before still counts until ${new Date(previous.until).toISOString()}: revoke it first (partners revoke-old)`,
  });
};

export const createRotation = ({ change, store, seal, clock }: RotationOptions): Rotation => ({
  rotate: async (id, value, overlapMs) => {
    if (!isSecret(value)) throw new Problem('request_parameter_invalid', { fields: ['auth_header_value'] });
    return change(id, async (partner) => {
      const { rev, endpoint } = reachable(id, partner);
      if (isSealedOf(value, endpoint.authHeaderValueSealed, seal)) return true;
      const now = clock.now();
      requireNoRotation(endpoint, now);
      const previous = previousOf(endpoint, now, overlapMs);
      return store.rotate(id, rev, { sealed: seal.seal(value), previous, now });
    });
  },
  revokePrevious: (id) =>
    change(id, async (partner) => {
      const { rev, endpoint } = reachable(id, partner);
      if (endpoint.previous === null) return true;
      const rotation = { sealed: endpoint.authHeaderValueSealed, previous: null, now: clock.now() };
      return store.rotate(id, rev, rotation);
    }),
});
