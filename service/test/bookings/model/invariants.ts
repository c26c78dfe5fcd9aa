import assert from 'node:assert/strict';
import { grantedCredit } from '../../../src/accounts/wallet/wallet.js';
import type { BookingDocument } from '../../../src/bookings/booking.js';
import { poolStayOf } from '../../../src/bookings/pool-stay.js';
import { slotsOf } from '../../../src/inventory/pool.js';
import type { Ground } from './booking-world.js';

const booked = ({ bookings }: Ground): readonly BookingDocument[] =>
  [...bookings.values()].filter(({ st }) => st === 'booked');

/** The most is reached where one of them begins. */
const checkNotOversold = (ground: Ground): void => {
  const holders = booked(ground);
  for (const { start: instant } of holders) {
    const count = holders.filter(({ start, end }) => start <= instant && instant < end).length;
    assert.ok(
      count <= ground.capacity,
      `oversold: ${count} booked at one instant, room for ${ground.capacity}`,
    );
  }
};

const checkSpacesKept = (ground: Ground): void => {
  for (const booking of booked(ground)) {
    for (const { _id } of slotsOf(poolStayOf(booking))) {
      const isHeld = ground.pools.get(_id)?.r.some(({ b }) => b === booking._id) ?? false;
      assert.ok(isHeld, `booking ${booking._id} is booked and has no space in ${_id}`);
    }
  }
};

const checkWordKept = ({ bookings, acknowledged, cancelled }: Ground): void => {
  for (const id of acknowledged) {
    const state = bookings.get(id)?.st;
    const isKept = state === 'booked' || state === 'cancelled';
    assert.ok(isKept, `booking ${id} was acknowledged and is ${state}`);
  }
  for (const id of cancelled) assert.equal(bookings.get(id)?.st, 'cancelled', `${id} was cancelled`);
};

/** What booked bookings have taken was there to take, each of it once, and the wallet knows. */
const checkWalletsKept = (ground: Ground): void => {
  const spenders = booked(ground).filter(({ spent }) => spent !== undefined);
  for (const wallet of ground.wallets.values()) {
    const taken = spenders.map(({ spent }) => spent?.creditMinor ?? 0).reduce((sum, minor) => sum + minor, 0);
    const granted = grantedCredit(wallet, 'USD');
    assert.ok(taken <= granted, `credit spent twice: ${taken} of ${granted}`);
    const coupons = spenders.flatMap(({ spent }) => spent?.coupon ?? []);
    assert.equal(new Set(coupons).size, coupons.length, 'a coupon was used twice');
    for (const { _id } of spenders)
      assert.ok(
        wallet.r.some(({ b }) => b === _id),
        `booking ${_id} has spent what the wallet still has`,
      );
  }
};

export const checkAlways = (ground: Ground): void => {
  checkNotOversold(ground);
  checkSpacesKept(ground);
  checkWordKept(ground);
  checkWalletsKept(ground);
};

const noticesOf = ({ _id, st }: BookingDocument): readonly string[] => {
  if (st === 'booked') return [`${_id}:create`];
  return st === 'cancelled' ? [`${_id}:cancel`, `${_id}:create`] : [];
};

const checkEveryNoticeOnce = ({ bookings, deliveries }: Ground): void => {
  const due = [...bookings.values()].flatMap(noticesOf);
  assert.deepEqual([...deliveries].sort(), due.sort(), 'the deliveries are not those of the bookings');
};

const checkSpacesBookedOrFree = (ground: Ground): void => {
  for (const { _id, r } of ground.pools.values()) {
    for (const { b, u } of r) {
      assert.equal(
        ground.bookings.get(b)?.st,
        'booked',
        `${_id} is leaked: held by ${b}, which is not booked`,
      );
      assert.equal(u, undefined, `${_id} has an unsettled entry of ${b}`);
    }
  }
};

const checkCreditSpentOrFree = ({ bookings, wallets }: Ground): void => {
  for (const { r } of wallets.values()) {
    for (const { b, u } of r) {
      assert.equal(bookings.get(b)?.st, 'booked', `credit is lost: held by ${b}, which is not booked`);
      assert.equal(u, undefined, `the wallet has an unsettled entry of ${b}`);
    }
  }
};

/** Who cancelled before the mail was made gets none. */
const checkConfirmations = ({ bookings, messages }: Ground, hasConfirmations: boolean): void => {
  for (const { _id, st } of bookings.values()) {
    const isTold = messages.has(`${_id}`);
    if (st === 'booked') assert.equal(isTold, hasConfirmations, `booking ${_id} and its confirmation`);
    if (st === 'void') assert.ok(!isTold, `void booking ${_id} was confirmed`);
  }
};

export const checkInTheEnd = (ground: Ground, hasConfirmations: boolean): void => {
  for (const { _id, st, out, outAt } of ground.bookings.values()) {
    assert.notEqual(st, 'pending', `booking ${_id} stays pending`);
    assert.deepEqual([out, outAt], [[], undefined], `the outbox of ${_id} is not empty`);
  }
  checkEveryNoticeOnce(ground);
  checkSpacesBookedOrFree(ground);
  checkCreditSpentOrFree(ground);
  checkConfirmations(ground, hasConfirmations);
};
