import { type DeliveryDocument, deliveryCollection } from '../../src/webhooks/deliveries/delivery.js';
import { acme, type World } from './world.js';

/** What waits for the partner `acme`, as it is stored. */
export const openDeliveries = ({ database }: Pick<World, 'database'>): Promise<readonly DeliveryDocument[]> =>
  database.collection(deliveryCollection).find({ partner: acme, st: 'open' }).toArray();
