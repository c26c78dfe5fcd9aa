import { createFaultLog, type FaultLog } from '../../base/fault-log.js';
import type { BookingId, PartnerId } from '../../base/ids.js';
import type { Logger } from '../../base/logger.js';
import { createNudged, type Nudged } from '../../base/nudged.js';
import type { BookingDocument, Outbox } from '../../bookings/booking.js';
import { createHandOver, type HandOverOptions } from './hand-over.js';
import { passOutboxes } from './pass-outboxes.js';
import { createTellStuck, type StuckOutbox } from './tell-stuck.js';

/** Carries what bookings have put in their outbox out of it. Several pumps side by side do no harm. */
export interface OutboxPump extends Omit<Nudged, 'isStopping'> {
  /** Carries out all that is due; how many outboxes were emptied. Rejects when the store is broken. */
  readonly runOnce: () => Promise<number>;
}

export interface OutboxPumpOptions extends HandOverOptions {
  readonly outbox: Outbox;
  readonly logger: Logger;
  /** Deliveries of this partner have been made. */
  readonly onDeliveries: (partner: PartnerId) => void;
  /** How many are stuck: told while there are any, and once when there are none any more; must not throw. */
  readonly onStuckOutbox?: (stuck: StuckOutbox) => void;
  readonly batchSize?: number;
  /** Between two looks without a nudge: for bookings committed by other processes, or before a crash. */
  readonly bellMs?: number;
}

interface Batch {
  readonly found: number;
  readonly cleared: number;
}

/** Bookings that move on again and again while they are carried out are left to the next bell. */
const maxFruitless = 3;

/** For each booking in this order: spaces go back, the create and then the cancel notice become deliveries, the customer's mail is made, the outbox is emptied. */
export const createOutboxPump = (options: OutboxPumpOptions): OutboxPump => {
  const { outbox, clock, logger } = options;
  const batchSize = options.batchSize ?? 200;
  const handOver = createHandOver(options);
  const tellStuck = createTellStuck(options);
  const faultLog = (message: string): FaultLog => createFaultLog({ log: logger.error, message, clock });
  const released = passOutboxes(async (booking) => {
    if (booking.out.includes('release')) await outbox.release(booking);
  }, faultLog('the spaces of bookings could not be released'));
  /** After the notices: a mail that cannot be written keeps no partner waiting. */
  const confirmed = passOutboxes(async (booking) => {
    if (booking.out.includes('confirm')) await outbox.confirm(booking);
  }, faultLog('bookings could not be confirmed by e-mail'));

  const clear = async (bookings: readonly BookingDocument[]): Promise<number> => {
    const cleared = await Promise.all(bookings.map((booking) => outbox.clear(booking)));
    return cleared.filter(Boolean).length;
  };

  /** `stuck` gathers bookings that cannot be carried out now, so that they do not stand in the way of younger ones. */
  const runBatch = async (stuck: Map<BookingId, number>): Promise<Batch> => {
    const due = await outbox.due(batchSize + stuck.size);
    const bookings = due.filter(({ _id }) => !stuck.has(_id));
    const ready = await released(bookings);
    const partners = await handOver(ready);
    for (const partner of partners) options.onDeliveries(partner);
    const done = await confirmed(ready);
    const cleared = await clear(done);
    const doneIds = new Set(done.map(({ _id }) => _id));
    for (const { _id, outAt } of bookings) if (!doneIds.has(_id)) stuck.set(_id, outAt ?? 0);
    return { found: bookings.length, cleared };
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
