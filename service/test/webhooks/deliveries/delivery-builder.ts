import { bookingId } from '../../../src/base/ids.js';
import { type DeliveryDocument, deliveryId } from '../../../src/webhooks/deliveries/delivery.js';
import { acme } from '../world.js';

export const noon = Date.UTC(2026, 10, 21, 12);

/** The create notice of booking 42 to acme, open and due at noon, with these changes. */
export const aDelivery = (changes: Partial<DeliveryDocument> = {}): DeliveryDocument => {
  const { booking = bookingId(42), kind = 'create' } = changes;
  return {
    _id: deliveryId(booking, kind),
    partner: acme,
    booking,
    kind,
    st: 'open',
    due: noon,
    tok: null,
    n: 0,
    nBefore: 0,
    openedAt: noon,
    createdAt: noon,
    updatedAt: noon,
    ...changes,
  };
};
