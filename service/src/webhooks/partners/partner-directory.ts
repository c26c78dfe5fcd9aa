import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import type { PartnerDocument } from './partner.js';
import type { PartnerStore } from './partner-store.js';

/** Partners as this process last saw them; others' changes arrive within `maxAgeMs`, its own at once. */
export interface PartnerDirectory {
  readonly get: (id: PartnerId) => Promise<PartnerDocument | undefined>;
  /** Reads them all again, in one read. */
  readonly refresh: () => Promise<readonly PartnerDocument[]>;
  readonly forget: (id: PartnerId) => void;
}

interface Seen {
  readonly partner: PartnerDocument | undefined;
  readonly at: number;
}

export interface PartnerDirectoryOptions {
  readonly store: Pick<PartnerStore, 'find' | 'all'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly maxAgeMs: number;
}

export const createPartnerDirectory = (options: PartnerDirectoryOptions): PartnerDirectory => {
  const { store, clock, maxAgeMs } = options;
  const seen = new Map<PartnerId, Seen>();
  /** Raised by `forget`, so that a read begun before a change cannot bring the old state back. */
  let generation = 0;

  const keep = (id: PartnerId, partner: PartnerDocument | undefined): void => {
    seen.set(id, { partner, at: clock.now() });
  };

  return {
    get: async (id) => {
      const known = seen.get(id);
      if (known !== undefined && Math.abs(clock.now() - known.at) < maxAgeMs) return known.partner;
      const before = generation;
      const partner = await store.find(id);
      if (generation === before) keep(id, partner);
      return partner;
    },
    refresh: async () => {
      const before = generation;
      const partners = await store.all();
      if (generation === before) for (const partner of partners) keep(partner._id, partner);
      return partners;
    },
    forget: (id) => {
      generation += 1;
      seen.delete(id);
    },
  };
};
