import type { Clock } from '../../base/clock.js';
import type { PartnerId } from '../../base/ids.js';
import type { PartnerDocument } from './partner.js';
import type { PartnerStore } from './partner-store.js';

/** Partners as this process last saw them; others' changes arrive within `maxAgeMs`, its own at once. */
export interface PartnerDirectory {
  readonly get: (id: PartnerId) => Promise<PartnerDocument | undefined>;
  /** As it is stored now. */
  readonly reread: (id: PartnerId) => Promise<PartnerDocument | undefined>;
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

  const forget = (id: PartnerId): void => {
    generation += 1;
    seen.delete(id);
  };

  const get = async (id: PartnerId): Promise<PartnerDocument | undefined> => {
    // What is read is as old as the question: the answer may have waited for a process that was asleep.
    const at = clock.now();
    const known = seen.get(id);
    if (known !== undefined && Math.abs(at - known.at) < maxAgeMs) return known.partner;
    const before = generation;
    const partner = await store.find(id);
    if (generation === before) seen.set(id, { partner, at });
    return partner;
  };

  return {
    get,
    reread: (id) => {
      forget(id);
      return get(id);
    },
    refresh: async () => {
      const at = clock.now();
      const before = generation;
      const partners = await store.all();
      if (generation === before) for (const partner of partners) seen.set(partner._id, { partner, at });
      return partners;
    },
    forget,
  };
};
