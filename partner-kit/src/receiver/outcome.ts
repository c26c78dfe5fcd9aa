import type { NoticeKind } from '../stores/store.js';

/** Why a body names no booking; also the code of the 400 answer. */
export type BodyFault =
  | 'body_not_json'
  | 'body_not_object'
  | 'id_missing'
  | 'id_not_integer'
  | 'id_out_of_range';

/** What became of one notice that named a booking. */
export type NoticeOutcome =
  | { readonly type: 'handled' }
  | { readonly type: 'duplicate' }
  | { readonly type: 'busy' }
  | { readonly type: 'handler_failed'; readonly error: unknown }
  | { readonly type: 'handler_timeout' }
  | { readonly type: 'lease_lost' }
  | { readonly type: 'store_failed'; readonly error: unknown }
  | { readonly type: 'aborted' };

/** Why a call was answered without looking for a booking. */
export type RefusalOutcome =
  | { readonly type: 'method_not_allowed' }
  | { readonly type: 'unauthorized'; readonly reason: 'missing' | 'repeated' | 'wrong' }
  | { readonly type: 'body_too_large' }
  | { readonly type: 'body_timeout' }
  | { readonly type: 'body_unavailable' }
  | { readonly type: 'body_aborted' }
  | { readonly type: 'bad_body'; readonly fault: BodyFault }
  | { readonly type: 'receiver_fault'; readonly error: unknown };

export type Outcome = NoticeOutcome | RefusalOutcome;

/** What the receiver tells its `onEvent` hook. Nothing in it is secret, except what a handler put in its own error. */
export type ReceiverEvent =
  | {
      readonly type: 'answered';
      readonly kind: NoticeKind;
      readonly bookingId: number | undefined;
      readonly outcome: Outcome;
      readonly status: number;
      readonly durationMs: number;
      /** Which configured header value the sender used (0 is the first): shows when an old one is no longer in use. */
      readonly headerValueIndex: number | undefined;
    }
  | {
      /** A handler came to an end after its call had been answered. */
      readonly type: 'finished_late';
      readonly kind: NoticeKind;
      readonly bookingId: number;
      readonly outcome: NoticeOutcome;
    }
  | {
      /** The store failed after the claim; the receiver goes on trying where that is right. */
      readonly type: 'store_trouble';
      readonly kind: NoticeKind;
      readonly bookingId: number;
      readonly step: 'renew' | 'done' | 'release';
      readonly error: unknown;
    };
