import type { Caller } from '../base/caller.js';
import type { BookingId, PartnerId } from '../base/ids.js';
import type { Locale } from '../base/locale.js';
import type { Money } from '../base/money.js';
import type { BookingDocument } from './booking.js';

export interface PreviewRequest {
  readonly quoteId: string;
  readonly addOnIds: readonly string[];
}

export interface Preview {
  readonly userCreditAmount: Money;
  readonly quotePrice: Money;
  readonly subtotal: Money;
  readonly finalPrice: Money;
  readonly couponAmount: Money;
}

export interface BookRequest extends PreviewRequest {
  /** Decimal text; compared as a number. */
  readonly finalPrice: string;
  readonly customerEmail?: string;
  readonly customerFirstName?: string;
  readonly customerLastName?: string;
  readonly isInvoice: boolean;
  /** The customer gets an e-mail that confirms the booking, in `locale`. */
  readonly wantsConfirmation: boolean;
  readonly locale: Locale;
  readonly capabilities?: string;
  readonly plateNumber?: string;
  readonly idempotencyKey?: string;
  /** A hash of the whole request, to tell a repeat from another request under the same key. */
  readonly requestHash: string;
}

/**
 * How much of a booking one may see. `code`: whoever holds the authorization code, known by nothing else, sees no
 * customer; `share`: whoever holds the share code sees the pass alone, neither customer nor price.
 */
export type Standing = 'owner' | 'code' | 'share';

/** What a request brings beside its token. */
export interface BookingCodes {
  readonly authorizationCode?: string | undefined;
  readonly shareCode?: string | undefined;
}

/** A booking as its representation needs it. */
export interface BookingView {
  readonly booking: BookingDocument;
  readonly standing: Standing;
  /** What the partner is called, where it is known. */
  readonly partnerName?: string | undefined;
}

/** A list of which only pages are read. */
export interface BookingList {
  readonly total: number;
  /** From index `from` up to, not including, `to`. */
  readonly page: (from: number, to: number) => Promise<readonly BookingView[]>;
}

export type BookingSortKey = 'start' | 'end' | 'purchasedAt' | '_id';
/** Keys in the order they count. */
export type BookingOrder = readonly { readonly key: BookingSortKey; readonly direction: 1 | -1 }[];

/** What a partner asks for: its bookings by their latest change, or by when they were made, or cancelled. */
export interface PartnerBookingsRequest {
  readonly kind?: 'created' | 'cancelled';
  /** Epoch ms, inclusive. */
  readonly since?: number;
  /** Whose bookings; only `internal` may ask for others than its own. */
  readonly partner?: PartnerId;
}

export interface Bookings {
  readonly preview: (request: PreviewRequest, caller: Caller) => Promise<Preview>;
  /** Throws `Problem` for every expected refusal; see the error catalogue (`booking_*`). */
  readonly book: (request: BookRequest, caller: Caller) => Promise<BookingView>;
  /** A code lets anyone see the booking, without the customer. 404 unknown, or a wrong code and no token; 401 neither; 403 for another's. */
  readonly view: (id: BookingId, caller: Caller, codes?: BookingCodes) => Promise<BookingView>;
  /** 204 again for one already cancelled; 409 when it may no longer be cancelled. */
  readonly cancel: (id: BookingId, caller: Caller, authorizationCode?: string) => Promise<void>;
  /** A user's own, the latest purchase first unless another order is asked for. */
  readonly listOfCustomer: (caller: Caller, order?: BookingOrder) => Promise<BookingList>;
  /** Oldest change first, so that one can follow along. */
  readonly listOfPartner: (caller: Caller, request?: PartnerBookingsRequest) => Promise<BookingList>;
}
