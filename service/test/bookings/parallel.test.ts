import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from '../../src/base/problem.js';
import { poolStayOf } from '../../src/bookings/pool-stay.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { aBooking } from './builders.js';
import { aRequest, createDeskClock, openDesk, partner } from './desk.js';

const callers = 64;

const codeOf = (result: PromiseSettledResult<unknown>): string => {
  if (result.status === 'fulfilled') return 'booked';
  return result.reason instanceof Problem ? result.reason.code : String(result.reason);
};

const count = (codes: readonly string[], wanted: string): number =>
  codes.filter((code) => code === wanted).length;

describe(`${callers} bookings at once of a location with 10 spaces`, () => {
  for (const processes of [1, 4]) {
    it(`makes exactly 10, by ${processes} process(es), and tells the others it is sold out`, async (context) => {
      const database = await openTestDatabase();
      context.after(() => database.close());
      context.diagnostic(`on ${database.server}${database.isAtomic ? '' : ': not verified'}`);
      const clock = createDeskClock();
      const desks = Array.from({ length: processes }, (_, index) =>
        openDesk({ database, clock, firstId: index * 1000 + 1 }),
      );
      await database.ensureIndexes();
      const results = await Promise.allSettled(
        Array.from({ length: callers }, async (_, index) =>
          desks[index % processes]?.bookings.book(aRequest(), partner),
        ),
      );
      if (!database.isAtomic) return;
      const codes = results.map(codeOf);
      assert.deepEqual([count(codes, 'booked'), count(codes, 'booking_sold_out')], [10, callers - 10]);

      const [desk] = desks;
      clock.advance(31_000);
      await desk?.janitor.run();
      await desk?.inventory.refreshMirror();
      assert.equal(desk?.inventory.peak(poolStayOf(aBooking())), 10);
    });
  }
});
