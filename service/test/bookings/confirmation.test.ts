import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { createConfirm, siteUrlOf } from '../../src/app/confirm.js';
import { bookingId } from '../../src/base/ids.js';
import { silentLogger } from '../../src/base/logger.js';
import type { BookingDocument } from '../../src/bookings/booking.js';
import { confirmationOf } from '../../src/bookings/confirmation.js';
import { createOutbox } from '../../src/bookings/outbox.js';
import { createMessages } from '../../src/messages/create-messages.js';
import { messageCollection } from '../../src/messages/message.js';
import { createMessageStore } from '../../src/messages/message-store.js';
import { createOutboxPump } from '../../src/webhooks/outbox/outbox-pump.js';
import { openAccounts } from '../accounts/open-accounts.js';
import { aLocation, catalogueOf } from '../catalogue/builders.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock } from '../support/fake-clock.js';
import { aBooking, noon } from './builders.js';
import { aRequest, createDeskClock, type Desk, openDesk, partner } from './desk.js';
import { openGiven } from './given.js';

const wanted = aRequest({ wantsConfirmation: true, locale: 'fr-CA' });

/** A desk whose pump may die between any two steps, and the messages it has made. */
const open = async (context: TestContext) => {
  const database = await openTestDatabase();
  context.after(() => database.close());
  const clock = createDeskClock();
  const desk = openDesk({ database, clock });
  const documents = database.collection(messageCollection);
  const messages = createMessages({
    store: createMessageStore(documents),
    seal: { seal: (text) => text },
    clock,
    onEnqueued: () => undefined,
  });
  await database.ensureIndexes();
  const confirm = createConfirm({
    messages,
    catalogue: catalogueOf({}),
    accounts: (await openAccounts(context)).accounts,
    siteUrl: () => 'https://park.example',
  });
  const pumpOf = (changes: Partial<Desk['outbox']> = {}) =>
    createOutboxPump({
      outbox: { ...createOutbox({ store: desk.store, holdings: desk.holdings, confirm }), ...changes },
      deliveries: { add: async () => undefined },
      clock: createFakeClock({ start: noon + 1_000 }),
      serverNow: async () => noon + 1_000,
      logger: silentLogger,
      onDeliveries: () => undefined,
    });
  const sent = () => documents.find({}).toArray();
  return { desk, pumpOf, sent, confirm };
};

describe('the confirmation of a booking', () => {
  it('is one mail to its contact in the language it was booked in, though pumps die and repeat', async (context) => {
    const { desk, pumpOf, sent } = await open(context);
    const { booking } = await desk.bookings.book(wanted, partner);
    const dying = pumpOf({
      clear: async () => {
        throw new Error('killed before the outbox was emptied');
      },
    });
    await assert.rejects(dying.runOnce(), /killed/);
    await Promise.all([pumpOf().runOnce(), pumpOf().runOnce()]);
    await pumpOf().runOnce();
    const [mail, ...more] = await sent();
    assert.deepEqual(more, []);
    assert.deepEqual(
      [mail?._id, mail?.address, mail?.name, mail?.locale, mail?.template],
      [`booking:${booking._id}:confirmation`, 'ann@example.com', 'Ann Lee', 'fr-CA', 'booking_confirmation'],
    );
    const values: unknown = JSON.parse(mail?.values ?? '');
    assert.deepEqual(values, {
      booking_id: String(booking._id),
      location_name: aLocation().name,
      location_address: '1 Lakeside Plaza, Chicago, IL 60601',
      start_time: 'mardi 1 décembre 2026 à 14 h 00',
      end_time: 'mardi 1 décembre 2026 à 16 h 00',
      price_paid: '8,00 USD',
      pass_url: `https://park.example/parking-pass/${booking._id}/?authorization_code=${'ab'.repeat(16)}`,
    });
    assert.deepEqual((await desk.store.find(booking._id))?.out, []);
  });

  it('does not fill the letter box of an address that strangers name for free bookings', async (context) => {
    const { confirm, sent } = await open(context);
    const book = (id: number, more: Partial<BookingDocument> = {}) =>
      confirm(aBooking({ _id: bookingId(id), fullPriceMinor: 0, priceMinor: 0, isInvoiced: false, ...more }));
    await Promise.all(Array.from({ length: 40 }, (_, index) => book(index + 1)));
    assert.equal((await sent()).length, 10);
    // Paid for with credit, by invoice, or otherwise.
    await book(41, { fullPriceMinor: 800 });
    await book(42, { isInvoiced: true });
    assert.equal((await sent()).length, 12);
  });

  it('is sent to nobody who did not ask for it, or who cancelled before it was made', async (context) => {
    const { desk, pumpOf, sent } = await open(context);
    await desk.bookings.book(aRequest(), partner);
    const { booking } = await desk.bookings.book(wanted, partner);
    await desk.bookings.cancel(booking._id, partner);
    await pumpOf().runOnce();
    assert.deepEqual(await sent(), []);
    assert.deepEqual((await desk.store.find(booking._id))?.out, []);
  });

  it('is asked for once under one Idempotency-Key', async (context) => {
    const { desk, pumpOf, sent } = await open(context);
    const request = { ...wanted, idempotencyKey: 'k' };
    await Promise.all([1, 2, 3].map(() => desk.bookings.book(request, partner)));
    await pumpOf().runOnce();
    assert.equal((await sent()).length, 1);
  });

  it('keeps no notice waiting where it cannot be made, and is made later', async (context) => {
    const { desk, pumpOf, sent } = await open(context);
    await desk.bookings.book(wanted, partner);
    const refused = async (): Promise<never> => {
      throw new Error('no room for messages');
    };
    assert.equal(await pumpOf({ confirm: refused }).runOnce(), 0);
    assert.equal(await pumpOf().runOnce(), 1);
    assert.equal((await sent()).length, 1);
  });

  it('names a location that has left the catalogue by its number', () => {
    const { locationName, locationAddress } = confirmationOf(aBooking(), undefined);
    assert.deepEqual([locationName, locationAddress], ['101', '']);
  });

  it('leads to the configured address, never to one that a request named', () => {
    const at = { PARKING_HOST: '127.0.0.1', PARKING_PORT: 4000 };
    assert.equal(siteUrlOf({ ...at, PARKING_BASE_URL: 'https://park.example/' }), 'https://park.example');
    assert.equal(siteUrlOf(at), 'http://127.0.0.1:4000');
  });

  it('goes through the desk of a market without a wallet too', async (context) => {
    const { desk } = await openGiven(context);
    const { booking } = await desk.bookings.book(wanted, partner);
    for (const due of await desk.outbox.due(10)) await desk.outbox.confirm(due);
    assert.deepEqual(desk.confirmed, [booking._id]);
  });
});
