import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { anonymous, type Caller } from '../../src/base/caller.js';
import { bookingId, clientId, customerId, partnerId } from '../../src/base/ids.js';
import { money, zero } from '../../src/base/money.js';
import { Problem, type ProblemDetail } from '../../src/base/problem.js';
import type { ProblemCode } from '../../src/base/problem-catalogue.js';
import type { BookRequest } from '../../src/bookings/bookings.js';
import { poolStayOf } from '../../src/bookings/pool-stay.js';
import type { OpenedQuote } from '../../src/quotes/quote.js';
import { aLocation, anOption, aRatePlan, someValidation } from '../catalogue/builders.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { aBooking, hourMs, noon } from './builders.js';
import {
  acme,
  anOpenedQuote,
  aRequest,
  createDeskClock,
  type Desk,
  type DeskClock,
  type DeskOptions,
  openDesk,
  partner,
  user,
} from './desk.js';

const free: Partial<OpenedQuote> = {
  price: { ...anOpenedQuote().price, total: zero('USD') },
  subtotal: zero('USD'),
};
const publicClient: Caller = { kind: 'client', client: clientId('c3'), partner: acme, scopes: ['public'] };
const otherPartner: Caller = {
  kind: 'client',
  client: clientId('c4'),
  partner: partnerId('other'),
  scopes: ['partner'],
};
const otherUser: Caller = {
  kind: 'user',
  client: clientId('c2'),
  customer: customerId(99),
  partner: undefined,
  scopes: ['public'],
};
const internal: Caller = { kind: 'client', client: clientId('c5'), partner: undefined, scopes: ['internal'] };

const refusal =
  (code: ProblemCode, detail: ProblemDetail = {}) =>
  (error: unknown) => {
    assert.ok(error instanceof Problem, String(error));
    assert.equal(error.code, code);
    if (detail.fields !== undefined) assert.deepEqual(error.detail.fields, detail.fields);
    return true;
  };

interface Given {
  readonly desk: Desk;
  readonly clock: DeskClock;
}

const open = async (context: TestContext, options: Partial<DeskOptions> = {}): Promise<Given> => {
  const database = await openTestDatabase();
  context.after(() => database.close());
  const clock = createDeskClock();
  const desk = openDesk({ database, clock, ...options });
  await database.ensureIndexes();
  return { desk, clock };
};

describe('previewing a booking', () => {
  it('answers all five amounts; the final price is the subtotal', async (context) => {
    const quote = anOpenedQuote({ subtotal: money('USD', 1000) });
    const { desk } = await open(context, { quote });
    assert.deepEqual(await desk.bookings.preview({ quoteId: 'q1', addOnIds: [] }, anonymous), {
      userCreditAmount: zero('USD'),
      quotePrice: money('USD', 800),
      subtotal: money('USD', 1000),
      finalPrice: money('USD', 1000),
      couponAmount: zero('USD'),
    });
  });

  it('answers booking_quote_id_missing for a request that names no quote', async (context) => {
    const { desk } = await open(context);
    const preview = desk.bookings.preview({ quoteId: ' ', addOnIds: [] }, anonymous);
    await assert.rejects(preview, refusal('booking_quote_id_missing', { fields: ['quote_id'] }));
  });
});

