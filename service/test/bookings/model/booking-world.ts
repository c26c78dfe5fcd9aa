import type { WalletDocument } from '../../../src/accounts/wallet/wallet.js';
import type { DocumentId } from '../../../src/base/documents.js';
import { type BookingId, bookingId } from '../../../src/base/ids.js';
import { money } from '../../../src/base/money.js';
import type { Draft } from '../../../src/bookings/attempt.js';
import type { BookingDocument, Spent } from '../../../src/bookings/booking.js';
import type { PoolDocument } from '../../../src/inventory/pool.js';
import { aBooking, aWallet, noon } from '../builders.js';
import { atOnce, type Carry, createMemoryDocuments } from '../memory-documents.js';
import { type Actor, createActor, type Script } from './actor.js';
import type { World } from './explore.js';
import { checkAlways, checkInTheEnd } from './invariants.js';
import { createProcess, type Planted, type Process } from './protocol.js';
import { textOf } from './text-of.js';

/** What all processes share, and what the outside has been told. */
export interface Ground {
  readonly bookings: Map<DocumentId, BookingDocument>;
  readonly pools: Map<DocumentId, PoolDocument>;
  readonly wallets: Map<DocumentId, WalletDocument>;
  /** Ids of deliveries, as upserts would make them. */
  readonly deliveries: Set<string>;
  /** Ids of messages to customers, as upserts would make them. */
  readonly messages: Set<string>;
  /** Bookings whose caller has been answered 201, and those whose cancellation was answered 204. */
  readonly acknowledged: Set<BookingId>;
  readonly cancelled: Set<BookingId>;
  readonly capacity: number;
}

/** A stay: `[first day, last day]`, counted from today. Every stay covers the same hours of the days it touches. */
export type Days = readonly [number, number];

export interface Scenario {
  readonly capacity: number;
  readonly stays: readonly Days[];
  /** Cancels the first booking as soon as it sees it booked. */
  readonly hasCancel?: boolean;
  readonly hasPump?: boolean;
  readonly janitors?: number;
  /** The clock jumps beyond every pending booking's time, at any moment. */
  readonly hasTimeJump?: boolean;
  /** Every booking is of one customer and spends all of their credit and their only coupon. */
  readonly hasWallet?: boolean;
  /** The customers are sent confirmations. */
  readonly hasConfirmations?: boolean;
  /** Turns a caller waits while a pool is full only because of unsettled entries. */
  readonly patience?: number;
}

const dayMs = 86_400_000;
const jumpMs = 31_000;

const draftOf = (index: number, [first, last]: Days, scenario: Scenario): Draft => ({
  booking: aBooking({
    ...(scenario.hasWallet === true ? { spent: wholeWallet, priceMinor: 0 } : {}),
    _id: bookingId(index + 1),
    start: noon + 8 * 3_600_000 + first * dayMs,
    end: noon + 10 * 3_600_000 + last * dayMs,
    cancellableUntil: noon + 100 * dayMs,
  }),
  capacity: scenario.capacity,
  out: scenario.hasConfirmations === true ? ['create', 'confirm'] : ['create'],
});

const price = money('USD', 800);

const wholeWallet: Spent = { coupon: 'THREE', couponMinor: 300, creditMinor: 500 };

/** The look into the wallet that every booking begins with; another price than agreed is refused there and then. */
const isAsPreviewed = async ({ wallets }: Process, { booking }: Draft): Promise<boolean> => {
  if (booking.spent === undefined) return true;
  const { coupon, creditMinor } = await wallets.spendingFor(booking.customer, price);
  return coupon === booking.spent.coupon && creditMinor === booking.spent.creditMinor;
};

/** The webhooks' pump in the order it keeps; its deliveries are upserts by id, here a set. */
const pumpOnce = async ({ outbox }: Process, ground: Ground, carry: Carry): Promise<number> => {
  const due = await outbox.due(100);
  for (const booking of due) {
    await outbox.release(booking);
    for (const kind of ['create', 'cancel'] as const) {
      if (!booking.out.includes(kind)) continue;
      await carry('deliveries.upsert', () => void ground.deliveries.add(`${booking._id}:${kind}`));
    }
    await outbox.confirm(booking);
    await outbox.clear(booking);
  }
  return due.length;
};

