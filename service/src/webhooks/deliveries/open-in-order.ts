import type { Documents } from '../../base/documents.js';
import type { NoticeKind } from '../../bookings/booking.js';
import { type DeliveryDocument, deliveryId } from './delivery.js';
import { type Reopening, reopening } from './reopening.js';

/** Opens deliveries again, the creates first: a worker that took a cancel before would not find anything to wait for. */
export interface OpenInOrder {
  /** How many were as they had been read. */
  readonly open: (reopenings: readonly Reopening[]) => Promise<number>;
  /** The creates of these deliveries' cancels that are not among them, whatever became of them. */
  readonly createsBeside: (deliveries: readonly DeliveryDocument[]) => Promise<readonly DeliveryDocument[]>;
}

export const createOpenInOrder = (documents: Documents<DeliveryDocument>): OpenInOrder => {
  const openAll = async (reopenings: readonly Reopening[]): Promise<number> => {
    if (reopenings.length === 0) return 0;
    return (await documents.bulkWrite(reopenings.map(reopening), { ordered: false })).matchedCount;
  };

  return {
    open: async (reopenings) => {
      const of = (wanted: NoticeKind) => reopenings.filter(({ delivery: { kind } }) => kind === wanted);
      const creates = await openAll(of('create'));
      return creates + (await openAll(of('cancel')));
    },
    createsBeside: async (deliveries) => {
      const known = new Set(deliveries.map(({ _id }) => _id));
      const ids = deliveries
        .filter(({ kind }) => kind === 'cancel')
        .map(({ booking }) => deliveryId(booking, 'create'))
        .filter((id) => !known.has(id));
      return ids.length === 0 ? [] : documents.find({ _id: { $in: ids } }).toArray();
    },
  };
};
