import type { Documents } from '../../base/documents.js';
import type { Upgrade } from '../../base/upgrade.js';
import { closedBreaker } from './breaker-state.js';
import type { PartnerDocument } from './partner.js';

/** Whoever was told before there was a self test goes on being told. */
const upgrade = async (documents: Documents<PartnerDocument>, now: number): Promise<void> => {
  for await (const partner of documents.find({})) {
    if ('live' in partner) continue;
    const { _id, endpoint }: Pick<PartnerDocument, '_id' | 'endpoint'> = partner;
    const isOld = { _id, live: { $exists: false } };
    const breaker = closedBreaker;
    await documents.updateOne(
      isOld,
      endpoint === null
        ? { $set: { breaker, live: null } }
        : { $set: { breaker, live: { at: now, by: 'upgrade' }, 'endpoint.previous': null } },
    );
  }
};

/** Partners with a breaker, a header that can be rotated, and an endpoint that must go live. */
export const upgradePartners = (
  partners: Documents<PartnerDocument>,
  now: () => number,
): readonly Upgrade[] => [{ name: 'partners: endpoints go live', run: () => upgrade(partners, now()) }];
