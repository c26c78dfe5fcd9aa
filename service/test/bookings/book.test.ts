import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anonymous, type Caller } from '../../src/base/caller.js';
import { bookingId, clientId, customerId } from '../../src/base/ids.js';
import { money, zero } from '../../src/base/money.js';
import type { ProblemCode } from '../../src/base/problem-catalogue.js';
import type { BookRequest } from '../../src/bookings/bookings.js';
import { customerOf } from '../../src/bookings/customer.js';
import { poolStayOf } from '../../src/bookings/pool-stay.js';
import type { OpenedQuote } from '../../src/quotes/quote.js';
import { aLocation, anOption, someValidation } from '../catalogue/builders.js';
import { aBooking, hourMs, noon } from './builders.js';
import { acme, anOpenedQuote, aRequest, owner, partner, user } from './desk.js';

import { openGiven, otherPartner, publicClient, refusal } from './given.js';

const free: Partial<OpenedQuote> = {
  price: { ...anOpenedQuote().price, total: zero('USD') },
  subtotal: zero('USD'),
};
describe('previewing a booking', () => {
  it('answers all five amounts; the final price is the subtotal', async (context) => {
    const quote = anOpenedQuote({ subtotal: money('USD', 1000) });
    const { desk } = await openGiven(context, { quote });
    assert.deepEqual(await desk.bookings.preview({ quoteId: 'q1', addOnIds: [] }, anonymous), {
      userCreditAmount: zero('USD'),
      quotePrice: money('USD', 800),
      subtotal: money('USD', 1000),
      finalPrice: money('USD', 1000),
      couponAmount: zero('USD'),
    });
  });

  it('answers booking_quote_id_missing for a request that names no quote', async (context) => {
    const { desk } = await openGiven(context);
    const preview = desk.bookings.preview({ quoteId: ' ', addOnIds: [] }, anonymous);
    await assert.rejects(preview, refusal('booking_quote_id_missing', { fields: ['quote_id'] }));
  });
});

const nobodys: Caller = { kind: 'client', client: clientId('c9'), partner: undefined, scopes: ['partner'] };

