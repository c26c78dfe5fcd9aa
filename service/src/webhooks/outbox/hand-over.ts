import type { Clock } from '../../base/clock.js';
import { minuteMs } from '../../base/durations.js';
import type { PartnerId } from '../../base/ids.js';
import type { BookingDocument, NoticeKind } from '../../bookings/booking.js';
import type { DeliveryStore, Notice } from '../deliveries/delivery-store.js';
import { defaultDispatchSettings } from '../dispatch/dispatch-settings.js';
import { createServerTime } from '../dispatch/server-time.js';

/** Makes the notices that bookings owe deliveries, due now; answers whose they are. Rejects while the database's time is not known. */
export type HandOver = (bookings: readonly BookingDocument[]) => Promise<ReadonlySet<PartnerId>>;

export interface HandOverOptions {
  readonly deliveries: Pick<DeliveryStore, 'add'>;
  readonly clock: Clock;
  /** The database's time, with the sandbox's offset on top where there is one. */
  readonly serverNow: () => Promise<number>;
  /** These are deliveries now (the same once more where a pump died in between); must not throw. */
  readonly onHandedOver?: (kind: NoticeKind, count: number) => void;
}

const noticesOf = (bookings: readonly BookingDocument[], kind: NoticeKind): readonly Notice[] =>
  bookings.flatMap(({ _id, partner, out }) =>
    partner !== null && out.includes(kind) ? [{ booking: _id, partner, kind }] : [],
  );

export const createHandOver = (options: HandOverOptions): HandOver => {
  const { deliveries, clock, serverNow } = options;
  const time = createServerTime({
    serverNow,
    clock,
    everyMs: minuteMs,
    staleMs: 2 * minuteMs,
    maxErrorMs: defaultDispatchSettings.skewMs,
    // The pump holds no leases.
    settleMs: 0,
  });

  /** The dispatcher claims by the database's time: made due by a clock that is an hour ahead, a notice would wait an hour. */
  const databaseNow = async (): Promise<number> => {
    await time.refresh();
    if (!time.isKnown()) throw new Error("the database's time is not known");
    return time.now();
  };

  return async (bookings) => {
    const creates = noticesOf(bookings, 'create');
    const cancels = noticesOf(bookings, 'cancel');
    if (creates.length + cancels.length === 0) return new Set();
    const at = await databaseNow();
    // A cancel's delivery is made after its create's: the dispatcher rests on that.
    await deliveries.add(creates, at);
    options.onHandedOver?.('create', creates.length);
    await deliveries.add(cancels, at);
    options.onHandedOver?.('cancel', cancels.length);
    return new Set([...creates, ...cancels].map(({ partner }) => partner));
  };
};
