import type { Locale } from '../base/locale.js';
import { decimalText, money } from '../base/money.js';
import type { Location } from '../catalogue/location.js';
import { passPath } from '../catalogue/site-paths.js';
import type { BookingDocument } from './booking.js';

/** What the customer is told of a booking just made, in words of their language. */
export interface Confirmation {
  /** Always the same for a booking, so that it is sent once. */
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly locale: Locale;
  readonly bookingId: string;
  readonly locationName: string;
  readonly locationAddress: string;
  readonly startTime: string;
  readonly endTime: string;
  readonly pricePaid: string;
  /** The parking pass's page, below the site's address. */
  readonly passPath: string;
}

/** Some readers of mail show the narrow blanks of these formats as boxes. */
const plainBlanks = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

const timeIn = ({ locale, timezone }: BookingDocument, at: number): string => {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  });
  return plainBlanks(format.format(at));
};

const priceIn = ({ locale, currency, priceMinor }: BookingDocument): string => {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'code' });
  return plainBlanks(format.format(Number(decimalText(money(currency, priceMinor)))));
};

const addressOf = ({ address: { address1, city, state, postalCode } }: Location): string =>
  [address1, city, `${state} ${postalCode}`.trim()].filter((part) => part !== '').join(', ');

/** Times in the zone of the place. A location that has left the catalogue is named by its number. */
export const confirmationOf = (booking: BookingDocument, location: Location | undefined): Confirmation => {
  const { _id, contact, locale, authorizationCode } = booking;
  return {
    id: `booking:${_id}:confirmation`,
    email: contact.email,
    name: `${contact.firstName} ${contact.lastName}`.trim(),
    locale,
    bookingId: String(_id),
    locationName: location?.name ?? String(booking.location),
    locationAddress: location === undefined ? '' : addressOf(location),
    startTime: timeIn(booking, booking.start),
    endTime: timeIn(booking, booking.end),
    pricePaid: priceIn(booking),
    passPath: passPath(_id, authorizationCode),
  };
};
