import type { Deliveries } from '../../../webhooks/deliveries/deliveries.js';
import { type DeliveryDocument, deliveryId } from '../../../webhooks/deliveries/delivery.js';
import { type Outlook, whatNext } from '../../../webhooks/deliveries/what-next.js';
import { defaultDispatchSettings } from '../../../webhooks/dispatch/dispatch-settings.js';
import type { Partners } from '../../../webhooks/partners/partners.js';

export interface SeenDelivery {
  readonly delivery: DeliveryDocument;
  readonly outlook: Outlook;
  readonly now: number;
}

export interface DeliveryOutlooksOptions {
  readonly deliveries: Pick<Deliveries, 'createsOf'>;
  readonly partners: Pick<Partners, 'list'>;
  readonly now: () => number;
}

/** Each delivery with what will happen next: two reads, however many there are. */
export type WithOutlooks = (deliveries: readonly DeliveryDocument[]) => Promise<readonly SeenDelivery[]>;

const isHoldable = ({ kind, st }: DeliveryDocument): boolean => kind === 'cancel' && st === 'open';

export const createWithOutlooks =
  ({ deliveries, partners, now }: DeliveryOutlooksOptions): WithOutlooks =>
  async (seen) => {
    if (seen.length === 0) return [];
    const [known, creates] = await Promise.all([
      partners.list(),
      deliveries.createsOf(seen.filter(isHoldable)),
    ]);
    const partnerOf = new Map(known.map((partner) => [partner._id, partner]));
    const createOf = new Map(creates.map((create) => [create._id, create]));
    const at = now();
    const { holdCancelMs } = defaultDispatchSettings;
    return seen.map((delivery) => {
      const create = createOf.get(deliveryId(delivery.booking, 'create'));
      const partner = partnerOf.get(delivery.partner);
      return { delivery, outlook: whatNext({ delivery, create, partner, holdCancelMs, now: at }), now: at };
    });
  };
