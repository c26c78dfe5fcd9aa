import type { Clock } from '../base/clock.js';
import { minuteMs } from '../base/durations.js';
import { createFaultLog, type FaultLog } from '../base/fault-log.js';
import type { BookingId, PartnerId } from '../base/ids.js';
import type { Logger } from '../base/logger.js';
import { createNudged, type Nudged } from '../base/nudged.js';
import type { BookingDocument, NoticeKind, Outbox } from '../bookings/booking.js';
import type { DeliveryStore, Notice } from './deliveries/delivery-store.js';
import { defaultDispatchSettings } from './dispatch/dispatch-settings.js';
import { createServerTime } from './dispatch/server-time.js';

/** Carries what bookings have put in their outbox out of it. Several pumps side by side do no harm. */
export interface OutboxPump extends Omit<Nudged, 'isStopping'> {
  /** Carries out all that is due; how many outboxes were emptied. Rejects when the store is broken. */
  readonly runOnce: () => Promise<number>;
}

export interface OutboxPumpOptions {
  readonly outbox: Outbox;
  readonly deliveries: Pick<DeliveryStore, 'add'>;
  readonly clock: Clock;
  /** The database's time, with the sandbox's offset on top where there is one. */
  readonly serverNow: () => Promise<number>;
  readonly logger: Logger;
  /** Deliveries of this partner have been made. */
  readonly onDeliveries: (partner: PartnerId) => void;
  /** These are deliveries now (the same once more where a pump died in between); must not throw. */
  readonly onHandedOver?: (kind: NoticeKind, count: number) => void;
  /** How many are stuck: told while there are any, and once when there are none any more; must not throw. */
  readonly onStuckOutbox?: (stuck: StuckOutbox) => void;
  readonly batchSize?: number;
  /** Between two looks without a nudge: for bookings committed by other processes, or before a crash. */
  readonly bellMs?: number;
}

/** Bookings whose outbox could not be carried out at the last look; `oldestAt` is when the first of them was committed, epoch ms. */
export interface StuckOutbox {
  readonly count: number;
  readonly oldestAt: number | null;
}

interface Batch {
  readonly found: number;
  readonly cleared: number;
}

/** Bookings that move on again and again while they are carried out are left to the next bell. */
const maxFruitless = 3;

const noticesOf = (bookings: readonly BookingDocument[], kind: NoticeKind): readonly Notice[] =>
  bookings.flatMap(({ _id, partner, out }) =>
    partner !== null && out.includes(kind) ? [{ booking: _id, partner, kind }] : [],
  );

const partnersOf = (notices: readonly Notice[]): ReadonlySet<PartnerId> =>
  new Set(notices.map(({ partner }) => partner));

/** For each booking in this order: spaces go back, the create and then the cancel notice become deliveries, the customer's mail is made, the outbox is emptied. */
export const createOutboxPump = (options: OutboxPumpOptions): OutboxPump => {
  const { outbox, deliveries, clock, logger } = options;
  const batchSize = options.batchSize ?? 200;
  const time = createServerTime({
    serverNow: options.serverNow,
    clock,
    everyMs: minuteMs,
    staleMs: 2 * minuteMs,
    maxErrorMs: defaultDispatchSettings.skewMs,
    // The pump holds no leases.
    settleMs: 0,
  });
  const faultLog = (message: string): FaultLog => createFaultLog({ log: logger.error, message, clock });
  let stuckBefore = 0;
  const releaseFaults = faultLog('the spaces of bookings could not be released');
  const confirmFaults = faultLog('bookings could not be confirmed by e-mail');

  /** Those for which the step was done; a disk that is full fails for all of them, in one line. */
  const passing =
    (step: (booking: BookingDocument) => Promise<void>, faults: FaultLog) =>
    async (bookings: readonly BookingDocument[]): Promise<readonly BookingDocument[]> => {
      const isDone = async (booking: BookingDocument): Promise<boolean> => {
        try {
          await step(booking);
          return true;
        } catch (error) {
          faults.failed(error, { booking: booking._id });
          return false;
        }
      };
      const done = await Promise.all(bookings.map(isDone));
      return bookings.filter((_, index) => done[index] === true);
    };
  const released = passing(async (booking) => {
    if (booking.out.includes('release')) await outbox.release(booking);
  }, releaseFaults);
  /** After the notices: a mail that cannot be written keeps no partner waiting. */
  const confirmed = passing(async (booking) => {
    if (booking.out.includes('confirm')) await outbox.confirm(booking);
  }, confirmFaults);

  /** The dispatcher claims by the database's time: made due by a clock that is an hour ahead, a notice would wait an hour. */
  const databaseNow = async (): Promise<number> => {
    await time.refresh();
    if (!time.isKnown()) throw new Error("the database's time is not known");
    return time.now();
  };

  /** A cancel's delivery is made after its create's: the dispatcher rests on that. */
  const addNotices = async (bookings: readonly BookingDocument[]): Promise<ReadonlySet<PartnerId>> => {
    const creates = noticesOf(bookings, 'create');
    const cancels = noticesOf(bookings, 'cancel');
    if (creates.length + cancels.length === 0) return new Set();
    const at = await databaseNow();
    await deliveries.add(creates, at);
    options.onHandedOver?.('create', creates.length);
    await deliveries.add(cancels, at);
    options.onHandedOver?.('cancel', cancels.length);
    return partnersOf([...creates, ...cancels]);
  };

  const clear = async (bookings: readonly BookingDocument[]): Promise<number> => {
    const cleared = await Promise.all(bookings.map((booking) => outbox.clear(booking)));
    return cleared.filter(Boolean).length;
  };

  /** `stuck` gathers bookings that cannot be carried out now, so that they do not stand in the way of younger ones. */
  const runBatch = async (stuck: Map<BookingId, number>): Promise<Batch> => {
    const due = await outbox.due(batchSize + stuck.size);
    const bookings = due.filter(({ _id }) => !stuck.has(_id));
    const ready = await released(bookings);
    const partners = await addNotices(ready);
    for (const partner of partners) options.onDeliveries(partner);
    const done = await confirmed(ready);
    const cleared = await clear(done);
    const doneIds = new Set(done.map(({ _id }) => _id));
    for (const { _id, outAt } of bookings) if (!doneIds.has(_id)) stuck.set(_id, outAt ?? 0);
    return { found: bookings.length, cleared };
  };

  const tellStuck = (since: readonly number[]): void => {
    const count = since.length;
    const oldestAt = since.reduce<number | null>((least, at) => Math.min(least ?? at, at), null);
    const before = stuckBefore;
    stuckBefore = count;
    if (count > 0 || before > 0) options.onStuckOutbox?.({ count, oldestAt });
    if (count > 0 && before === 0)
      logger.error({ count, oldestAt }, 'bookings cannot be carried out: the lines before say why');
    if (count === 0 && before > 0) logger.info({ count: before }, 'bookings that were stuck are carried out');
  };

  const runOnce = async (): Promise<number> => {
    const stuck = new Map<BookingId, number>();
    let total = 0;
    for (let fruitless = 0; fruitless < maxFruitless && !isStopping(); ) {
      const { found, cleared } = await runBatch(stuck);
      if (found === 0) break;
      total += cleared;
      fruitless = cleared > 0 ? 0 : fruitless + 1;
    }
    tellStuck([...stuck.values()]);
    return total;
  };

  const { isStopping, ...nudged } = createNudged({
    run: () => runOnce(),
    bellMs: options.bellMs ?? 1_000,
    clock,
    logger,
    fault: 'the outbox could not be carried out',
  });

  return { ...nudged, runOnce };
};
