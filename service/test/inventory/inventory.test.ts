import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Database, Documents } from '../../src/base/documents.js';
import { dayMs } from '../../src/base/durations.js';
import { type BookingId, bookingId, locationId } from '../../src/base/ids.js';
import type { Settled, Settlement } from '../../src/base/settlement.js';
import { createInventory } from '../../src/inventory/create-inventory.js';
import type { HoldRequest, Inventory } from '../../src/inventory/inventory.js';
import { overlapMs } from '../../src/inventory/mirror-feed.js';
import { type PoolDocument, poolCollection, slotsOf } from '../../src/inventory/pool.js';
import { openTestDatabase } from '../storage/open-test-database.js';

const midnight = Date.UTC(2026, 11, 1);
const hourMs = 3_600_000;

/** 1 December 2026, 20:00, for two hours; one space. */
const aHold = (overrides: Partial<HoldRequest> = {}): HoldRequest => ({
  location: locationId(101),
  pool: 'standard',
  start: midnight + 20 * hourMs,
  end: midnight + 22 * hourMs,
  booking: bookingId(1),
  capacity: 1,
  until: midnight + 30_000,
  ...overrides,
});

const twoDays = { end: midnight + dayMs + 2 * hourMs } as const;

interface Truth {
  readonly settlement: Settlement;
  readonly decide: (booking: number, settled: Settled) => void;
  /** Bookings that had to be decided by force. */
  readonly voided: readonly BookingId[];
}

/** Bookings are pending until the test decides them; whoever settles a pending one voids it. */
const createTruth = (): Truth => {
  const known = new Map<BookingId, Settled>();
  const voided: BookingId[] = [];
  const settle = async (booking: BookingId): Promise<Settled> => {
    if (!known.has(booking)) voided.push(booking);
    return known.get(booking) ?? 'gone';
  };
  const decided = async (bookings: readonly BookingId[]): Promise<ReadonlyMap<BookingId, Settled>> =>
    new Map([...known].filter(([booking]) => bookings.includes(booking)));
  return {
    settlement: { decided, settle },
    decide: (booking, settled) => void known.set(bookingId(booking), settled),
    voided,
  };
};

interface Given extends Truth {
  readonly inventory: Inventory;
  readonly pools: Documents<PoolDocument>;
  readonly clock: { now: number };
  /** Another process on the same database, its clock so far behind. */
  readonly elsewhere: (behindMs?: number) => Inventory;
  readonly entriesOf: (request: HoldRequest) => Promise<readonly (readonly [number, boolean])[]>;
}

const open = async (context: TestContext): Promise<Given> => {
  const database: Database = await openTestDatabase();
  context.after(() => database.close());
  const truth = createTruth();
  const clock = { now: midnight };
  const pools = database.collection(poolCollection);
  await database.ensureIndexes();
  const elsewhere = (behindMs = 0): Inventory =>
    createInventory({ pools, settlement: truth.settlement, clock: { now: () => clock.now - behindMs } });
  const entriesOf = async (request: HoldRequest): Promise<readonly (readonly [number, boolean])[]> => {
    const found = await Promise.all(slotsOf(request).map(({ _id }) => pools.findOne({ _id })));
    return found.flatMap((pool) => pool?.r ?? []).map(({ b, u }) => [b, u !== undefined] as const);
  };
  return { ...truth, inventory: elsewhere(), pools, clock, elsewhere, entriesOf };
};

describe('holding a space', () => {
  it('writes one entry for each day of the stay, and again is success', async (context) => {
    const { inventory, entriesOf } = await open(context);
    assert.equal(await inventory.hold(aHold(twoDays)), 'held');
    assert.equal(await inventory.hold(aHold(twoDays)), 'held');
    assert.deepEqual(await entriesOf(aHold(twoDays)), [
      [1, true],
      [1, true],
    ]);
  });

  it('ends a stay that ends at midnight on the day before', () => {
    assert.equal(slotsOf(aHold({ end: midnight + dayMs })).length, 1);
  });

  it('is full where certain entries take every space, and takes back the days it had', async (context) => {
    const { inventory, decide, entriesOf } = await open(context);
    const tomorrow = aHold({
      booking: bookingId(2),
      start: midnight + dayMs,
      end: midnight + dayMs + hourMs,
    });
    await inventory.hold(tomorrow);
    decide(2, 'booked');
    assert.equal(await inventory.hold(aHold(twoDays)), 'full');
    assert.deepEqual(await entriesOf(aHold(twoDays)), [[2, false]]);
  });

  it('is full_unsettled where an undecided entry stands in the way', async (context) => {
    const { inventory } = await open(context);
    await inventory.hold(aHold());
    assert.equal(await inventory.hold(aHold({ booking: bookingId(2) })), 'full_unsettled');
  });

  it('takes the space of a booking that is gone, without waiting for its time', async (context) => {
    const { inventory, decide, voided, entriesOf } = await open(context);
    await inventory.hold(aHold());
    decide(1, 'gone');
    assert.equal(await inventory.hold(aHold({ booking: bookingId(2) })), 'held');
    assert.deepEqual([await entriesOf(aHold()), voided], [[[2, true]], []]);
  });

  it('takes the space of an expired entry only after its booking was voided', async (context) => {
    const { inventory, clock, voided } = await open(context);
    await inventory.hold(aHold());
    clock.now += 30_000;
    assert.equal(await inventory.hold(aHold({ booking: bookingId(2) })), 'held');
    assert.deepEqual(voided, [1]);
  });

  it('keeps the space of an expired entry whose booking is booked', async (context) => {
    const { inventory, clock, decide, entriesOf } = await open(context);
    await inventory.hold(aHold());
    decide(1, 'booked');
    clock.now += 30_000;
    assert.equal(await inventory.hold(aHold({ booking: bookingId(2) })), 'full');
    assert.deepEqual(await entriesOf(aHold()), [[1, false]]);
  });

  it('gives stays that do not meet the same space', async (context) => {
    const { inventory } = await open(context);
    await inventory.hold(aHold());
    const later = aHold({ booking: bookingId(2), start: aHold().end, end: aHold().end + hourMs });
    assert.equal(await inventory.hold(later), 'held');
    assert.equal(inventory.peak({ ...aHold(), end: later.end }), 1);
  });

  it('never gives more than there is to callers of several processes', async (context) => {
    const { inventory, elsewhere, entriesOf } = await open(context);
    const processes = [inventory, elsewhere(), elsewhere()];
    const outcomes = await Promise.all(
      Array.from({ length: 45 }, async (_, index) =>
        processes[index % 3]?.hold(aHold({ booking: bookingId(index + 1), capacity: 7, ...twoDays })),
      ),
    );
    assert.equal(outcomes.filter((outcome) => outcome === 'held').length, 7);
    assert.equal((await entriesOf(aHold(twoDays))).length, 14);
  });
});

