import {
  hasFields,
  isBoolean,
  isInteger,
  isListOf,
  isNumber,
  isObject,
  isString,
  type JsonObject,
} from './guards.js';

/** Amounts by currency code: decimal strings such as `{ USD: "12.50" }`. */
export type Money = Readonly<Record<string, string>>;

/** Fields that we do not know are kept as they came. */
interface OpenRecord {
  readonly [field: string]: unknown;
}

type Missing = null | undefined;

/** A booking. v4 leaves empty fields out, so all but the id may be missing. Times are ISO 8601 with an offset. */
export interface Booking extends OpenRecord {
  readonly id: number;
  readonly customer_id?: number | Missing;
  readonly start_time?: string | Missing;
  readonly end_time?: string | Missing;
  readonly price_paid?: Money | Missing;
  readonly full_price?: Money | Missing;
  readonly purchased_at?: string | Missing;
  readonly type?: string | Missing;
  readonly cancellable?: boolean | Missing;
  readonly times_tbd?: boolean | Missing;
  readonly event_id?: number | Missing;
  /** Present once the booking is cancelled. */
  readonly cancelled_at?: string | Missing;
  /** Only when asked for by name. */
  readonly parking_pass_web_url?: string | Missing;
  readonly authorization_code?: string | Missing;
  readonly _embedded?: JsonObject | Missing;
  readonly _links?: JsonObject | Missing;
}

/** How a driver shows the pass. */
export interface PassValidation extends OpenRecord {
  readonly display_message?: string | Missing;
  readonly require_license_plate?: boolean | Missing;
  readonly require_printout?: boolean | Missing;
  readonly scan_code?: JsonObject | Missing;
  readonly display?: JsonObject | Missing;
}

export interface ParkingPass extends OpenRecord {
  readonly id: number;
  readonly status?: string | Missing;
  readonly active?: boolean | Missing;
  readonly start_time?: string | Missing;
  readonly end_time?: string | Missing;
  readonly pass_type?: string | Missing;
  readonly amenities?: readonly JsonObject[] | Missing;
  readonly seller_id?: number | Missing;
  readonly disclaimers?: string | Missing;
  readonly price_paid?: Money | Missing;
  readonly full_price?: Money | Missing;
  readonly validation?: PassValidation | Missing;
  readonly reseller_pass?: boolean | Missing;
  readonly _embedded?: JsonObject | Missing;
}

export interface Location extends OpenRecord {
  readonly id: string;
  readonly name?: string | Missing;
  readonly address1?: string | Missing;
  readonly address2?: string | Missing;
  readonly city?: string | Missing;
  readonly state?: string | Missing;
  readonly postal_code?: string | Missing;
  readonly country?: string | Missing;
  readonly timezone?: string | Missing;
}

export interface Customer extends OpenRecord {
  readonly email?: string | Missing;
  readonly first_name?: string | Missing;
  readonly last_name?: string | Missing;
}

export interface PricePreview extends OpenRecord {
  readonly quote_price: Money;
  readonly subtotal: Money;
  readonly final_price: Money;
  readonly coupon_amount?: Money | Missing;
  readonly user_credit_amount?: Money | Missing;
}

export interface PurchaseOption extends OpenRecord {
  /** The `quote_id` of previews and bookings. */
  readonly id: string;
  readonly price: Money;
  readonly base_price?: Money | Missing;
  readonly add_ons?: JsonObject | Missing;
  readonly cancellable_status?: JsonObject | Missing;
}

export interface Quote extends OpenRecord {
  readonly location_id?: string | Missing;
  readonly start_time?: string | Missing;
  readonly end_time?: string | Missing;
  readonly distance?: JsonObject | Missing;
  readonly purchase_options: readonly PurchaseOption[];
  readonly _embedded?: JsonObject | Missing;
}

const isMoney = (value: unknown): value is Money => isObject(value) && Object.values(value).every(isString);

const span = { start_time: isString, end_time: isString };
const paid = { price_paid: isMoney, full_price: isMoney };
const address = { address1: isString, address2: isString, city: isString, state: isString };
const place = { postal_code: isString, country: isString, timezone: isString };

export const isBooking = (value: unknown): value is Booking =>
  hasFields(
    value,
    { id: isInteger },
    {
      ...span,
      ...paid,
      ...{ customer_id: isInteger, event_id: isInteger, purchased_at: isString, cancelled_at: isString },
      ...{ type: isString, cancellable: isBoolean, times_tbd: isBoolean },
      ...{ parking_pass_web_url: isString, authorization_code: isString },
      ...{ _embedded: isObject, _links: isObject },
    },
  );

const isPassValidation = (value: unknown): value is PassValidation =>
  hasFields(
    value,
    {},
    {
      ...{ display_message: isString, require_license_plate: isBoolean, require_printout: isBoolean },
      ...{ scan_code: isObject, display: isObject },
    },
  );

export const isParkingPass = (value: unknown): value is ParkingPass =>
  hasFields(
    value,
    { id: isInteger },
    {
      ...span,
      ...paid,
      ...{ status: isString, active: isBoolean, pass_type: isString, amenities: isListOf(isObject) },
      ...{ seller_id: isInteger, disclaimers: isString, reseller_pass: isBoolean },
      ...{ validation: isPassValidation, _embedded: isObject },
    },
  );

export const isLocation = (value: unknown): value is Location =>
  hasFields(value, { id: isString }, { name: isString, ...address, ...place });

export const isCustomer = (value: unknown): value is Customer =>
  hasFields(value, {}, { email: isString, first_name: isString, last_name: isString });

export const isPricePreview = (value: unknown): value is PricePreview =>
  hasFields(
    value,
    { quote_price: isMoney, subtotal: isMoney, final_price: isMoney },
    { coupon_amount: isMoney, user_credit_amount: isMoney },
  );

const isPurchaseOption = (value: unknown): value is PurchaseOption =>
  hasFields(
    value,
    { id: isString, price: isMoney },
    { base_price: isMoney, add_ons: isObject, cancellable_status: isObject },
  );

export const isQuote = (value: unknown): value is Quote =>
  hasFields(
    value,
    { purchase_options: isListOf(isPurchaseOption) },
    { location_id: isString, ...span, distance: isObject, _embedded: isObject },
  );

export interface AccessToken {
  readonly access_token: string;
  readonly expires_in: number;
}

export const isAccessToken = (value: unknown): value is AccessToken =>
  hasFields(value, { access_token: isString, expires_in: isNumber });
