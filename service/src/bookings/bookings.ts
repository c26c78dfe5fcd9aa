import type { Caller } from '../base/caller.js';
import type { BookingId } from '../base/ids.js';
import type { Money } from '../base/money.js';
import type { BookingDocument, Contact } from './booking.js';

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
  readonly plateNumber?: string;
  readonly idempotencyKey?: string;
  /** A hash of the whole request, to tell a repeat from another request under the same key. */
  readonly requestHash: string;
}

/** A booking as its representation needs it. */
export interface BookingView {
  readonly booking: BookingDocument;
  /** Absent for whoever sees the booking by its authorization code alone. */
  readonly customer?: Contact;
}

export interface Bookings {
  readonly preview: (request: PreviewRequest, caller: Caller) => Promise<Preview>;
  /** Throws `Problem` for every expected refusal; see the error catalogue (`booking_*`). */
  readonly book: (request: BookRequest, caller: Caller) => Promise<BookingView>;
  /** `authorizationCode` lets anyone see the booking, without the customer. 404 unknown, 401 without a token, 403 for another's. */
  readonly view: (id: BookingId, caller: Caller, authorizationCode?: string) => Promise<BookingView>;
  /** 204 again for one already cancelled; 409 when it may no longer be cancelled. */
  readonly cancel: (id: BookingId, caller: Caller, authorizationCode?: string) => Promise<void>;
  readonly listOfCustomer: (caller: Caller) => Promise<readonly BookingView[]>;
}
