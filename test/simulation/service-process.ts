import { stopInStages } from '#service/app/stop-in-stages.js';
import type { RandomHex } from '#service/base/ids.js';
import type { Logger } from '#service/base/logger.js';
import type { Seal } from '#service/base/seal.js';
import { createOutbox } from '#service/bookings/outbox.js';
import { createBookingStore } from '#service/bookings/store.js';
import type { Post } from '#service/outbound/outbound.js';
import { createAttemptStore } from '#service/webhooks/deliveries/attempt-store.js';
import { createDeliveries, type Deliveries } from '#service/webhooks/deliveries/deliveries.js';
import { createDeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';
import type { DispatchSettings } from '#service/webhooks/dispatch/dispatch-settings.js';
import { createDispatcher } from '#service/webhooks/dispatch/dispatcher.js';
import { createOutboxPump } from '#service/webhooks/outbox/outbox-pump.js';
import { createPartners, type Partners } from '#service/webhooks/partners/partners.js';
import { type BookingDesk, createBookingDesk } from './booking-desk.js';
import type { PlantedBug } from './planted-bug.js';
import type { ServiceDocuments } from './service-documents.js';
import type { SimulatedProcess } from './simulated-process.js';

/** A graceful stop is over by then: an exchange, a write and a lease. */
export const longestStopMs = 46_000;

/** `serve` does both, as the commands do. */
export type Role = 'serve' | 'api' | 'worker';

/** One process of the service: the real parts, on simulated ground. */
export interface ServiceProcess {
  readonly process: SimulatedProcess;
  readonly partners: Partners;
  readonly deliveries: Deliveries;
  readonly bookings: BookingDesk;
  readonly start: () => void;
  /** Gracefully. */
  readonly stop: () => Promise<void>;
}

export interface ServiceProcessOptions {
  readonly process: SimulatedProcess;
  readonly role: Role;
  readonly documents: ServiceDocuments;
  readonly serverNow: () => Promise<number>;
  readonly post: Post;
  readonly random: () => number;
  readonly randomHex: RandomHex;
  readonly logger: Logger;
  readonly seal: Seal;
  readonly settings: Partial<DispatchSettings>;
  readonly onReleased: (id: number) => void;
  readonly bug: PlantedBug | undefined;
}

export const createServiceProcess = (options: ServiceProcessOptions): ServiceProcess => {
  const { process, role, bug, logger, post, randomHex, settings } = options;
  const { clock } = process;
  const documents = bug?.documents?.(options.documents) ?? options.documents;
  const bookingStore = createBookingStore(documents.bookings, clock);
  const plain = {
    deliveries: createDeliveryStore(documents.deliveries),
    attempts: createAttemptStore(documents.attempts),
    outbox: createOutbox({
      store: bookingStore,
      holdings: { release: async ({ _id }) => options.onReleased(_id) },
      confirm: async () => undefined,
    }),
    post,
    randomHex,
    settings,
  };
  const parts = bug?.parts?.(plain) ?? plain;
  const deliveries = createDeliveries({
    documents: documents.deliveries,
    attempts: parts.attempts,
    serverNow: options.serverNow,
  });
  const partners = createPartners({
    documents: documents.partners,
    seal: options.seal,
    clock,
    logger,
    reopenUnauthorised: deliveries.reopenUnauthorised,
  });
  const { serverNow, random } = options;
  const dispatcher = createDispatcher({ ...parts, partners, clock, serverNow, random, logger });
  const pump = createOutboxPump({
    outbox: parts.outbox,
    deliveries: parts.deliveries,
    clock,
    serverNow,
    logger,
    onDeliveries: dispatcher.nudge,
  });
  const bookings = createBookingDesk({
    store: bookingStore,
    noticesWanted: partners.noticesWanted,
    clock,
    logger,
    onCommitted: pump.nudge,
  });
  return {
    process,
    partners,
    deliveries,
    bookings,
    start: () => {
      if (role === 'api') return;
      pump.start();
      dispatcher.start();
    },
    stop: async () => {
      const stops = [pump.stop, dispatcher.stop];
      await stopInStages([{ name: 'work', stops, withinMs: longestStopMs }], { clock, logger });
    },
  };
};
