import type { Booking } from '../client/records.js';
import type { NoticeKey } from '../stores/store.js';
import type { NoticeTask } from './handle-notice.js';
import { attemptOf, type RequestHeaders, visibleHeaders } from './notice.js';
import type { ReceiverOptions } from './options.js';

/** A handler asked for a booking of a receiver that was given no `bookings` client. */
export class NoBookingClientError extends Error {
  override readonly name = 'NoBookingClientError';
  constructor() {
    super('createReceiver was given no `bookings` client to fetch bookings with');
  }
}

type HandlerOptions = Pick<ReceiverOptions, 'auth' | 'bookings' | 'onCreate' | 'onCancel'>;

/** Builds what a handler gets, and calls it. */
export const createHandlerRuns =
  (options: HandlerOptions) =>
  (key: NoticeKey, headers: RequestHeaders): NoticeTask['run'] =>
  (claim, signal) => {
    const visible = visibleHeaders(headers, options.auth.headerKey.toLowerCase());
    const booking = async (): Promise<Booking> => {
      if (!options.bookings) throw new NoBookingClientError();
      return options.bookings.get(key.bookingId, { signal });
    };
    const common = {
      bookingId: key.bookingId,
      notice: { headers: visible, attempt: attemptOf(visible) },
      fence: claim.fence,
      token: claim.token,
      signal,
      booking,
    };
    const { isOtherKindDone } = claim;
    return key.kind === 'create'
      ? options.onCreate?.({ ...common, kind: 'create', isBookingCancelled: isOtherKindDone })
      : options.onCancel?.({ ...common, kind: 'cancel', isCreateHandled: isOtherKindDone });
  };
