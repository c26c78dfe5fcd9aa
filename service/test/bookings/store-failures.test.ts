import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bookingId, customerId } from '../../src/base/ids.js';
import { poolStayOf } from '../../src/bookings/pool-stay.js';
import { aBooking, aCoupon } from './builders.js';
import { aRequest, createDeskClock, type Desk, openDesk, partner, user } from './desk.js';
import { createMemoryDatabase } from './memory-database.js';
import type { Carry } from './memory-documents.js';

type Failing = 'before' | 'after';

/** The store fails at one call, before or after it took effect; the caller cannot tell which. */
const createFailingCarry = () => {
  let countdown = -1;
  let failing: Failing = 'before';
  let hasFailed = false;
  const carry: Carry = async (label, run) => {
    countdown -= 1;
    if (countdown !== -1) return run();
    hasFailed = true;
    if (failing === 'after') run();
    throw new Error(`the connection broke at ${label}`);
  };
  return {
    carry,
    arm: (call: number, how: Failing): void => {
      countdown = call;
      failing = how;
      hasFailed = false;
    },
    disarm: (): boolean => {
      countdown = -1;
      return hasFailed;
    },
  };
};

const quietly = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

const stay = poolStayOf(aBooking());

const settleAll = async ({ janitor, outbox }: Desk, advance: (ms: number) => void): Promise<void> => {
  advance(31_000);
  await janitor.run();
  for (const booking of await outbox.due(100)) {
    await outbox.release(booking);
    await outbox.confirm(booking);
    await outbox.clear(booking);
  }
  await janitor.run();
};

const statesOf = async (desk: Desk): Promise<readonly string[]> =>
  (await desk.store.states([1, 2, 3].map(bookingId))).map(({ st }) => st).filter((st) => st !== 'void');

interface FailingDesk {
  readonly desk: Desk;
  readonly clock: ReturnType<typeof createDeskClock>;
  readonly fault: ReturnType<typeof createFailingCarry>;
}

/** Runs the case with the failure at the first call, the second, and so on, until a run gets by without one. */
const failingAtEachCall = async (
  run: (given: FailingDesk, call: number) => Promise<boolean>,
): Promise<number> => {
  for (let calls = 0; ; calls += 1) {
    const fault = createFailingCarry();
    const clock = createDeskClock();
    const desk = openDesk({ database: createMemoryDatabase(fault.carry), clock });
    if (!(await run({ desk, clock, fault }, calls))) return calls;
  }
};

for (const how of ['before', 'after'] as const) {
  describe(`a store that fails ${how} the call took effect`, () => {
    it('leaves a booking made or not made, and a repeat under the same key gets one booking', async (context) => {
      const calls = await failingAtEachCall(async ({ desk, clock, fault }, call) => {
        const request = aRequest({ idempotencyKey: 'k1' });
        fault.arm(call, how);
        const isBooked = await quietly(desk.bookings.book(request, partner));
        const hasFailed = fault.disarm();
        if (isBooked) assert.deepEqual(await statesOf(desk), ['booked']);
        await settleAll(desk, clock.advance);
        const heldAfterFirst = desk.inventory.peak(stay);
        assert.equal(heldAfterFirst, (await statesOf(desk)).length, `spaces after call ${call} failed`);

        const { booking } = await desk.bookings.book(request, partner);
        assert.equal((await desk.bookings.view(booking._id, partner)).booking.st, 'booked');
        assert.deepEqual(await statesOf(desk), ['booked']);
        assert.equal(desk.inventory.peak(stay), 1);
        return hasFailed;
      });
      context.diagnostic(`${calls} calls, each failed in turn`);
      assert.ok(calls >= 6);
    });

    it('spends credit and coupon once, and asks for one confirmation: a repeat at once is booked at once', async (context) => {
      const request = aRequest({
        ...{ idempotencyKey: 'k1', finalPrice: '1.00', isInvoice: false, wantsConfirmation: true },
      });
      const { grantedAt: _, ...coupon } = aCoupon();
      const calls = await failingAtEachCall(async ({ desk, clock, fault }, call) => {
        await desk.grants.credit(customerId(7), { reference: 'gift', currency: 'USD', minor: 500 });
        await desk.grants.coupon(customerId(7), coupon);
        fault.arm(call, how);
        await quietly(desk.bookings.book(request, user));
        const hasFailed = fault.disarm();

        const { booking } = await desk.bookings.book(request, user);
        assert.deepEqual(booking.spent, { coupon: 'TWO', couponMinor: 200, creditMinor: 500 });
        await settleAll(desk, clock.advance);
        assert.deepEqual(await statesOf(desk), ['booked']);
        const { r } = await desk.grants.view(customerId(7));
        assert.deepEqual(
          r.map(({ b }) => b),
          [booking._id],
          `the wallet after call ${call} failed`,
        );
        assert.deepEqual(desk.confirmed, [booking._id]);

        await desk.bookings.cancel(booking._id, user);
        await settleAll(desk, clock.advance);
        assert.deepEqual((await desk.grants.view(customerId(7))).r, []);
        return hasFailed;
      });
      context.diagnostic(`${calls} calls, each failed in turn`);
      assert.ok(calls >= 9);
    });

    it('leaves a cancellation done or not done, and again does it', async (context) => {
      const calls = await failingAtEachCall(async ({ desk, clock, fault }, call) => {
        const { booking } = await desk.bookings.book(aRequest(), partner);
        fault.arm(call, how);
        const isCancelled = await quietly(desk.bookings.cancel(booking._id, partner));
        const hasFailed = fault.disarm();
        if (isCancelled) assert.deepEqual(await statesOf(desk), ['cancelled']);
        await desk.bookings.cancel(booking._id, partner);
        const [due] = await desk.outbox.due(10);
        assert.deepEqual(due?.out, ['create', 'release', 'cancel']);
        await settleAll(desk, clock.advance);
        assert.equal(desk.inventory.peak(stay), 0);
        return hasFailed;
      });
      context.diagnostic(`${calls} calls, each failed in turn`);
      assert.ok(calls >= 2);
    });
  });
}