describe('booking', () => {
  it('stores the booking with its notice, holds its space and tells the hook', async (context) => {
    const { desk, clock } = await open(context);
    const { booking, customer } = await desk.bookings.book(aRequest({ plateNumber: ' b-1 ' }), partner);
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
      authorizationCode: 'ab'.repeat(16),
      passCode: 'AB'.repeat(8),
    });
    assert.deepEqual(customer, { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' });
    assert.deepEqual(desk.committed, [booking._id]);
    assert.equal(desk.inventory.peak(poolStayOf(booking)), 1);
  });

  it('puts no notice in the outbox where the partner wants none', async (context) => {
    const { desk, clock } = await open(context, {
      noticesWanted: async () => ({ create: false, cancel: false }),
    });
    const { booking } = await desk.bookings.book(aRequest(), partner);
    assert.deepEqual((await desk.store.find(booking._id))?.out, []);
    assert.deepEqual(await desk.outbox.due(clock.now(), 10), []);
  });

  it("records a user's booking as owed, in the user's own name, for no partner", async (context) => {
    const { desk } = await open(context);
    const { booking, customer } = await desk.bookings.book(aRequest({ isInvoice: false }), user);
    assert.equal(booking.customer, 7);
    assert.deepEqual([booking.partner, booking.isInvoiced, booking.priceMinor], [null, false, 800]);
    assert.equal(customer?.email, 'owner@example.com');
  });

  it('lets anybody book what costs nothing', async (context) => {
    const { desk } = await open(context, { quote: anOpenedQuote(free) });
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
    ['an invoice without the scope', {}, publicClient, 'booking_invoice_not_allowed', ['invoice']],
  ];
  for (const [name, request, caller, code, fields] of refusals) {
    it(`answers ${code} for ${name}, and stores nothing`, async (context) => {
      const { desk } = await open(context);
      const book = desk.bookings.book(aRequest(request), caller);
      await assert.rejects(book, refusal(code, fields === undefined ? {} : { fields }));
      assert.equal(await desk.store.find(bookingId(1)), undefined);
    });
  }

  for (const finalPrice of ['8', '8.0', '8.', '8.000', '08.00', ' 8.00 ', '+8']) {
    it(`takes ${JSON.stringify(finalPrice)} for 8.00`, async (context) => {
      const { desk } = await open(context);
      assert.equal((await desk.bookings.book(aRequest({ finalPrice }), partner)).booking.priceMinor, 800);
    });
  }

  it('answers booking_plate_number_missing where the location asks for a plate', async (context) => {
    const location = aLocation({ validation: someValidation({ requiresLicensePlate: true }) });
    const { desk } = await open(context, { quote: anOpenedQuote({ location }) });
    const book = desk.bookings.book(aRequest({ plateNumber: '  ' }), partner);
    await assert.rejects(book, refusal('booking_plate_number_missing', { fields: ['plate_number'] }));
    await desk.bookings.book(aRequest({ plateNumber: 'B 1' }), partner);
  });

  it('answers booking_quote_expired for a stay that is over', async (context) => {
    const { desk, clock } = await open(context);
    clock.advance(10 * hourMs);
    await assert.rejects(desk.bookings.book(aRequest(), partner), refusal('booking_quote_expired'));
  });

  it('answers booking_sold_out at once where every space is surely taken, and leaves a void booking', async (context) => {
    const quote = anOpenedQuote({ option: anOption({ capacity: 1 }) });
    const { desk, clock } = await open(context, { quote });
    await desk.bookings.book(aRequest(), partner);
    await assert.rejects(desk.bookings.book(aRequest(), partner), refusal('booking_sold_out'));
    assert.equal(clock.now(), noon);
    assert.equal((await desk.store.find(bookingId(2)))?.st, 'void');
  });

  it('waits two seconds for a space that may come free, no longer', async (context) => {
    const quote = anOpenedQuote({ option: anOption({ capacity: 1 }) });
    const { desk, clock } = await open(context, { quote, firstId: 5 });
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
    const { desk } = await open(context);
    const request = aRequest({ idempotencyKey: 'k' });
    const first = await desk.bookings.book(request, partner);
    const again = await desk.bookings.book({ ...request, quoteId: 'long expired' }, partner);
    assert.equal(again.booking._id, first.booking._id);
    assert.deepEqual(desk.committed, [first.booking._id]);
  });

  it('answers booking_idempotency_key_reused for another body', async (context) => {
    const { desk } = await open(context);
    await desk.bookings.book(aRequest({ idempotencyKey: 'k' }), partner);
    const other = desk.bookings.book(aRequest({ idempotencyKey: 'k', requestHash: 'h2' }), partner);
    await assert.rejects(other, refusal('booking_idempotency_key_reused'));
  });

  it('knows the keys of two clients apart', async (context) => {
    const { desk } = await open(context);
    const request = aRequest({ idempotencyKey: 'k' });
    const first = await desk.bookings.book(request, partner);
    const second = await desk.bookings.book(request, otherPartner);
    assert.notEqual(first.booking._id, second.booking._id);
  });
});

describe('seeing a booking', () => {
  const views: readonly (readonly [
    string,
    Caller,
    string | undefined,
    'all' | 'no customer' | ProblemCode,
  ])[] = [
    ['its partner', partner, undefined, 'all'],
    ['an internal client', internal, undefined, 'all'],
    ['a guest with the code', anonymous, 'ab'.repeat(16), 'no customer'],
    ['another user with the code', otherUser, 'ab'.repeat(16), 'no customer'],
    ['a guest without the code', anonymous, undefined, 'token_missing'],
    ['a guest with another code', anonymous, 'cd'.repeat(16), 'customer_unauthorized_api_key'],
    ['another user', otherUser, undefined, 'customer_unauthorized_api_key'],
    ['another partner', otherPartner, undefined, 'customer_unauthorized_api_key'],
    ["its partner's client without the scope", publicClient, undefined, 'token_insufficient'],
  ];
  for (const [name, caller, code, expected] of views) {
    it(`shows ${name}: ${expected}`, async (context) => {
      const { desk } = await open(context);
      const { booking } = await desk.bookings.book(aRequest(), partner);
      const view = desk.bookings.view(booking._id, caller, code);
      if (expected !== 'all' && expected !== 'no customer') return assert.rejects(view, refusal(expected));
      assert.equal((await view).customer !== undefined, expected === 'all');
    });
  }

  it('shows a user their own, singly and as a list', async (context) => {
    const { desk, clock } = await open(context);
    const first = await desk.bookings.book(aRequest({ isInvoice: false }), user);
    clock.advance(1000);
    const second = await desk.bookings.book(aRequest({ isInvoice: false }), user);
    assert.equal((await desk.bookings.view(first.booking._id, user)).booking._id, first.booking._id);
    const list = await desk.bookings.listOfCustomer(user);
    assert.deepEqual(
      list.map(({ booking }) => booking._id),
      [second.booking._id, first.booking._id],
    );
    await assert.rejects(desk.bookings.listOfCustomer(partner), refusal('token_insufficient'));
    await assert.rejects(desk.bookings.listOfCustomer(anonymous), refusal('token_missing'));
  });

  it('answers booking_not_found for unknown and void ones', async (context) => {
    const { desk } = await open(context);
    await desk.store.insert(aBooking({ _id: bookingId(9), st: 'void' }));
    for (const id of [8, 9].map(bookingId)) {
      await assert.rejects(desk.bookings.view(id, internal), refusal('booking_not_found'));
    }
  });
});

describe('cancelling a booking', () => {
  it('puts release and notice into the same write, and is done once', async (context) => {
    const { desk, clock } = await open(context);
    const { booking } = await desk.bookings.book(aRequest(), partner);
    clock.advance(1000);
    await desk.bookings.cancel(booking._id, partner);
    await desk.bookings.cancel(booking._id, partner);
    const stored = await desk.store.find(booking._id);
    assert.deepEqual(
      [stored?.st, stored?.out, stored?.cancelledAt, stored?.rev],
      ['cancelled', ['create', 'release', 'cancel'], noon + 1000, 2],
    );
    assert.deepEqual(desk.committed, [booking._id, booking._id]);
  });

  it('gives the space back through the outbox, which empties only if nothing was added', async (context) => {
    const { desk, clock } = await open(context);
    const { booking } = await desk.bookings.book(aRequest(), partner);
    const [early] = await desk.outbox.due(clock.now(), 10);
    await desk.bookings.cancel(booking._id, partner);
    const [due] = await desk.outbox.due(clock.now(), 10);
    if (early === undefined || due === undefined) throw new Error('nothing was due');
    assert.equal(await desk.outbox.clear(early), false);
    await desk.outbox.release(due);
    await desk.outbox.release(due);
    assert.equal(desk.inventory.peak(poolStayOf(booking)), 0);
    assert.equal(await desk.outbox.clear(due), true);
    assert.deepEqual(await desk.outbox.due(clock.now(), 10), []);
    assert.equal((await desk.bookings.view(booking._id, partner)).booking.st, 'cancelled');
  });

  it('answers booking_not_cancellable once its time is over, or when it never was', async (context) => {
    const never = anOpenedQuote({ plan: aRatePlan({ cancellation: { kind: 'never' } }) });
    for (const [quote, waitMs] of [
      [never, 0],
      [anOpenedQuote(), 8 * hourMs],
    ] as const) {
      const { desk, clock } = await open(context, { quote });
      const { booking } = await desk.bookings.book(aRequest(), partner);
      clock.advance(waitMs);
      await assert.rejects(desk.bookings.cancel(booking._id, partner), refusal('booking_not_cancellable'));
    }
  });

  it('is allowed by the authorization code, and to nobody else', async (context) => {
    const { desk } = await open(context);
    const { booking } = await desk.bookings.book(aRequest(), partner);
    const refused = desk.bookings.cancel(booking._id, otherUser);
    await assert.rejects(refused, refusal('customer_unauthorized_api_key'));
    await desk.bookings.cancel(booking._id, anonymous, booking.authorizationCode);
    assert.equal((await desk.store.find(booking._id))?.st, 'cancelled');
  });
});

describe('the janitor', () => {
  it('voids what stayed pending, frees its spaces, and forgets it a week later', async (context) => {
    const { desk, clock } = await open(context);
    const dead = aBooking({ _id: bookingId(4) });
    await desk.store.insert(dead);
    await desk.inventory.hold({ ...poolStayOf(dead), capacity: 1, until: dead.until });
    assert.deepEqual(await desk.janitor.run(), { voided: 0, poolsSettled: 0 });
    clock.advance(30_000);
    assert.deepEqual(await desk.janitor.run(), { voided: 1, poolsSettled: 1 });
    assert.equal(desk.inventory.peak(poolStayOf(dead)), 0);
    assert.equal(await desk.janitor.forgetVoid(), 0);
    clock.advance(8 * 24 * hourMs);
    assert.equal(await desk.janitor.forgetVoid(), 1);
  });
});
