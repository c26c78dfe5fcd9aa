import type { Documents } from '../../base/documents.js';
import type { BookingId, PartnerId } from '../../base/ids.js';
import { Problem } from '../../base/problem.js';
import type { AttemptStore } from './attempt-store.js';
import { countedUpTo } from './backlog.js';
import {
  type AttemptDocument,
  type DeliveryDocument,
  type DeliveryState,
  deliveryId,
  noticeKinds,
} from './delivery.js';
import type { DeliveryFilter } from './delivery-filter.js';
import { createReopenUnauthorised, type ReopenUnauthorised } from './reopen-unauthorised.js';
import { reopening } from './reopening.js';
import { createWalkDeliveries, positionAfter, type WalkPosition } from './walk-deliveries.js';

export interface DeliveryQuery {
  readonly filter: DeliveryFilter;
  /** Where the page before ended. */
  readonly from?: WalkPosition | undefined;
  /** At most 200. */
  readonly limit: number;
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryDocument[];
  /** Absent on the last page. A page may be short, or empty, and not the last one. */
  readonly next?: WalkPosition;
}

/** How many deliveries are in each state; a count stops at 10,000. */
export type DeliveryCounts = Readonly<Record<DeliveryState, number>>;

/** What an operator sees of the deliveries, and how one is sent again. */
export interface Deliveries {
  /** Partner by partner, and in each state by when they came to it. */
  readonly list: (query: DeliveryQuery) => Promise<DeliveryPage>;
  /** The create, then the cancel, as far as there are any. */
  readonly ofBooking: (booking: BookingId) => Promise<readonly DeliveryDocument[]>;
  readonly counts: (partner: PartnerId) => Promise<DeliveryCounts>;
  /** Throws `delivery_not_found`. */
  readonly view: (id: string) => Promise<DeliveryDocument>;
  /** The create notices of the bookings that these cancel. */
  readonly createsOf: (cancels: readonly DeliveryDocument[]) => Promise<readonly DeliveryDocument[]>;
  /** The last 100 attempts as far as they are still kept, oldest first. Throws `delivery_not_found`. */
  readonly attempts: (id: string) => Promise<readonly AttemptDocument[]>;
  /** Sends it now, whatever became of it; one on its way is left alone. Throws `delivery_not_found`. */
  readonly resend: (id: string) => Promise<DeliveryDocument>;
  readonly reopenUnauthorised: ReopenUnauthorised;
}

export interface DeliveriesOptions {
  readonly documents: Documents<DeliveryDocument>;
  readonly attempts: Pick<AttemptStore, 'range'>;
  /** The database's time: what is opened again is claimed by it. */
  readonly serverNow: () => Promise<number>;
}

const maxListed = 200;
export const attemptsShown = 100;

export const createDeliveries = ({ documents, attempts, serverNow }: DeliveriesOptions): Deliveries => {
  const walk = createWalkDeliveries(documents);

  const view = async (id: string): Promise<DeliveryDocument> => {
    const delivery = await documents.findOne({ _id: id });
    if (delivery === null)
      throw new Problem('delivery_not_found', { details: `no delivery ${id}; ids are as in 42:create` });
    return delivery;
  };

  const count = (partner: PartnerId, st: DeliveryState): Promise<number> =>
    documents.countDocuments({ partner, st }, { limit: countedUpTo });

  return {
    view,
    list: async ({ filter, from, limit }) => {
      const wanted = Math.min(Math.max(limit, 1), maxListed);
      // One more tells whether this is the last page.
      const { found, next } = await walk({ filter, from, limit: wanted + 1 });
      const last = found[wanted - 1];
      if (found.length > wanted && last !== undefined)
        return { deliveries: found.slice(0, wanted), next: positionAfter(last) };
      return { deliveries: found, ...(next === undefined ? {} : { next }) };
    },
    ofBooking: async (booking) => {
      const ids = noticeKinds.map((kind) => deliveryId(booking, kind));
      const found = await documents.find({ _id: { $in: ids } }).toArray();
      return found.sort((left, right) => noticeKinds.indexOf(left.kind) - noticeKinds.indexOf(right.kind));
    },
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
    createsOf: async (cancels) => {
      const ids = cancels.map(({ booking }) => deliveryId(booking, 'create'));
      return ids.length === 0 ? [] : documents.find({ _id: { $in: ids } }).toArray();
    },
    attempts: async (id) => {
      const { n } = await view(id);
      return attempts.range(id, Math.max(1, n - attemptsShown + 1), n);
    },
    resend: async (id) => {
      const delivery = await view(id);
      const now = await serverNow();
      const { filter, update } = reopening({ delivery, by: 'resend', at: now, now }).updateOne;
      await documents.updateOne(filter, update);
      return view(id);
    },
    reopenUnauthorised: createReopenUnauthorised({ documents, serverNow }),
  };
};
