import type { Database } from '#service/base/documents.js';
import type { BookingDocument } from '#service/bookings/booking.js';
import { poolStayOf } from '#service/bookings/pool-stay.js';
import { bookingCollection } from '#service/bookings/store.js';
import { type PoolDocument, poolCollection, slotsOf } from '#service/inventory/pool.js';

const peakOf = ({ r }: PoolDocument): number =>
  Math.max(0, ...r.map(({ s }) => r.filter((other) => other.s <= s && s < other.e).length));

const entryFaults = (pool: PoolDocument, states: ReadonlyMap<number, BookingDocument['st']>): string[] =>
  pool.r.flatMap(({ b, u }) => {
    const state = states.get(b);
    if (state !== 'booked')
      return [`${pool._id}: a space is held by booking ${b}, which is ${state ?? 'nowhere'}`];
    return u === undefined ? [] : [`${pool._id}: booking ${b} is booked, but its entry is not settled`];
  });

const missingEntries = (booking: BookingDocument, pools: ReadonlyMap<string, PoolDocument>): string[] =>
  slotsOf(poolStayOf(booking))
    .filter(({ _id }) => pools.get(_id)?.r.some(({ b }) => b === booking._id) !== true)
    .map(({ _id }) => `${_id}: booking ${booking._id} is booked without a space`);

/** Every space must be held by a booked booking or be free, every booked booking have its spaces, and no pool be oversold. */
export const findSpaceFaults = async (database: Database, capacity: number): Promise<readonly string[]> => {
  const bookings = await database.collection(bookingCollection).find({}).toArray();
  const pools = await database.collection(poolCollection).find({}).toArray();
  const states = new Map<number, BookingDocument['st']>(bookings.map(({ _id, st }) => [_id, st]));
  const byId = new Map(pools.map((pool) => [pool._id, pool]));
  return [
    ...pools
      .filter((pool) => peakOf(pool) > capacity)
      .map((pool) => `${pool._id}: ${peakOf(pool)} of ${capacity} spaces sold`),
    ...pools.flatMap((pool) => entryFaults(pool, states)),
    ...bookings.filter(({ st }) => st === 'booked').flatMap((booking) => missingEntries(booking, byId)),
    ...bookings.filter(({ st }) => st === 'pending').map(({ _id }) => `booking ${_id} is still pending`),
    ...bookings
      .filter(({ out }) => out.length > 0)
      .filter(({ st }) => st !== 'pending' && st !== 'void')
      .map(({ _id, out }) => `booking ${_id} still has ${out.join(', ')} in its outbox`),
  ];
};
