import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#service/base/clock.js';
import type { Database } from '#service/base/documents.js';
import { bookingId, type PartnerId, partnerId, randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { createSeal } from '#service/base/seal.js';
import type { Post } from '#service/outbound/outbound.js';
import { openDatabase } from '#service/storage/open.js';
import { createAttemptStore } from '#service/webhooks/deliveries/attempt-store.js';
import { createDeliveries } from '#service/webhooks/deliveries/deliveries.js';
import {
  attemptCollection,
  type DeliveryDocument,
  deliveryCollection,
  deliveryId,
} from '#service/webhooks/deliveries/delivery.js';
import { createDeliveryStore, type DeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';
import { createDispatcher, type Dispatcher } from '#service/webhooks/dispatch/dispatcher.js';
import { partnerCollection } from '#service/webhooks/partners/partner.js';
import { createPartners } from '#service/webhooks/partners/partners.js';
import { createTally } from './tally.js';

/** The dispatcher over an embedded database on disk, with nothing left out but the log. */
export interface ServiceSide {
  readonly database: Database;
  readonly store: DeliveryStore;
  readonly dispatcher: Dispatcher;
  /** A partner whose notices wait until `resume`. */
  readonly addPartner: (id: string, port: number) => Promise<PartnerId>;
  readonly pause: (partner: PartnerId) => Promise<void>;
  readonly resume: (partner: PartnerId) => Promise<void>;
  /** Makes so many open deliveries, due at that instant. */
  readonly fill: (partner: PartnerId, count: number, due: number) => Promise<void>;
  /** Makes so many deliveries, then times their way: claimed, sent, and written down. Milliseconds. */
  readonly deliver: (partner: PartnerId, count: number) => Promise<number>;
  /** Of all partners, written down so far. */
  readonly delivered: () => number;
  readonly close: () => Promise<void>;
}

/** As many at once as an endpoint may have. */
export const concurrency = 64;
const blockSize = 1_000;

const openDelivery = (booking: number, partner: PartnerId, due: number): DeliveryDocument => {
  const now = systemClock.now();
  const id = bookingId(booking);
  return {
    _id: deliveryId(id, 'create'),
    partner,
    booking: id,
    kind: 'create',
    st: 'open',
    due,
    tok: null,
    n: 0,
    nBefore: 0,
    openedAt: now,
    createdAt: now,
    updatedAt: now,
  };
};

export const openServiceSide = async (post: Post): Promise<ServiceSide> => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'));
  const database = await openDatabase({ kind: 'embedded', dataDir: folder, clock: systemClock });
  const documents = database.collection(deliveryCollection);
  const attempts = createAttemptStore(database.collection(attemptCollection));
  const deliveries = createDeliveries({ documents, attempts, serverNow: async () => systemClock.now() });
  const partners = createPartners({
    documents: database.collection(partnerCollection),
    seal: createSeal({ secretKey: randomHex(32), purpose: 'webhooks' }),
    clock: systemClock,
    logger: silentLogger,
    reopenUnauthorised: deliveries.reopenUnauthorised,
  });
  await database.ensureIndexes();
  const tally = createTally();
  const store = createDeliveryStore(documents);
  const counted: DeliveryStore = {
    ...store,
    settle: async (settlements) => {
      const written = await store.settle(settlements);
      tally.count(settlements);
      return written;
    },
  };
  const dispatcher = createDispatcher({
    partners,
    deliveries: counted,
    attempts,
    post,
    clock: systemClock,
    serverNow: database.serverNow,
    random: Math.random,
    randomHex,
    logger: silentLogger,
  });
  dispatcher.start();

  let lastBooking = 0;
  const fill: ServiceSide['fill'] = async (partner, count, due) => {
    for (let left = count; left > 0; left -= blockSize) {
      const block = Array.from({ length: Math.min(left, blockSize) }, () => {
        lastBooking += 1;
        return openDelivery(lastBooking, partner, due);
      });
      await documents.insertMany(block, { ordered: false });
    }
  };
  const pause: ServiceSide['pause'] = async (partner) => {
    await partners.pause(partner, 'for the benchmark');
  };
  const resume: ServiceSide['resume'] = async (partner) => {
    await partners.resume(partner, { resendRefused: false });
    dispatcher.nudge(partner);
  };

  return {
    database,
    store,
    dispatcher,
    fill,
    pause,
    resume,
    delivered: tally.total,
    addPartner: async (id, port) => {
      await partners.save({
        id: partnerId(id),
        name: id,
        auth_header_key: 'x-partner-key',
        auth_header_value: 'secret',
        base_api_url: `http://127.0.0.1:${port}`,
        create_booking_endpoint: '/created',
        concurrency,
      });
      await partners.override(partnerId(id), 'the benchmark');
      await pause(partnerId(id));
      return partnerId(id);
    },
    deliver: async (partner, count) => {
      await pause(partner);
      await fill(partner, count, systemClock.now());
      const written = tally.expect(partner, count);
      const start = performance.now();
      await resume(partner);
      await written;
      return performance.now() - start;
    },
    close: async () => {
      await dispatcher.stop();
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
};
