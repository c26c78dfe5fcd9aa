import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anonymous, type Caller } from '../../src/base/caller.js';
import { bookingId } from '../../src/base/ids.js';
import type { ProblemCode } from '../../src/base/problem-catalogue.js';
import { aBooking } from './builders.js';
import { aRequest, partner, user } from './desk.js';

import { internal, openGiven, otherPartner, otherUser, publicClient, refusal } from './given.js';

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
    ['a guest with another code', anonymous, 'cd'.repeat(16), 'booking_not_found'],
    ['a client without the scope, with another code', publicClient, 'cd'.repeat(16), 'booking_not_found'],
    ['another user with another code', otherUser, 'cd'.repeat(16), 'customer_unauthorized_api_key'],
    ['another user', otherUser, undefined, 'customer_unauthorized_api_key'],
    ['another partner', otherPartner, undefined, 'customer_unauthorized_api_key'],
    ["its partner's client without the scope", publicClient, undefined, 'token_insufficient'],
  ];
  for (const [name, caller, code, expected] of views) {
    it(`shows ${name}: ${expected}`, async (context) => {
      const { desk } = await openGiven(context);
      const { booking } = await desk.bookings.book(aRequest(), partner);
      const view = desk.bookings.view(booking._id, caller, { authorizationCode: code });
      if (expected !== 'all' && expected !== 'no customer') return assert.rejects(view, refusal(expected));
      assert.equal((await view).standing, expected === 'all' ? 'owner' : 'code');
    });
  }

  it('shows a user their own, singly and as a list', async (context) => {
    const { desk, clock } = await openGiven(context);
    const first = await desk.bookings.book(aRequest({ isInvoice: false }), user);
    clock.advance(1000);
    const second = await desk.bookings.book(aRequest({ isInvoice: false }), user);
    assert.equal((await desk.bookings.view(first.booking._id, user)).booking._id, first.booking._id);
    const list = await desk.bookings.listOfCustomer(user);
    assert.equal(list.total, 2);
    assert.deepEqual(
      (await list.page(0, 100)).map(({ booking }) => booking._id),
      [second.booking._id, first.booking._id],
    );
    await assert.rejects(desk.bookings.listOfCustomer(partner), refusal('token_insufficient'));
    await assert.rejects(desk.bookings.listOfCustomer(anonymous), refusal('token_missing'));
  });

  it('answers booking_not_found for unknown and void ones', async (context) => {
    const { desk } = await openGiven(context);
    await desk.store.insert(aBooking({ _id: bookingId(9), st: 'void' }));
    for (const id of [8, 9].map(bookingId)) {
      await assert.rejects(desk.bookings.view(id, internal), refusal('booking_not_found'));
    }
  });
});
