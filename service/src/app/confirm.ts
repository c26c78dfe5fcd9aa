import type { Accounts } from '../accounts/accounts.js';
import { withoutSlash } from '../base/without-slash.js';
import type { BookingDocument } from '../bookings/booking.js';
import { confirmationOf } from '../bookings/confirmation.js';
import type { Confirm } from '../bookings/outbox.js';
import type { Catalogue } from '../catalogue/snapshot.js';
import type { ResolvedSettings } from '../config/local-state.js';
import type { Messages } from '../messages/messages.js';

interface ConfirmOptions {
  readonly messages: Pick<Messages, 'enqueue'>;
  readonly catalogue: Pick<Catalogue, 'snapshot'>;
  readonly accounts: Pick<Accounts, 'admitLetter'>;
  /** What links in a mail begin with, without a slash at the end; asked for each, since a free port is known late. */
  readonly siteUrl: () => string;
}

/** The site's address for those who did not ask for it: never what some request said the host was. */
export const siteUrlOf = (
  settings: Pick<ResolvedSettings, 'PARKING_BASE_URL' | 'PARKING_HOST' | 'PARKING_PORT'>,
): string => {
  const { PARKING_BASE_URL: base, PARKING_HOST: host, PARKING_PORT: port } = settings;
  return base === undefined ? `http://${host}:${port}` : withoutSlash(base);
};

/** Whoever books what is free may name any address, as often as they like. */
const isAnybodys = ({ fullPriceMinor, isInvoiced }: BookingDocument): boolean =>
  fullPriceMinor === 0 && !isInvoiced;

/** Bookings know nothing of messages: this is how their confirmations become one. An account by phone alone gets none. */
export const createConfirm =
  ({ messages, catalogue, accounts, siteUrl }: ConfirmOptions): Confirm =>
  async (booking) => {
    const told = confirmationOf(booking, catalogue.snapshot().location(booking.location));
    if (told.email === '') return;
    if (isAnybodys(booking) && !(await accounts.admitLetter(told.email))) return;
    await messages.enqueue({
      id: told.id,
      to: { email: told.email, name: told.name },
      template: 'booking_confirmation',
      locale: told.locale,
      values: {
        booking_id: told.bookingId,
        location_name: told.locationName,
        location_address: told.locationAddress,
        start_time: told.startTime,
        end_time: told.endTime,
        price_paid: told.pricePaid,
        pass_url: siteUrl() + told.passPath,
      },
    });
  };
