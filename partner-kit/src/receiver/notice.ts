import type { Booking } from '../client/records.js';

/** Header names in lower case; a header sent more than once has a list. */
export type RequestHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

interface NoticeOfBooking {
  readonly bookingId: number;
  /** What the call carried beside the id, without the authorization header and cookies. */
  readonly notice: {
    readonly headers: RequestHeaders;
    /** Which attempt of the sender this is, where it says so. */
    readonly attempt: number | undefined;
  };
  /** Grows with every claim of this booking: a write of your own that refuses a smaller one cannot be overtaken. */
  readonly fence: number;
  /** Names this claim, for a store that records `done` inside your own transaction. */
  readonly token: string;
  /** Aborts when the claim is lost or the handler has run for `handlerTimeoutMs`: stop, another attempt may run. */
  readonly signal: AbortSignal;
  /** Fetches the booking by the receiver's `bookings` client; rejects as the client does, or when there is none. */
  readonly booking: () => Promise<Booking>;
}

export interface CreateNotice extends NoticeOfBooking {
  readonly kind: 'create';
  /** The booking's cancellation was handled before this notice arrived. */
  readonly isBookingCancelled: boolean;
}

export interface CancelNotice extends NoticeOfBooking {
  readonly kind: 'cancel';
  /** The booking's creation was handled; `false` means there is nothing of yours to undo yet. */
  readonly isCreateHandled: boolean;
}

export type BookingNotice = CreateNotice | CancelNotice;

/** Does the effect. Resolving means it is durable; throwing means it did not happen and the notice must come again. */
export type NoticeHandler<N extends BookingNotice> = (notice: N) => Promise<void> | void;

const withheld = new Set(['authorization', 'proxy-authorization', 'cookie']);

const single = (value: RequestHeaders[string]): RequestHeaders[string] =>
  typeof value !== 'string' && value?.length === 1 ? value[0] : value;

/** The headers a handler may see and log, by their names in lower case. */
export const visibleHeaders = (headers: RequestHeaders, authHeader: string): RequestHeaders =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), single(value)] as const)
      .filter(([name]) => name !== authHeader && !withheld.has(name)),
  );

/** The sender's attempt number among visible headers, if it sends a sensible one. */
export const attemptOf = (headers: RequestHeaders): number | undefined => {
  const value = headers['parking-attempt'];
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : undefined;
};
