import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Caller } from '../../src/base/caller.js';
import { bookingId, customerId } from '../../src/base/ids.js';
import { decimalText } from '../../src/base/money.js';
import { claimOf } from '../../src/bookings/idempotency.js';
import { anOption } from '../catalogue/builders.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { traceDatabase } from '../support/traced-database.js';
import { aBooking, aCoupon, noon } from './builders.js';
import { anOpenedQuote, aRequest, createDeskClock, type Desk, openDesk, partner, user } from './desk.js';
import { openGiven, publicClient, refusal } from './given.js';

const { grantedAt: _, ...two } = aCoupon();
const owned = aRequest({ isInvoice: false });

/** 5.00 of credit and a coupon of 2.00 for the user of the desk. */
const open = async (context: TestContext, capacity = 10) => {
  const given = await openGiven(context, { quote: anOpenedQuote({ option: anOption({ capacity }) }) });
  await given.desk.grants.credit(customerId(7), { reference: 'gift', currency: 'USD', minor: 500 });
  await given.desk.grants.coupon(customerId(7), two);
  return given;
};

const wholeWallet = { coupon: 'TWO', couponMinor: 200, creditMinor: 500 };
const dead = aBooking({ _id: bookingId(900), spent: wholeWallet });

/** A booking that took its space and what it spends, and was never heard of again. */
const leaveDead = async ({ store, holdings }: Desk): Promise<void> => {
  await store.insert(dead);
  assert.equal(await holdings.hold({ booking: dead, capacity: 10 }), 'held');
};

const previewText = async ({ bookings }: Desk, caller: Caller): Promise<readonly string[]> => {
  const preview = await bookings.preview({ quoteId: 'q1', addOnIds: [] }, caller);
  const { quotePrice, subtotal, couponAmount, userCreditAmount, finalPrice } = preview;
  return [quotePrice, subtotal, couponAmount, userCreditAmount, finalPrice].map(decimalText);
};

