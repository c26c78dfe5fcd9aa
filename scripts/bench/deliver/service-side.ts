import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '#service/base/clock.js';
import { bookingId, partnerId, randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { createSeal } from '#service/base/seal.js';
import type { Post } from '#service/outbound/outbound.js';
import { openDatabase } from '#service/storage/open.js';
import { createAttemptStore } from '#service/webhooks/deliveries/attempt-store.js';
import { createDeliveries } from '#service/webhooks/deliveries/deliveries.js';
import { attemptCollection, deliveryCollection } from '#service/webhooks/deliveries/delivery.js';
import { createDeliveryStore, type DeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';
import { createDispatcher } from '#service/webhooks/dispatch/dispatcher.js';
import { partnerCollection } from '#service/webhooks/partners/partner.js';
import { createPartners } from '#service/webhooks/partners/partners.js';

export interface ServiceSide {
  /** Makes so many deliveries, then times their way: claimed, sent, and written down. Milliseconds. */
  readonly deliver: (count: number) => Promise<number>;
  readonly close: () => Promise<void>;
}

export interface ServiceSideOptions {
  readonly post: Post;
  readonly port: number;
  readonly concurrency: number;
  /** Notices of a paused partner that lie in the same collection. */
  readonly waiting: number;
}

const fast = partnerId('fast');
const asleep = partnerId('asleep');
const blockSize = 1_000;

/** Calls back when so many outcomes have been written. */
const createTally = () => {
  let left = 0;
  let tell: () => void = () => undefined;
  return {
    expect: (count: number): Promise<void> => {
      left = count;
      return new Promise((resolve) => {
        tell = resolve;
      });
    },
    count: (written: number): void => {
      left -= written;
      if (left <= 0) tell();
    },
  };
};

/** The dispatcher over an embedded database on disk, with nothing left out but the log. */
export const openServiceSide = async (options: ServiceSideOptions): Promise<ServiceSide> => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'));
  const database = await openDatabase({ kind: 'embedded', dataDir: folder, clock: systemClock });
  const documents = database.collection(deliveryCollection);
  const store = createDeliveryStore(documents);
  const attempts = createAttemptStore(database.collection(attemptCollection));
  const deliveries = createDeliveries({ documents, attempts, clock: systemClock });
  const partners = createPartners({
    documents: database.collection(partnerCollection),
    seal: createSeal({ secretKey: randomHex(32), purpose: 'webhooks' }),
    clock: systemClock,
    logger: silentLogger,
    reopenUnauthorised: deliveries.reopenUnauthorised,
  });
  await database.ensureIndexes();
  const tally = createTally();
  const counted: DeliveryStore = {
    ...store,
    settle: async (settlements) => {
      const written = await store.settle(settlements);
      tally.count(written);
      return written;
    },
  };
  const dispatcher = createDispatcher({
    partners,
    deliveries: counted,
    attempts,
    post: options.post,
    clock: systemClock,
    serverNow: database.serverNow,
    random: Math.random,
    randomHex,
    logger: silentLogger,
  });

  const endpoint = {
    auth_header_key: 'x-partner-key',
    auth_header_value: 'secret',
    base_api_url: `http://127.0.0.1:${options.port}`,
    create_booking_endpoint: '/created',
    concurrency: options.concurrency,
  };
  let lastBooking = 0;
  const add = async (partner: typeof fast, count: number): Promise<void> => {
    for (let left = count; left > 0; left -= blockSize) {
      const notices = Array.from({ length: Math.min(left, blockSize) }, () => {
        lastBooking += 1;
        return { booking: bookingId(lastBooking), partner, kind: 'create' as const };
      });
      await store.add(notices, systemClock.now());
    }
  };

  await partners.save({ ...endpoint, id: fast, name: 'Fast' });
  await partners.save({ ...endpoint, id: asleep, name: 'Asleep' });
  for (const id of [fast, asleep]) await partners.override(id, 'the benchmark');
  await partners.pause(asleep, 'for the benchmark');
  await add(asleep, options.waiting);

  return {
    deliver: async (count) => {
      await partners.pause(fast, 'until all are there');
      await add(fast, count);
      const written = tally.expect(count);
      await partners.resume(fast, { resendRefused: false });
      dispatcher.start();
      const start = performance.now();
      dispatcher.nudge(fast);
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
