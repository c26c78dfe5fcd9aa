import { createMail } from '../../src/app/mail.js';
import { createMarket } from '../../src/app/market.js';
import { createSelfTesting } from '../../src/app/self-tests.js';
import { systemClock } from '../../src/base/clock.js';
import { type BookingId, bookingId, type PartnerId, partnerId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import { createSeal } from '../../src/base/seal.js';
import type { NoticeKind } from '../../src/bookings/booking.js';
import { openCatalogue } from '../../src/catalogue/open-catalogue.js';
import { createClientRows } from '../../src/operator/rows/client-rows.js';
import { createCustomerRows } from '../../src/operator/rows/customer-rows.js';
import { createBacklogRows } from '../../src/operator/rows/deliveries/backlog-rows.js';
import { createDeliveryRows } from '../../src/operator/rows/deliveries/delivery-rows.js';
import { createReplayRows } from '../../src/operator/rows/deliveries/replay-rows.js';
import { createImportRows } from '../../src/operator/rows/import-rows.js';
import { createMessageRows } from '../../src/operator/rows/message-rows.js';
import { createPartnerRows } from '../../src/operator/rows/partners/partner-rows.js';
import { createSandboxRows } from '../../src/operator/rows/sandbox-rows.js';
import { createWalletRows } from '../../src/operator/rows/wallet-rows.js';
import { createAddressPolicy } from '../../src/outbound/address-policy.js';
import { createOutbound } from '../../src/outbound/create-outbound.js';
import { createFollowSandbox } from '../../src/sandbox/follow-sandbox.js';
import { createShiftedClock } from '../../src/sandbox/shifted-clock.js';
import { createSandboxStore, sandboxCollection } from '../../src/sandbox/store.js';
import { openDatabase } from '../../src/storage/open.js';
import { createAttemptStore } from '../../src/webhooks/deliveries/attempt-store.js';
import { createBacklog } from '../../src/webhooks/deliveries/backlog.js';
import { createDeliveries } from '../../src/webhooks/deliveries/deliveries.js';
import {
  attemptCollection,
  type DeliveryDocument,
  type DeliveryState,
  deliveryCollection,
} from '../../src/webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '../../src/webhooks/deliveries/delivery-store.js';
import { createReplays } from '../../src/webhooks/deliveries/replay.js';
import { partnerCollection } from '../../src/webhooks/partners/partner.js';
import { createPartners } from '../../src/webhooks/partners/partners.js';
import { countingHex, type Received, startServer } from '../http/harness.js';
import { createFakeClock } from '../support/fake-clock.js';

const secretKey = 'of no worth elsewhere';

const openParts = async () => {
  const realClock = createFakeClock();
  const clock = createShiftedClock(realClock, 0);
  const database = await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock, requireIndexes: true });
  const randomHex = countingHex();
  const attempts = createAttemptStore(database.collection(attemptCollection));
  const documents = database.collection(deliveryCollection);
  const deliveries = createDeliveries({ documents, attempts, serverNow: async () => clock.now() });
  const backlog = createBacklog({ documents, serverNow: async () => clock.now() });
  const partners = createPartners({
    documents: database.collection(partnerCollection),
    seal: createSeal({ secretKey, purpose: 'partner header' }),
    clock,
    logger: silentLogger,
    reopenUnauthorised: deliveries.reopenUnauthorised,
  });
  const { messages } = createMail({ database, clock, randomHex, logger: silentLogger, secretKey });
  const catalogue = openCatalogue({ database, clock, randomHex, logger: silentLogger });
  const market = createMarket({
    database,
    clock,
    catalogue,
    randomHex,
    secretKey,
    messages,
    passwordCost: { memoryCost: 1024, timeCost: 1 },
  });
  const { accounts, oauth, walletGrants } = market;
  const outbound = createOutbound({ isAddressAllowed: createAddressPolicy({ allowPrivateTargets: true }) });
  const nudged: string[] = [];
  const selfTests = createSelfTesting({
    ...{ database, clock, realClock: systemClock, randomHex, logger: silentLogger, catalogue, market },
    notices: { partners, outbound, dispatcher: { nudge: (partner) => void nudged.push(String(partner)) } },
  });
  const sandboxStore = createSandboxStore(database.collection(sandboxCollection));
  await database.ensureIndexes();
  await catalogue.reload();
  const store = createDeliveryStore(documents);
  return {
    ...{ database, clock, realClock, randomHex, attempts, store, deliveries, backlog, partners },
    replays: createReplays({ documents, serverNow: async () => clock.now() }),
    ...{ outbound, nudged, selfTests },
    ...{ grants: walletGrants, messages, accounts, oauth, catalogue, sandboxStore },
  };
};