describe('credits and coupons', () => {
  it('are taken off the price of their user, the coupon first, and of nobody else', async (context) => {
    const { desk } = await open(context);
    assert.deepEqual(await previewText(desk, user), ['8.00', '8.00', '2.00', '5.00', '1.00']);
    for (const caller of [partner, publicClient])
      assert.deepEqual(await previewText(desk, caller), ['8.00', '8.00', '0.00', '0.00', '8.00']);
  });

  it('are spent by a booking, once: the next one costs the whole price', async (context) => {
    const { desk } = await open(context);
    const { booking } = await desk.bookings.book({ ...owned, finalPrice: '1.00' }, user);
    const { priceMinor, fullPriceMinor, spent } = booking;
    assert.deepEqual([priceMinor, fullPriceMinor], [100, 800]);
    assert.deepEqual(spent, { coupon: 'TWO', couponMinor: 200, creditMinor: 500 });
    assert.deepEqual(await previewText(desk, user), ['8.00', '8.00', '0.00', '0.00', '8.00']);
    const again = desk.bookings.book({ ...owned, finalPrice: '1.00' }, user);
    await assert.rejects(again, refusal('booking_final_price_mismatch', { fields: ['final_price'] }));
    await desk.bookings.book(owned, user);
  });

  it('are never half spent: a wallet that changed since the preview is a mismatch, and spends nothing', async (context) => {
    const { desk } = await open(context);
    await desk.grants.credit(customerId(7), { reference: 'more', currency: 'USD', minor: 50 });
    const booked = desk.bookings.book({ ...owned, finalPrice: '1.00' }, user);
    await assert.rejects(booked, refusal('booking_final_price_mismatch'));
    assert.deepEqual((await desk.grants.view(customerId(7))).r, []);
  });

  it('come back with a cancelled booking, once its outbox is worked off', async (context) => {
    const { desk } = await open(context);
    const { booking } = await desk.bookings.book({ ...owned, finalPrice: '1.00' }, user);
    await desk.bookings.cancel(booking._id, user);
    const [due] = await desk.outbox.due(10);
    assert.ok(due !== undefined);
    await desk.outbox.release(due);
    await desk.outbox.release(due);
    assert.deepEqual(await previewText(desk, user), ['8.00', '8.00', '2.00', '5.00', '1.00']);
  });

  it('come back at once where the location turns out to be sold out', async (context) => {
    const { desk } = await open(context, 1);
    await desk.bookings.book(aRequest(), partner);
    const booked = desk.bookings.book({ ...owned, finalPrice: '1.00' }, user);
    await assert.rejects(booked, refusal('booking_sold_out'));
    assert.deepEqual((await desk.grants.view(customerId(7))).r, []);
  });

  it('of a booking whose process died come back half a minute later, not before', async (context) => {
    const { desk, clock } = await open(context);
    await leaveDead(desk);
    assert.deepEqual((await previewText(desk, user)).slice(2), ['0.00', '0.00', '8.00']);
    assert.equal((await desk.janitor.run()).walletsSettled, 0);
    clock.advance(30_000);
    assert.equal((await desk.janitor.run()).walletsSettled, 1);
    assert.deepEqual((await desk.grants.view(customerId(7))).r, []);
    assert.deepEqual((await previewText(desk, user)).slice(2), ['2.00', '5.00', '1.00']);
  });

  it('of a booking whose process died are there at once for a repeat of the same request', async (context) => {
    const { desk } = await open(context);
    const request = { ...owned, finalPrice: '1.00', idempotencyKey: 'k' };
    const claim = claimOf(user, 'k', request.requestHash);
    await leaveDead(desk);
    await desk.keys.insertOne({ _id: claim.id, b: dead._id, bodyHash: claim.bodyHash, at: noon });
    const { booking } = await desk.bookings.book(request, user);
    assert.deepEqual(booking.spent, wholeWallet);
    assert.equal((await desk.bookings.book(request, user)).booking._id, booking._id);
  });

  it('are taken once by one booking, though it asks again after a lost answer', async (context) => {
    const { desk } = await open(context);
    await desk.grants.credit(customerId(7), { reference: 'more', currency: 'USD', minor: 500 });
    const spend = {
      customer: customerId(7),
      booking: bookingId(5),
      until: noon + 30_000,
      currency: 'USD',
    } as const;
    for (let time = 0; time < 2; time += 1)
      assert.equal(await desk.wallets.hold({ ...spend, creditMinor: 500, coupon: null }), 'held');
    assert.equal((await desk.grants.view(customerId(7))).r.length, 1);
    const wantsMore = { ...spend, booking: bookingId(6), creditMinor: 501, coupon: null };
    assert.equal(await desk.wallets.hold(wantsMore), 'short');
    assert.equal(await desk.wallets.hold({ ...wantsMore, customer: customerId(8) }), 'short');
  });

  it('cannot be spent twice by bookings made at once', async (context) => {
    const { desk } = await open(context);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => desk.bookings.book({ ...owned, finalPrice: '1.00' }, user)),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal((await desk.grants.view(customerId(7))).r.length, 1);
  });

  it('are granted once under one reference or code, and not under the same for something else', async (context) => {
    const { desk } = await open(context);
    const gift = { reference: 'gift', currency: 'USD', minor: 500 } as const;
    assert.notEqual(await desk.grants.credit(customerId(7), gift), 'conflict');
    assert.equal(await desk.grants.credit(customerId(7), { ...gift, minor: 600 }), 'conflict');
    assert.notEqual(await desk.grants.coupon(customerId(7), two), 'conflict');
    assert.equal(await desk.grants.coupon(customerId(7), { ...two, minimumMinor: 5 }), 'conflict');
    assert.deepEqual(await previewText(desk, user), ['8.00', '8.00', '2.00', '5.00', '1.00']);
  });

  it('that came together at once are all there', async (context) => {
    const { desk } = await openGiven(context);
    const grant = (index: number) =>
      desk.grants.credit(customerId(7), { reference: `r${index}`, currency: 'USD', minor: 10 });
    await Promise.all(Array.from({ length: 20 }, (_unused, index) => grant(index)));
    assert.equal((await previewText(desk, user))[3], '2.00');
  });
});

describe('a booking that spends nothing', () => {
  it('reads the wallet once for a user, and never otherwise', async (context) => {
    const database = await openTestDatabase();
    context.after(() => database.close());
    const traced = traceDatabase(database);
    const desk = openDesk({ database: traced, clock: createDeskClock() });
    await database.ensureIndexes();
    const calls = async (caller: Caller, isInvoice: boolean): Promise<readonly string[]> => {
      const before = traced.calls.length;
      await desk.bookings.book(aRequest({ isInvoice }), caller);
      const ofWallets = traced.calls.slice(before).filter(({ collection }) => collection === 'wallets');
      return ofWallets.map(({ method }) => method);
    };
    assert.deepEqual(await calls(partner, true), []);
    assert.deepEqual(await calls(user, false), ['findOne']);
  });
});