const snapshot = (ground: Ground, now: number): string =>
  [
    textOf([...ground.bookings.values()].sort((left, right) => left._id - right._id)),
    textOf([...ground.pools.values()].sort((left, right) => left.day - right.day)),
    textOf([...ground.wallets.values()]),
    [...ground.deliveries].sort(),
    [...ground.messages].sort(),
    [...ground.acknowledged].sort(),
    [...ground.cancelled].sort(),
    now,
  ].join(' ');

export const createBookingWorld = (scenario: Scenario, planted: Planted): World => {
  const { capacity, stays, patience = 0, janitors = 0 } = scenario;
  const ground: Ground = {
    bookings: new Map(),
    pools: new Map(),
    wallets: new Map(scenario.hasWallet === true ? [[aWallet._id, aWallet]] : []),
    deliveries: new Set(),
    messages: new Set(),
    acknowledged: new Set(),
    cancelled: new Set(),
    capacity,
  };
  let now = noon;

  const processOn = (carry: Carry, note: (seen: string) => void = () => undefined): Process => {
    const readClock = (): number => {
      note(String(now));
      return now;
    };
    return createProcess({
      documents: {
        bookings: createMemoryDocuments('bookings', ground.bookings, carry),
        pools: createMemoryDocuments('pools', ground.pools, carry),
        wallets: createMemoryDocuments('wallets', ground.wallets, carry),
      },
      clock: { now: readClock, sleep: () => carry('sleep', () => undefined) },
      planted,
      confirm: ({ _id }) => carry('messages.upsert', () => void ground.messages.add(`${_id}`)),
      pausesMs: Array.from({ length: patience }, () => 1),
    });
  };

  const book =
    (draft: Draft): Script =>
    async (carry, note) => {
      const process = processOn(carry, note);
      if (!(await isAsPreviewed(process, draft))) return;
      const outcome = await process.attempt(draft);
      if (outcome === 'booked') ground.acknowledged.add(draft.booking._id);
    };

  /** Reads until it finds the booking booked, but not for ever: the schedules in which it looks too early end soon. */
  const cancel =
    (id: BookingId): Script =>
    async (carry, note) => {
      const process = processOn(carry, note);
      const booking = await process.store.find(id);
      if (booking?.st !== 'booked') return;
      if (await process.cancel(booking)) ground.cancelled.add(id);
    };

  const pump: Script = async (carry, note) => {
    await pumpOnce(processOn(carry, note), ground, carry);
  };

  const janitor: Script = async (carry, note) => {
    await processOn(carry, note).janitor.run();
  };

  const time: Script = async (carry) => {
    await carry('half a minute passes', () => {
      now += jumpMs;
    });
  };

  const drafts = stays.map((days, index) => draftOf(index, days, scenario));
  const actors: Actor[] = drafts.map((draft, index) => createActor(`booking ${index + 1}`, book(draft)));
  if (scenario.hasCancel === true) actors.push(createActor('cancel', cancel(bookingId(1))));
  if (scenario.hasPump === true) actors.push(createActor('pump', pump));
  for (let index = 1; index <= janitors; index += 1) actors.push(createActor(`janitor ${index}`, janitor));
  if (scenario.hasTimeJump === true) actors.push(createActor('clock', time));

  const recover = async (): Promise<void> => {
    const process = processOn(atOnce);
    now += 2 * jumpMs;
    await process.janitor.run();
    while ((await pumpOnce(process, ground, atOnce)) > 0);
    await process.janitor.run();
  };

  return {
    actors,
    state: () => snapshot(ground, now),
    check: () => checkAlways(ground),
    finish: async () => {
      await recover();
      checkAlways(ground);
      checkInTheEnd(ground, scenario.hasConfirmations === true);
    },
  };
};
