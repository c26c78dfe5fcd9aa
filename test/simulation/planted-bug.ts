import type { RandomHex } from '#service/base/ids.js';
import type { Outbox } from '#service/bookings/booking.js';
import type { Post } from '#service/outbound/outbound.js';
import type { AttemptStore } from '#service/webhooks/deliveries/attempt-store.js';
import type { DeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';
import type { DispatchSettings } from '#service/webhooks/dispatch/dispatch-settings.js';
import type { Desk } from './partner-books.js';
import type { ServiceDocuments } from './service-documents.js';

/** What a worker's pump and dispatcher are made of. */
export interface WorkerParts {
  readonly deliveries: DeliveryStore;
  readonly attempts: AttemptStore;
  readonly outbox: Outbox;
  readonly post: Post;
  readonly randomHex: RandomHex;
  readonly settings: Partial<DispatchSettings>;
}

/** A mistake somebody could make, put around the real code: the simulation must find it. */
export interface PlantedBug {
  readonly name: string;
  /** The fault that it must be found by: another one may be there by chance. */
  readonly shows: RegExp;
  readonly documents?: (documents: ServiceDocuments) => ServiceDocuments;
  readonly parts?: (parts: WorkerParts) => WorkerParts;
  readonly desk?: (desk: Desk) => Desk;
}
