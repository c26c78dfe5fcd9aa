import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import type { DeliveryDocument } from './delivery.js';
import { createOpenInOrder } from './open-in-order.js';
import { createWalkDeliveries, type WalkPosition } from './walk-deliveries.js';

interface ReopenOptions {
  readonly documents: Documents<DeliveryDocument>;
  /** The database's time: what is opened again is claimed by it. */
  readonly serverNow: () => Promise<number>;
}

/** Opens all of a partner's deliveries again that were answered 401; how many. */
export type ReopenUnauthorised = (partner: PartnerId) => Promise<number>;

const batch = 500;

/** What is refused again meanwhile stays: a partner that refuses for ever would be asked for ever. */
export const createReopenUnauthorised = ({ documents, serverNow }: ReopenOptions): ReopenUnauthorised => {
  const walk = createWalkDeliveries(documents);
  const { open, createsBeside } = createOpenInOrder(documents);

  return async (partner) => {
    const filter = { partners: [partner], states: ['unauthorised'], until: (await serverNow()) + 1 } as const;
    let total = 0;
    for (let from: WalkPosition | undefined; ; ) {
      const { found, next } = await walk({ filter, from, limit: batch });
      const beside = await createsBeside(found);
      const now = await serverNow();
      const refused = [...beside, ...found].filter(({ st }) => st === 'unauthorised');
      total += await open(refused.map((delivery) => ({ delivery, by: 'resume', at: now, now })));
      if (next === undefined) return total;
      from = next;
    }
  };
};