describe('releasing a space', () => {
  it('takes the entries out of every day; again, and of a pool unknown, is harmless', async (context) => {
    const { inventory, entriesOf } = await open(context);
    await inventory.hold(aHold(twoDays));
    await inventory.release(aHold(twoDays));
    await inventory.release(aHold(twoDays));
    await inventory.release(aHold({ pool: 'never used' }));
    assert.deepEqual(await entriesOf(aHold(twoDays)), []);
  });
});

describe('the janitor of pools', () => {
  it('settles what expired: booked stays for good, pending is voided and goes', async (context) => {
    const { inventory, clock, decide, voided, entriesOf, pools } = await open(context);
    await inventory.hold(aHold({ capacity: 2 }));
    await inventory.hold(aHold({ booking: bookingId(2), capacity: 2 }));
    decide(1, 'booked');
    assert.equal(await inventory.settleExpired(clock.now), 0);
    assert.equal(await inventory.settleExpired(clock.now + 30_000), 1);
    assert.deepEqual([await entriesOf(aHold()), voided], [[[1, false]], [2]]);
    assert.equal((await pools.findOne({}))?.u0, null);
    assert.equal(await inventory.settleExpired(clock.now + 60_000), 0);
  });
});

describe('the janitor of many pools', () => {
  it('settles them all in one go', async (context) => {
    const { inventory, clock, pools } = await open(context);
    for (let location = 1; location <= 250; location += 1) {
      await inventory.hold(aHold({ location: locationId(location), booking: bookingId(location) }));
    }
    assert.equal(await inventory.settleExpired(clock.now + 30_000), 250);
    assert.equal(await pools.countDocuments({ u0: { $lte: clock.now + 30_000 } }), 0);
  });
});

describe('the mirror of the pools', () => {
  it('sees own writes at once, those of others at the next refresh', async (context) => {
    const { inventory, elsewhere } = await open(context);
    const other = elsewhere();
    await other.refreshMirror();
    await inventory.hold(aHold());
    assert.deepEqual([inventory.peak(aHold()), other.peak(aHold())], [1, 0]);
    await other.refreshMirror();
    assert.equal(other.peak(aHold()), 1);
    await inventory.release(aHold());
    await other.refreshMirror();
    assert.equal(other.peak(aHold()), 0);
  });

  it('reads everything of today and later when it begins', async (context) => {
    const { inventory, elsewhere, clock } = await open(context);
    await inventory.hold(aHold());
    clock.now += 12 * hourMs;
    const late = elsewhere();
    await late.refreshMirror();
    assert.equal(late.peak(aHold()), 1);
  });

  it('misses no write of a process whose clock is behind', async (context) => {
    const { inventory, elsewhere, clock } = await open(context);
    await inventory.refreshMirror();
    clock.now += 1000;
    await inventory.refreshMirror();
    await elsewhere(overlapMs - 1000).hold(aHold());
    await inventory.refreshMirror();
    assert.equal(inventory.peak(aHold()), 1);
  });

  it('never lets the time of a pool go back', async (context) => {
    const { inventory, elsewhere, pools, clock } = await open(context);
    await inventory.hold(aHold({ capacity: 2 }));
    await elsewhere(60_000).hold(aHold({ booking: bookingId(2), capacity: 2 }));
    assert.equal((await pools.findOne({}))?.at, clock.now);
  });

  it('forgets days that are over', async (context) => {
    const { inventory, clock } = await open(context);
    await inventory.hold(aHold());
    await inventory.refreshMirror();
    clock.now += 3 * dayMs;
    await inventory.refreshMirror();
    assert.equal(inventory.peak(aHold()), 0);
  });
});
