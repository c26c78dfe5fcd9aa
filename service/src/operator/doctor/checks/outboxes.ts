import { minuteMs } from '../../../base/durations.js';
import type { BookingDocument } from '../../../bookings/booking.js';
import { type Check, fault, ok, warning } from '../finding.js';
import { countText, spanText } from '../in-words.js';

export interface OutboxCheckOptions {
  readonly bookings: {
    /** Those that owe something, the oldest first. */
    readonly due: (limit: number) => Promise<readonly Pick<BookingDocument, '_id' | 'outAt'>[]>;
    readonly countDue: (since: number, limit: number) => Promise<number>;
  };
  /** Epoch ms. */
  readonly now: () => number;
}

const countedUpTo = 10_000;
const harmfulMs = 10 * minuteMs;

/** Whether what bookings owe is carried out: within a second, where a worker runs. */
export const checkOutboxes = ({ bookings, now }: OutboxCheckOptions): Check => ({
  name: 'outboxes',
  run: async () => {
    const at = now();
    const [oldest] = await bookings.due(1);
    const lateMs = at - (oldest?.outAt ?? at);
    if (oldest === undefined || lateMs < minuteMs) return [ok('what bookings owe is carried out')];
    const stuck = await bookings.countDue(at - minuteMs, countedUpTo);
    const seen = `${countText(stuck, 'booking', countedUpTo)} owe spaces, notices or mails; the oldest, ${oldest._id}, for ${spanText(lateMs)}`;
    const advice = 'See that a worker runs; its log says why one booking cannot be carried out.';
    return [lateMs < harmfulMs ? warning(seen, advice) : fault(seen, advice)];
  },
});
