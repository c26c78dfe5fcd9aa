import type { Clock } from '../../base/clock.js';
import type { Documents } from '../../base/documents.js';
import type { PartnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import type { AttemptStore } from './attempt-store.js';
import type { AttemptDocument, DeliveryDocument, DeliveryState } from './delivery.js';

export interface DeliveryQuery {
  readonly partner: PartnerId;
  readonly state: DeliveryState;
  /** At most 200. */
  readonly limit: number;
  readonly skip: number;
}

/** How many deliveries are in each state; a count stops at 10,000. */
export type DeliveryCounts = Readonly<Record<DeliveryState, number>>;

/** What an operator sees of the deliveries, and how one is sent again. */
export interface Deliveries {
  /** Ordered by when they are due (open) or ended. */
  readonly list: (query: DeliveryQuery) => Promise<readonly DeliveryDocument[]>;
  readonly counts: (partner: PartnerId) => Promise<DeliveryCounts>;
  /** The open delivery that has been due for longest, for "what is stuck". */
  readonly oldestOpen: (partner: PartnerId) => Promise<DeliveryDocument | undefined>;
  /** Throws `delivery_not_found`. */
  readonly view: (id: string) => Promise<DeliveryDocument>;
  /** The last 100 attempts, oldest first. Throws `delivery_not_found`. */
  readonly attempts: (id: string) => Promise<readonly AttemptDocument[]>;
  /** Sends it now, whatever became of it; one on its way is left alone. Throws `delivery_not_found`. */
  readonly resend: (id: string) => Promise<DeliveryDocument>;
  /** Opens all of a partner's `unauthorised` deliveries again; how many. */
  readonly reopenUnauthorised: (partner: PartnerId) => Promise<number>;
}

export interface DeliveriesOptions {
  readonly documents: Documents<DeliveryDocument>;
  readonly attempts: Pick<AttemptStore, 'range'>;
  readonly clock: Pick<Clock, 'now'>;
}

const maxListed = 200;
const maxCounted = 10_000;
const attemptsShown = 100;
const reopenBatch = 500;

export const createDeliveries = ({ documents, attempts, clock }: DeliveriesOptions): Deliveries => {
  const view = async (id: string): Promise<DeliveryDocument> => {
    const delivery = await documents.findOne({ _id: id });
    if (delivery === null) throw new Problem('delivery_not_found', { details: `no delivery ${id}` });
    return delivery;
  };

  const count = (partner: PartnerId, st: DeliveryState): Promise<number> =>
    documents.countDocuments({ partner, st }, { limit: maxCounted });

  const opened = ({ n }: DeliveryDocument, now: number) => ({
    $set: { st: 'open' as const, due: now, tok: null, nBefore: n, openedAt: now, updatedAt: now },
  });

  const reopenSome = async (partner: PartnerId): Promise<number> => {
    const refused = await documents.find({ partner, st: 'unauthorised' }, { limit: reopenBatch }).toArray();
    const now = clock.now();
    const writes = refused.map((delivery) => ({
      updateOne: {
        filter: { _id: delivery._id, partner, st: 'unauthorised' as const, n: delivery.n },
        update: opened(delivery, now),
      },
    }));
    if (writes.length > 0) await documents.bulkWrite(writes, { ordered: false });
    return refused.length;
  };

  return {
    view,
    list: ({ partner, state, limit, skip }) =>
      documents
        .find(
          { partner, st: state },
          { sort: { due: 1, _id: 1 }, skip, limit: Math.min(Math.max(limit, 1), maxListed) },
        )
        .toArray(),
    counts: async (partner) => {
      const [open, delivered, refused, unauthorised, abandoned, skipped] = await Promise.all([
        count(partner, 'open'),
        count(partner, 'delivered'),
        count(partner, 'refused'),
        count(partner, 'unauthorised'),
        count(partner, 'abandoned'),
        count(partner, 'skipped'),
      ]);
      return { open, delivered, refused, unauthorised, abandoned, skipped };
    },
    oldestOpen: async (partner) =>
      (await documents.findOne({ partner, st: 'open' }, { sort: { due: 1, _id: 1 } })) ?? undefined,
    attempts: async (id) => {
      const { n } = await view(id);
      return attempts.range(id, Math.max(1, n - attemptsShown + 1), n);
    },
    resend: async (id) => {
      const delivery = await view(id);
      // Only as it was read: a claim or an outcome in between has made the wish obsolete.
      const asRead = { _id: id, partner: delivery.partner, st: delivery.st, n: delivery.n, tok: null };
      await documents.updateOne(asRead, opened(delivery, clock.now()));
      return view(id);
    },
    reopenUnauthorised: async (partner) => {
      let total = 0;
      for (;;) {
        const reopened = await reopenSome(partner);
        total += reopened;
        if (reopened < reopenBatch) return total;
      }
    },
  };
};
