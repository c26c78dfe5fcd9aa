import { collectionSpec } from '../../base/documents.js';
import type { BookingId, PartnerId } from '../../base/ids.js';
import type { NoticeKind } from '../../bookings/booking.js';

/** `not_verified`: nothing was seen to be wrong, but it cannot be seen from outside; it fails nothing. */
export type StepStatus = 'passed' | 'warned' | 'not_verified' | 'failed' | 'skipped';

/** What became of one step; `advice` is for the partner's engineer. */
export interface Finding {
  readonly status: StepStatus;
  readonly message: string;
  /** What the partner should answer, and why; where something is to be done. */
  readonly advice?: string;
}

/** Which header value was sent. */
export type TrialHeader = 'right' | 'wrong' | 'missing';

/** One notice of the test and its answer; no secrets. Instants are epoch ms. */
export interface ExchangeReport {
  readonly at: number;
  readonly kind: NoticeKind;
  readonly booking: BookingId;
  readonly header: TrialHeader;
  readonly status: number | null;
  /** As attempts have it: `accepted`, `duplicate`, `not_found`, `timeout`, ... */
  readonly reason: string;
  readonly durationMs: number;
  /** The start of the answer's body, or the system's words where there was no answer. */
  readonly excerpt: string;
}

export interface StepReport extends Finding {
  /** `create.accepts`, ... */
  readonly name: string;
  readonly title: string;
  readonly exchanges: readonly ExchangeReport[];
}

/** One run of the self test against a partner's endpoint. */
export interface SelfTestDocument {
  /** `<partner>:<number>`. */
  readonly _id: string;
  readonly partner: PartnerId;
  readonly number: number;
  /** `broken`: it did not come to an end; its steps are those that did. */
  readonly st: 'running' | 'passed' | 'failed' | 'broken';
  readonly startedAt: number;
  /** Whoever runs it has died when it is still running then. */
  readonly endsBy: number;
  readonly endedAt: number | null;
  readonly wasLive: boolean;
  /** The endpoint is live by this test. */
  readonly wentLive: boolean;
  /** The test as a whole, in words. */
  readonly summary: string;
  readonly steps: readonly StepReport[];
}

export const selfTestId = (partner: PartnerId, number: number): string => `${partner}:${number}`;

/** A partner's reports are found by their ids, which are counted in its turns. */
export const selfTestCollection = collectionSpec<SelfTestDocument>({ name: 'selfTests', indexes: [] });

/** How many tests a partner has had, and until when the last one has the endpoint for itself. */
export interface SelfTestTurnDocument {
  readonly _id: PartnerId;
  readonly number: number;
  readonly until: number;
}

export const selfTestTurnCollection = collectionSpec<SelfTestTurnDocument>({
  name: 'selfTestTurns',
  indexes: [],
});
