import { collectionSpec } from '../../base/documents.js';
import type { BookingId, PartnerId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';

export const deliveryStates = [
  'open',
  'delivered',
  'refused',
  'unauthorised',
  'abandoned',
  'skipped',
] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** The operator's verb that opened a delivery again. */
export type OpenedBy = 'resend' | 'replay' | 'resume';

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
  /** Attempts begun before it was last opened: an operator's "send again" starts the schedule anew. */
  readonly nBefore: number;
  readonly openedAt: number;
  /** Absent while nobody had it sent again. */
  readonly openedBy?: OpenedBy;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The last outcome in a word (`202`, `timeout`, `404`), for people. */
  readonly last?: string;
}

/** In the order in which a booking's notices are sent. */
export const noticeKinds = ['create', 'cancel'] as const satisfies readonly NoticeKind[];

export const deliveryId = (booking: BookingId, kind: NoticeKind): string => `${booking}:${kind}`;

/**
 * Always asked per partner: a global order by `due` would starve behind a partner that is down. `due` orders the open ones
 * by when they may be sent and the ended ones by when they ended; `openedAt` says which has waited for longest.
 */
export const deliveryCollection = collectionSpec<DeliveryDocument>({
  name: 'deliveries',
  indexes: [
    ['partner', 'st', 'due', '_id'],
    ['partner', 'st', 'openedAt', '_id'],
    ['partner', 'tok'],
  ],
});

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
  /** The answer is a breach of the contract, whatever it counts as. */
  readonly isContractFault: boolean;
  /** The start of the answer's body. */
  readonly bodyExcerpt?: string;
  /** The system's words where there was no answer. */
  readonly detail?: string;
  readonly nextAt?: number;
  /** An operator had the delivery sent again; those that follow by schedule are of that wish too. */
  readonly isManual?: true;
  /** Which of a rotation's two header values it was sent with; the current one where absent. */
  readonly header?: 'current' | 'previous';
}

export const attemptId = (delivery: string, n: number): string => `${delivery}:${n}`;

/** Serves the trimming and a partner's last answer; an attempt's own id is made from its delivery's. */
export const attemptCollection = collectionSpec<AttemptDocument>({
  name: 'attempts',
  indexes: [['partner', 'at']],
});
