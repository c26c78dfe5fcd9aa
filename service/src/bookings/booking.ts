import type {
  BookingId,
  ClientId,
  CustomerId,
  EventId,
  LocationId,
  PartnerId,
  SellerId,
} from '../base/ids.js';
import type { Locale } from '../base/locale.js';
import type { Currency } from '../base/money.js';

export type NoticeKind = 'create' | 'cancel';
/** `confirm`: the customer's e-mail. */
export type OutboxKind = 'release' | 'confirm' | NoticeKind;

/** Who a booking was made for, by their own words. */
export interface Contact {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** What a booking took out of its customer's wallet, minor units; the coupon by its code. */
export interface Spent {
  readonly coupon: string | null;
  readonly couponMinor: number;
  readonly creditMinor: number;
}

/** The commit record of a booking: what must change together lives in this one document (DATA.md). Instants are epoch ms, amounts minor units. */
export interface BookingDocument {
  readonly _id: BookingId;
  readonly st: 'pending' | 'booked' | 'cancelled' | 'void';
  readonly until: number;
  readonly rev: number;
  readonly out: readonly OutboxKind[];
  /** When the outbox is due; absent when it is empty. */
  readonly outAt?: number | null;
  /** When it was committed; absent until then. */
  readonly bookedAt?: number;
  /** When it was last committed or cancelled: what its partner has to know of. */
  readonly updatedAt?: number;
  readonly partner: PartnerId | null;
  readonly client: ClientId | null;
  readonly customer: CustomerId;
  /** As given when booking (a user's: as on the account then), so that an answer never shows an account to a stranger. */
  readonly contact: Contact;
  readonly location: LocationId;
  readonly pool: string;
  readonly option: string;
  readonly start: number;
  readonly end: number;
  readonly event: EventId | null;
  readonly timezone: string;
  readonly currency: Currency;
  readonly priceMinor: number;
  readonly fullPriceMinor: number;
  /** Each by the name it was booked under, in `locale`. */
  readonly addOns: readonly { readonly id: string; readonly name: string; readonly priceMinor: number }[];
  readonly cancellableUntil: number | null;
  readonly purchasedAt: number;
  readonly cancelledAt?: number;
  /** Absent where neither credit nor coupon was spent. */
  readonly spent?: Spent;
  readonly isInvoiced: boolean;
  readonly isOnDemand: boolean;
  /** As given: `name:value` each. */
  readonly capabilities: readonly string[];
  readonly timesTbd: boolean;
  readonly plateNumber: string | null;
  readonly sellerId: SellerId;
  /** Grants anonymous viewing; made when the booking is made. */
  readonly authorizationCode: string;
  /** Grants seeing the pass, without customer and price. */
  readonly shareCode: string;
  readonly passCode: string;
  /** The language it was booked in. */
  readonly locale: Locale;
  /** A partner's receiver is tried with it: nobody parks, and no list has it. */
  readonly isTest?: true | null;
}

/** The outbox as the webhooks' pump sees it. Order of work: release, then create, then cancel, then confirm, then `clear`. */
export interface Outbox {
  /** Bookings that have something in it, oldest first. */
  readonly due: (limit: number) => Promise<readonly BookingDocument[]>;
  /** Gives back a cancelled booking's spaces, credit and coupon; again is harmless. */
  readonly release: (booking: BookingDocument) => Promise<void>;
  /** Sends the customer the confirmation, once however often it is asked; nothing for a booking cancelled meanwhile. */
  readonly confirm: (booking: BookingDocument) => Promise<void>;
  /** Empties the outbox if the booking has not moved on since it was read (guarded by `rev`); false when it has. */
  readonly clear: (booking: BookingDocument) => Promise<boolean>;
}

/** Which notices a partner wants; injected into bookings so that they know nothing of webhooks. */
export type NoticesWanted = (
  partner: PartnerId,
) => Promise<{ readonly create: boolean; readonly cancel: boolean }>;
