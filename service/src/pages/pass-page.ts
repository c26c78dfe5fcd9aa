import { anonymous } from '../base/caller.js';
import { bookingId } from '../base/ids.js';
import { say } from '../base/locale.js';
import { money } from '../base/money.js';
import { Problem } from '../base/problem.js';
import type { BookingDocument } from '../bookings/booking.js';
import type { Bookings, BookingView } from '../bookings/bookings.js';
import type { Location } from '../catalogue/location.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import { type Html, html, nothing } from './frame/html.js';
import { type IconPath, validationSteps } from './frame/icons.js';
import type { Outcome } from './frame/outcome.js';
import { disclaimers, gettingThere, placeAddress } from './parts/place-details.js';
import { qrImage } from './parts/qr-image.js';
import type { Visit } from './visit/visit.js';

interface PassView {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly booking: BookingDocument;
  readonly standing: BookingView['standing'];
  readonly iconOf: IconPath;
}

type PassStatus = 'active' | 'past' | 'cancelled';

const passStatus = ({ st, end, timesTbd }: BookingDocument, now: number): PassStatus => {
  if (st !== 'booked') return 'cancelled';
  return end <= now && !timesTbd ? 'past' : 'active';
};

const fact = (label: string, value: Html | string | undefined): Html =>
  value === undefined ? nothing : html`<div><dt>${label}</dt><dd>${value}</dd></div>`;

const times = ({ visit, booking }: PassView): Html => {
  if (booking.timesTbd) return fact(visit.text('from'), visit.text('times_tbd'));
  const { moment } = visit.formats;
  return html`${fact(visit.text('from'), moment(booking.start, booking.timezone))}
${fact(visit.text('until'), moment(booking.end, booking.timezone))}`;
};

/** What a share code alone does not show. */
const customersFacts = ({ visit, booking }: PassView): Html => {
  const { currency, priceMinor, plateNumber } = booking;
  const price = priceMinor === 0 ? visit.text('free') : visit.formats.money(money(currency, priceMinor));
  const plate = plateNumber === null ? undefined : html`<span class="plate">${plateNumber}</span>`;
  return html`${fact(visit.text('license_plate'), plate)}
${fact(visit.text('price_paid'), price)}`;
};

/** The pass's facts; of the customer it shows nothing, since whoever holds the address sees it. */
const facts = (view: PassView): Html => {
  const { visit, snapshot, booking, standing } = view;
  const event = booking.event === null ? undefined : snapshot.event(booking.event);
  const addOns = booking.addOns.map(({ name }) => name).join(', ');
  return html`<dl class="facts">
${times(view)}
${fact(visit.text('event'), event?.name)}
${fact(visit.text('pass_number'), String(booking._id))}
${fact(visit.text('add_ons'), addOns === '' ? undefined : addOns)}
${standing !== 'share' && customersFacts(view)}
</dl>`;
};

const scanCode = ({ visit, booking }: PassView, place: Location): Html =>
  place.validation.scanCode === 'hidden'
    ? nothing
    : html`<figure class="scan"><img src="${qrImage(booking.passCode)}" alt="${visit.text('scan_code', { code: booking.passCode })}" width="240" height="240"><figcaption>${booking.passCode}</figcaption></figure>`;

/** What lets the driver in; a cancelled pass has none of it. */
const entry = (view: PassView, place: Location): Html => {
  const { visit, iconOf } = view;
  const { validation } = place;
  const message = say(validation.displayMessage, visit.locale);
  return html`
${scanCode(view, place)}
${message !== '' && html`<p class="message">${message}</p>`}
${validation.requiresPrintout && html`<p class="print">${visit.text('print_note')}</p>`}
${validationSteps(visit, validation, iconOf)}`;
};

const pass = (view: PassView): Html => {
  const { visit, snapshot, booking } = view;
  const place = snapshot.location(booking.location);
  const status = passStatus(booking, visit.now);
  const isOpen = status !== 'cancelled';
  return html`
<article class="pass ${status}">
<header><h1><small>${visit.text('parking_pass')}</small> ${place?.name ?? visit.text('place_gone')}</h1>
<p class="status">${visit.text(`pass_${status}`)}</p></header>
${status !== 'active' && html`<p class="message">${visit.text(`pass_${status}_note`)}</p>`}
${place !== undefined && placeAddress(visit, place)}
${facts(view)}
${isOpen && place !== undefined && entry(view, place)}
${place !== undefined && gettingThere(visit, place)}
${place !== undefined && disclaimers(visit, place)}
</article>`;
};

const readCode = ({ query }: Visit, name: string): string | undefined => {
  const [code = '', ...more] = query.getAll(name);
  return code === '' || more.length > 0 ? undefined : code;
};

/** A wrong code, a missing one and an unknown booking are one and the same answer. */
const findBooking = async (
  bookings: Pick<Bookings, 'view'>,
  id: number,
  visit: Visit,
): Promise<BookingView> => {
  const codes = {
    authorizationCode: readCode(visit, 'authorization_code'),
    shareCode: readCode(visit, 'share_code'),
  };
  try {
    return await bookings.view(bookingId(id), anonymous, codes);
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status < 500) throw new Problem('booking_not_found');
    throw thrown;
  }
};

interface PassContext extends Omit<PassView, 'booking' | 'standing'> {
  readonly bookings: Pick<Bookings, 'view'>;
}

/** The parking pass for whoever holds its address, or one that was shared with them. */
export const passPage = async (context: PassContext, id: number): Promise<Outcome> => {
  const { visit, snapshot, bookings, iconOf } = context;
  const { booking, standing } = await findBooking(bookings, id, visit);
  const body = pass({ visit, snapshot, booking, standing, iconOf });
  return { kind: 'page', title: visit.text('parking_pass'), body, isSecret: true };
};
