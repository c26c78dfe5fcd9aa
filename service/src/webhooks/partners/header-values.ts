import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import type { Seal } from '../../base/seal.js';
import type { PartnerDocument } from './partner.js';

/** The header's values of a partner, unsealed; each is kept in memory while it is the stored one. */
export interface HeaderValues {
  /** The value to send. Throws when it was sealed with another key. */
  readonly current: (partner: PartnerDocument) => string;
  /** The value before, while a rotation keeps it alive. Throws when it was sealed with another key. */
  readonly previous: (partner: PartnerDocument) => string | undefined;
}

interface Unsealed {
  readonly sealed: string;
  readonly value: string;
}

export const createHeaderValues = (seal: Seal, clock: Pick<Clock, 'now'>): HeaderValues => {
  const currents = new Map<PartnerId, Unsealed>();
  const previouses = new Map<PartnerId, Unsealed>();

  const open = (known: Map<PartnerId, Unsealed>, id: PartnerId, sealed: string): string => {
    const unsealed = known.get(id);
    if (unsealed?.sealed === sealed) return unsealed.value;
    const value = seal.open(sealed);
    known.set(id, { sealed, value });
    return value;
  };

  return {
    current: ({ _id, endpoint }) => open(currents, _id, endpoint?.authHeaderValueSealed ?? ''),
    previous: ({ _id, endpoint }) => {
      const previous = endpoint?.previous ?? null;
      const isAlive = previous !== null && clock.now() < previous.until;
      return isAlive ? open(previouses, _id, previous.authHeaderValueSealed) : undefined;
    },
  };
};