/** The operator's rows over HTTP on an embedded database in memory. */
export const openOperatorStage = async () => {
  const parts = await openParts();
  const { database, clock, realClock, store, attempts } = parts;
  let nudges = 0;
  const nudge = (): void => {
    nudges += 1;
  };
  const server = await startServer({
    mounts: [
      {
        prefix: '/operator/v1',
        version: 'v4',
        rows: [
          ...createPartnerRows({ ...parts, onReleased: nudge }),
          ...createClientRows(parts),
          ...createDeliveryRows({ ...parts, onResent: nudge, now: clock.now }),
          ...createReplayRows({ ...parts, onResent: nudge }),
          ...createBacklogRows({ ...parts, now: clock.now }),
          ...createMessageRows({ messages: parts.messages, now: clock.now }),
          ...createImportRows(parts),
          ...createCustomerRows(parts),
          ...createWalletRows(parts),
          ...createSandboxRows({
            clock,
            store: parts.sandboxStore,
            follow: createFollowSandbox({ clock, store: parts.sandboxStore, onMoved: nudge }),
          }),
        ],
      },
    ],
    clock,
  });

  const claim = async (
    booking: BookingId,
    partner: PartnerId,
    kind: NoticeKind = 'create',
  ): Promise<DeliveryDocument> => {
    const now = clock.now();
    await store.add([{ booking, partner, kind }], now);
    const {
      claimed: [delivery],
    } = await store.claim({ partner, limit: 1, token: `${booking}`, now, leaseMs: 1_000 });
    if (delivery === undefined) throw new Error('nothing to claim');
    return delivery;
  };

  /** One delivery that was tried once and came to that state. */
  const settle = async (
    booking: BookingId,
    partner: PartnerId,
    [kind, st]: readonly [NoticeKind, DeliveryState],
  ): Promise<void> => {
    const now = clock.now();
    const delivery = await claim(booking, partner, kind);
    await attempts.add([
      {
        _id: `${delivery._id}:1`,
        delivery: delivery._id,
        partner,
        n: 1,
        at: now,
        durationMs: 12,
        status: 401,
        reason: 'unauthorised',
        isContractFault: false,
        bodyExcerpt: 'go away',
      },
    ]);
    await store.settle([{ delivery, st, due: now, at: now, last: '401' }]);
  };

  return {
    ...parts,
    url: server.url,
    nudges: () => nudges,
    refused: (booking: number, partner: string) =>
      settle(bookingId(booking), partnerId(partner), ['create', 'unauthorised']),
    /** One delivery that was tried once and came to that state, while no other of the partner's was due. */
    settled: (booking: number, partner: string, outcome: readonly [NoticeKind, DeliveryState]) =>
      settle(bookingId(booking), partnerId(partner), outcome),
    /** One delivery that a worker has in hand. */
    claimed: (booking: number, partner: string) => claim(bookingId(booking), partnerId(partner)),
    /** With the operator's token. */
    call: (method: string, path: string, json?: unknown): Promise<Received> =>
      server.send(`/operator/v1${path}`, {
        method,
        token: 'operator-token',
        ...(json === undefined ? {} : { json }),
      }),
    send: server.send,
    realClock,
    close: async () => {
      await server.close();
      await parts.selfTests.stop();
      await parts.outbound.close();
      await database.close();
    },
  };
};

export type OperatorStage = Awaited<ReturnType<typeof openOperatorStage>>;

export const acmeEndpoint = {
  base_api_url: 'https://acme.example',
  create_booking_endpoint: '/create',
  cancel_booking_endpoint: '/cancel',
  auth_header_key: 'X-Api-Key',
  auth_header_value: 'a secret that must not come out',
} as const;
