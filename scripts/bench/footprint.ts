import { systemClock } from '#service/base/clock.js';
import { randomHex } from '#service/base/ids.js';
import { silentLogger } from '#service/base/logger.js';
import { createSeal } from '#service/base/seal.js';
import { openDatabase } from '#service/storage/open.js';
import { createAttemptStore } from '#service/webhooks/deliveries/attempt-store.js';
import { attemptCollection, deliveryCollection } from '#service/webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';
import { createDispatcher } from '#service/webhooks/dispatch/dispatcher.js';
import { createOutboxPump } from '#service/webhooks/outbox/outbox-pump.js';
import { partnerCollection } from '#service/webhooks/partners/partner.js';
import { createPartners } from '#service/webhooks/partners/partners.js';
import { bookingPartner, openBookings } from './book/bookings-on.js';
import type { DocumentBytes } from './footprint/document-bytes.js';
import { type WatchedDatabase, watchDatabase } from './footprint/watched-database.js';

const accepted = async () => ({
  kind: 'answered' as const,
  status: 202,
  headers: {},
  body: '',
  isBodyCut: false,
  durationMs: 1,
});

const openNotices = async (database: WatchedDatabase, outbox: ReturnType<typeof openBookings>['outbox']) => {
  const documents = database.collection(deliveryCollection);
  const deliveries = createDeliveryStore(documents);
  const partners = createPartners({
    documents: database.collection(partnerCollection),
    seal: createSeal({ secretKey: randomHex(32), purpose: 'partner header' }),
    clock: systemClock,
    logger: silentLogger,
    reopenUnauthorised: async () => 0,
  });
  await partners.save({
    id: bookingPartner,
    base_api_url: 'https://partner.example/parking',
    create_booking_endpoint: '/bookings/create',
    cancel_booking_endpoint: '/bookings/cancel',
    auth_header_key: 'X-Api-Key',
    auth_header_value: randomHex(24),
    concurrency: 64,
  });
  await partners.override(bookingPartner, 'the bench');
  const dispatcher = createDispatcher({
    partners,
    deliveries,
    attempts: createAttemptStore(database.collection(attemptCollection)),
    post: accepted,
    clock: systemClock,
    serverNow: async () => systemClock.now(),
    random: Math.random,
    randomHex,
    logger: silentLogger,
  });
  const pump = createOutboxPump({
    outbox,
    deliveries,
    clock: systemClock,
    serverNow: async () => systemClock.now(),
    logger: silentLogger,
    onDeliveries: dispatcher.nudge,
  });
  const untilSent = async (): Promise<void> => {
    while ((await documents.countDocuments({ partner: bookingPartner, st: 'open' })) > 0)
      await systemClock.sleep(50);
  };
  return { pump, dispatcher, untilSent };
};

const callLines = (title: string, calls: ReadonlyMap<string, number>, per: number): string => {
  const lines = [...calls]
    .filter(([, count]) => count / per >= 0.001)
    .map(([kind, count]) => `  ${kind.padEnd(28)} ${(count / per).toFixed(3)}\n`);
  return `\nCalls on the database, per ${title}\n${lines.sort().join('')}`;
};

const weightLines = (weights: ReadonlyMap<string, DocumentBytes>): string => {
  const row = (name: string, ...cells: readonly (string | number)[]): string =>
    `  ${name.padEnd(16)}${cells.map((cell) => String(cell).padStart(11)).join('')}\n`;
  const lines = [...weights].map(([name, { documents, json, bson, indexes }]) =>
    row(name, documents, json, bson, indexes),
  );
  return `\nBytes a document: as JSON and BSON measured, of index entries reckoned (before compression)\n${row('', 'documents', 'JSON', 'BSON', 'indexes')}${lines.join('')}`;
};

/** What a booking and its notice cost: calls on the database, and bytes that stay. */
export const run = async ({ isSmall }: { readonly isSmall: boolean }): Promise<void> => {
  const count = isSmall ? 100 : 2_000;
  const database = watchDatabase(
    await openDatabase({ kind: 'embedded', dataDir: ':memory:', clock: systemClock }),
  );
  const bookings = openBookings(database);
  const { pump, dispatcher, untilSent } = await openNotices(database, bookings.outbox);
  await database.ensureIndexes();
  database.takeCalls();
  for (let stay = 0; stay < count; stay += 1) await bookings.book(stay);
  const booked = database.takeCalls();
  await pump.runOnce();
  const pumped = database.takeCalls();
  dispatcher.start();
  await untilSent();
  await dispatcher.stop();
  const sent = database.takeCalls();
  process.stdout.write(
    `${count} bookings of ${count / 4} customers or fewer, one after the other; their create notices, answered 202\n` +
      callLines('booking', booked, count) +
      callLines('booking, carrying its outbox out (in batches of up to 200)', pumped, count) +
      callLines('notice, claimed, sent and written down (in batches of up to 200)', sent, count) +
      weightLines(await database.weigh()),
  );
  await database.close();
};
