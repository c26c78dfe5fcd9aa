import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anonymous } from '../../src/base/caller.js';
import { bookingId } from '../../src/base/ids.js';
import { poolStayOf } from '../../src/bookings/pool-stay.js';
import { aRatePlan } from '../catalogue/builders.js';
import { aBooking, hourMs, noon } from './builders.js';
import { anOpenedQuote, aRequest, partner } from './desk.js';

import { openGiven, otherUser, refusal } from './given.js';

describe('cancelling a booking', () => {
  it('puts release and notice into the same write, and is done once', async (context) => {
    const { desk, clock } = await openGiven(context);
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
    const { desk } = await openGiven(context);
    const { booking } = await desk.bookings.book(aRequest(), partner);
    const [early] = await desk.outbox.due(10);
    await desk.bookings.cancel(booking._id, partner);
    const [due] = await desk.outbox.due(10);
    if (early === undefined || due === undefined) throw new Error('nothing was due');
    assert.equal(await desk.outbox.clear(early), false);
    await desk.outbox.release(due);
    await desk.outbox.release(due);
    assert.equal(desk.inventory.peak(poolStayOf(booking)), 0);
    assert.equal(await desk.outbox.clear(due), true);
    assert.deepEqual(await desk.outbox.due(10), []);
    assert.equal((await desk.bookings.view(booking._id, partner)).booking.st, 'cancelled');
  });

  it('answers booking_not_cancellable once its time is over, or when it never was', async (context) => {
    const never = anOpenedQuote({ plan: aRatePlan({ cancellation: { kind: 'never' } }) });
    for (const [quote, waitMs] of [
      [never, 0],
      [anOpenedQuote(), 8 * hourMs],
    ] as const) {
      const { desk, clock } = await openGiven(context, { quote });
      const { booking } = await desk.bookings.book(aRequest(), partner);
      clock.advance(waitMs);
      await assert.rejects(desk.bookings.cancel(booking._id, partner), refusal('booking_not_cancellable'));
    }
  });

  it('is allowed by the authorization code, and to nobody else', async (context) => {
    const { desk } = await openGiven(context);
    const { booking } = await desk.bookings.book(aRequest(), partner);
    const refused = desk.bookings.cancel(booking._id, otherUser);
    await assert.rejects(refused, refusal('customer_unauthorized_api_key'));
    await desk.bookings.cancel(booking._id, anonymous, booking.authorizationCode);
    assert.equal((await desk.store.find(booking._id))?.st, 'cancelled');
  });
});

describe('the janitor', () => {
  it('voids what stayed pending, frees its spaces, and forgets it a week later', async (context) => {
    const { desk, clock } = await openGiven(context);
    const dead = aBooking({ _id: bookingId(4) });
    await desk.store.insert(dead);
    await desk.inventory.hold({ ...poolStayOf(dead), capacity: 1, until: dead.until });
    assert.deepEqual(await desk.janitor.run(), { voided: 0, poolsSettled: 0, walletsSettled: 0 });
    clock.advance(30_000);
    assert.deepEqual(await desk.janitor.run(), { voided: 1, poolsSettled: 1, walletsSettled: 0 });
    assert.equal(desk.inventory.peak(poolStayOf(dead)), 0);
    assert.equal(await desk.janitor.forgetVoid(), 0);
    clock.advance(8 * 24 * hourMs);
    assert.equal(await desk.janitor.forgetVoid(), 1);
  });
});
