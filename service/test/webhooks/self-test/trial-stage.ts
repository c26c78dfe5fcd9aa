import { systemClock } from '../../../src/base/clock.js';
import { counterCollection, createCounter } from '../../../src/base/counters.js';
import { type BookingId, bookingId, type PartnerId, randomHex } from '../../../src/base/ids.js';
import { silentLogger } from '../../../src/base/logger.js';
import { bookingCollection, createBookingStore } from '../../../src/bookings/store.js';
import { createTestBookings } from '../../../src/bookings/test-bookings.js';
import type { Location } from '../../../src/catalogue/location.js';
import { createAddressPolicy } from '../../../src/outbound/address-policy.js';
import { createOutbound } from '../../../src/outbound/create-outbound.js';
import type { Post } from '../../../src/outbound/outbound.js';
import type { PartnerInput } from '../../../src/webhooks/partners/partner.js';
import {
  selfTestCollection,
  selfTestTurnCollection,
} from '../../../src/webhooks/self-test/self-test-report.js';
import { createSelfTests } from '../../../src/webhooks/self-test/self-tests.js';
import { aLocation } from '../../catalogue/builders.js';
import { openWorld, partnerInput } from '../world.js';
import { type Answer, openReceiver, secret } from './trial-receiver.js';

export interface TrialStageOptions {
  /** The partner's side, given how it fetches a booking. */
  readonly answer: (fetchBooking: (id: number) => Promise<unknown>) => Answer;
  readonly endpoint?: Partial<PartnerInput>;
  readonly locations?: readonly Location[];
  /** In place of the real way out, over which it may go. */
  readonly post?: (real: Post) => Post;
}

const opened: (() => Promise<void>)[] = [];

export const closeTrialStages = async (): Promise<void> => {
  for (const close of opened.splice(0).reverse()) await close();
};

/** Partner `acme`, off, whose receiver answers over real sockets; the pauses of a test take no time. */
export const openTrialStage = async ({ answer, endpoint, locations, post }: TrialStageOptions) => {
  const world = await openWorld();
  const { clock, database } = world;
  const worker = world.openWorker();
  const bookings = createBookingStore(database.collection(bookingCollection), clock);
  const receiver = await openReceiver(answer((id) => bookings.find(bookingId(id))));
  const outbound = createOutbound({ isAddressAllowed: createAddressPolicy({ allowPrivateTargets: true }) });
  const live: PartnerId[] = [];
  const made: BookingId[] = [];
  const testBookings = createTestBookings({
    store: bookings,
    snapshot: () => ({ locations: () => locations ?? [aLocation()] }),
    nextBookingId: createCounter({
      documents: database.collection(counterCollection),
      clock,
      name: 'bookings',
      blockSize: 100,
      floor: () => 1,
    }),
    clock,
    randomHex,
  });
  const openTests = () =>
    createSelfTests({
      documents: {
        reports: database.collection(selfTestCollection),
        turns: database.collection(selfTestTurnCollection),
      },
      partners: worker.partners,
      bookings: {
        ...testBookings,
        make: async (partner, id) => {
          made.push(id);
          await testBookings.make(partner, id);
        },
      },
      post: post?.(outbound.post) ?? outbound.post,
      clock,
      realClock: { now: systemClock.now, sleep: async () => undefined },
      randomHex,
      logger: silentLogger,
      onLive: (partner) => void live.push(partner),
      deadlineMs: 10_000,
      maxBodyBytes: 16_384,
    });
  const tests = openTests();
  opened.push(world.close, outbound.close, receiver.close, tests.stop);
  await worker.partners.save(
    partnerInput({ base_api_url: receiver.url, auth_header_value: secret, ...endpoint }),
  );
  return { world, clock, database, worker, bookings, made, receiver, live, tests, openTests };
};

export type TrialStage = Awaited<ReturnType<typeof openTrialStage>>;
