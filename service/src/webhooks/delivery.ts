import type { BookingId, PartnerId } from '../base/ids.js';
import type { NoticeKind } from '../bookings/booking.js';

export type DeliveryState = 'open' | 'delivered' | 'refused' | 'unauthorised' | 'abandoned' | 'skipped';

/** One notice to one partner; `_id` is `<booking>:<kind>`, so it cannot be made twice. Instants are epoch ms. */
export interface DeliveryDocument {
  readonly _id: string;
  readonly partner: PartnerId;
  readonly booking: BookingId;
  readonly kind: NoticeKind;
  readonly st: DeliveryState;
  readonly due: number;
  /** The claim that may write the outcome; new for every claim. */
  readonly tok?: string | null;
  /** Attempts begun. */
  readonly n: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The last outcome in a word (`202`, `timeout`, `404`), for people. */
  readonly last?: string;
}

export interface AttemptDocument {
  /** `<delivery>:<n>`. */
  readonly _id: string;
  readonly delivery: string;
  readonly partner: PartnerId;
  readonly n: number;
  readonly at: number;
  readonly durationMs: number;
  readonly status?: number;
  /** Why it counts as it does: `accepted`, `duplicate`, `refused`, `unauthorised`, `not_found`, `timeout`, ... */
  readonly reason: string;
  readonly bodyExcerpt?: string;
  readonly nextAt?: number;
}