describe('booking', () => {
  it('stores the booking with its notice, holds its space and tells the hook', async (context) => {
    const { desk, clock } = await openGiven(context);
    const { booking } = await desk.bookings.book(aRequest({ plateNumber: ' b-1 ' }), partner);
    const stored = await desk.store.find(booking._id);
    assert.deepEqual(stored, {
      ...aBooking({
        st: 'booked',
        rev: 1,
        client: clientId('c1'),
        customer: customerId(8),
        plateNumber: 'b-1',
      }),
      out: ['create'],
      outAt: clock.now(),
      bookedAt: clock.now(),
      authorizationCode: 'ab'.repeat(16),
      shareCode: 'ab'.repeat(16),
      passCode: 'AB'.repeat(8),
    });
    assert.deepEqual(booking.contact, { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' });
    assert.deepEqual(desk.committed, [booking._id]);
    assert.equal(desk.inventory.peak(poolStayOf(booking)), 1);
  });

  it('puts no notice in the outbox where the partner wants none', async (context) => {
    const { desk } = await openGiven(context, {
      noticesWanted: async () => ({ create: false, cancel: false }),
    });
    const { booking } = await desk.bookings.book(aRequest(), partner);
    assert.deepEqual((await desk.store.find(booking._id))?.out, []);
    assert.deepEqual(await desk.outbox.due(10), []);
  });

  it("records a user's booking as owed, in the user's own name, for no partner", async (context) => {
    const { desk } = await openGiven(context);
    const { booking } = await desk.bookings.book(aRequest({ isInvoice: false }), user);
    assert.equal(booking.customer, 7);
    assert.deepEqual([booking.partner, booking.isInvoiced, booking.priceMinor], [null, false, 800]);
    assert.equal(booking.contact.email, 'owner@example.com');
  });

  it('lets anybody book what costs nothing', async (context) => {
    const { desk } = await openGiven(context, { quote: anOpenedQuote(free) });
    const request = aRequest({ finalPrice: '0', isInvoice: false });
    assert.equal((await desk.bookings.book(request, anonymous)).booking.partner, null);
    assert.equal((await desk.bookings.book(request, publicClient)).booking.partner, acme);
  });

  const refusals: readonly (readonly [
    string,
    Partial<BookRequest>,
    Caller,
    ProblemCode,
    (readonly string[])?,
  ])[] = [
    ['no quote', { quoteId: '' }, partner, 'booking_quote_id_missing', ['quote_id']],
    ['a forged quote', { quoteId: 'x' }, partner, 'booking_quote_id_invalid', ['quote_id']],
    ['no final price', { finalPrice: '' }, partner, 'booking_final_price_missing', ['final_price']],
    ['words for a price', { finalPrice: 'eight' }, partner, 'request_parameter_invalid', ['final_price']],
    ['another price', { finalPrice: '8.01' }, partner, 'booking_final_price_mismatch', ['final_price']],
    ['a price too fine', { finalPrice: '8.001' }, partner, 'booking_final_price_mismatch', ['final_price']],
    ['no e-mail', { customerEmail: '' }, partner, 'booking_customer_email_missing', ['customer_email']],
    ['no address', { customerEmail: 'ann' }, partner, 'request_parameter_invalid', ['customer_email']],
    ['a price, by nobody', { isInvoice: false }, anonymous, 'booking_payment_required'],
    ['a price, by a client', { isInvoice: false }, partner, 'booking_payment_required'],
    ['an invoice, by nobody', {}, anonymous, 'booking_invoice_not_allowed', ['invoice']],
    ['an invoice, by a user', {}, user, 'booking_invoice_not_allowed', ['invoice']],
    [
      'an invoice, by a partner-scoped client of nobody',
      {},
      nobodys,
      'booking_invoice_not_allowed',
      ['invoice'],
    ],
    ['an invoice without the scope', {}, publicClient, 'booking_invoice_not_allowed', ['invoice']],
  ];
  for (const [name, request, caller, code, fields] of refusals) {
    it(`answers ${code} for ${name}, and stores nothing`, async (context) => {
      const { desk } = await openGiven(context);
      const book = desk.bookings.book(aRequest(request), caller);
      await assert.rejects(book, refusal(code, fields === undefined ? {} : { fields }));
      assert.equal(await desk.store.find(bookingId(1)), undefined);
    });
  }

  it('answers booking_sold_out for an option that is only shown', async (context) => {
    const quote = anOpenedQuote({ option: anOption({ sale: 'none' }) });
    const { desk } = await openGiven(context, { quote });
    await assert.rejects(desk.bookings.book(aRequest(), partner), refusal('booking_sold_out'));
  });

  it('takes the e-mail address given for a user whose account has none', async () => {
    const byPhone = { ...owner, email: '' };
    const accounts = { find: async () => byPhone, findOrCreateGuest: async () => assert.fail('no guest') };
    const contactFor = async (request: BookRequest) =>
      (await customerOf(accounts, request, user)).contact.email;
    assert.equal(await contactFor(aRequest()), 'ann@example.com');
    assert.equal(await contactFor(aRequest({ customerEmail: ' ' })), '');
    await assert.rejects(
      contactFor(aRequest({ customerEmail: 'ann' })),
      refusal('request_parameter_invalid'),
    );
  });

  for (const finalPrice of ['8', '8.0', '8.', '8.000', '08.00', ' 8.00 ', '+8']) {
    it(`takes ${JSON.stringify(finalPrice)} for 8.00`, async (context) => {
      const { desk } = await openGiven(context);
      assert.equal((await desk.bookings.book(aRequest({ finalPrice }), partner)).booking.priceMinor, 800);
    });
  }

  it('answers booking_plate_number_missing where the location asks for a plate', async (context) => {
    const location = aLocation({ validation: someValidation({ requiresLicensePlate: true }) });
    const { desk } = await openGiven(context, { quote: anOpenedQuote({ location }) });
    const book = desk.bookings.book(aRequest({ plateNumber: '  ' }), partner);
    await assert.rejects(book, refusal('booking_plate_number_missing', { fields: ['plate_number'] }));
    await desk.bookings.book(aRequest({ plateNumber: 'B 1' }), partner);
  });

  it('answers booking_quote_expired for a stay that is over', async (context) => {
    const { desk, clock } = await openGiven(context);
    clock.advance(10 * hourMs);
    await assert.rejects(desk.bookings.book(aRequest(), partner), refusal('booking_quote_expired'));
  });

  it('answers booking_sold_out at once where every space is surely taken, and leaves a void booking', async (context) => {
    const quote = anOpenedQuote({ option: anOption({ capacity: 1 }) });
    const { desk, clock } = await openGiven(context, { quote });
    await desk.bookings.book(aRequest(), partner);
    await assert.rejects(desk.bookings.book(aRequest(), partner), refusal('booking_sold_out'));
    assert.equal(clock.now(), noon);
    assert.equal((await desk.store.find(bookingId(2)))?.st, 'void');
  });

  it('waits two seconds for a space that may come free, no longer', async (context) => {
    const quote = anOpenedQuote({ option: anOption({ capacity: 1 }) });
    const { desk, clock } = await openGiven(context, { quote, firstId: 5 });
    const dead = aBooking({ _id: bookingId(4) });
    await desk.store.insert(dead);
    await desk.inventory.hold({ ...poolStayOf(dead), capacity: 1, until: dead.until });
    await assert.rejects(desk.bookings.book(aRequest(), partner), refusal('booking_sold_out'));
    assert.equal(clock.now(), noon + 2000);

    clock.advance(30_000);
    await desk.bookings.book(aRequest(), partner);
    assert.equal((await desk.store.find(dead._id))?.st, 'void');
  });
});

describe('booking again under one Idempotency-Key', () => {
  it('gives the first answer again, and tells nobody twice', async (context) => {
    const { desk } = await openGiven(context);
    const request = aRequest({ idempotencyKey: 'k' });
    const first = await desk.bookings.book(request, partner);
    const again = await desk.bookings.book({ ...request, quoteId: 'long expired' }, partner);
    assert.equal(again.booking._id, first.booking._id);
    assert.deepEqual(desk.committed, [first.booking._id]);
  });

  it('answers booking_idempotency_key_reused for another body', async (context) => {
    const { desk } = await openGiven(context);
    await desk.bookings.book(aRequest({ idempotencyKey: 'k' }), partner);
    const other = desk.bookings.book(aRequest({ idempotencyKey: 'k', requestHash: 'h2' }), partner);
    await assert.rejects(other, refusal('booking_idempotency_key_reused'));
  });

  it('knows the keys of two clients apart', async (context) => {
    const { desk } = await openGiven(context);
    const request = aRequest({ idempotencyKey: 'k' });
    const first = await desk.bookings.book(request, partner);
    const second = await desk.bookings.book(request, otherPartner);
    assert.notEqual(first.booking._id, second.booking._id);
  });
});
