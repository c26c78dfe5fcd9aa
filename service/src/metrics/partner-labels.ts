import type { PartnerId } from '../base/ids.js';

/** Partners as they are named in series that grow as things happen: so many and no more, and not for ever. */
export interface PartnerLabels {
  readonly nameOf: (partner: PartnerId) => string;
  /** Forgets those who are gone; answers them, so that their series go too. */
  readonly keepOnly: (partners: ReadonlySet<PartnerId>) => readonly string[];
}

/** No id may contain brackets. */
export const otherPartners = '(others)';

export const createPartnerLabels = (most: number): PartnerLabels => {
  const named = new Set<PartnerId>();
  return {
    nameOf: (partner) => {
      if (named.has(partner)) return partner;
      if (named.size >= most) return otherPartners;
      named.add(partner);
      return partner;
    },
    keepOnly: (partners) => {
      const gone = [...named].filter((partner) => !partners.has(partner));
      for (const partner of gone) named.delete(partner);
      return gone;
    },
  };
};
