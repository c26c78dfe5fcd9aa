import { anonymous } from '../base/caller.js';
import { bookingId } from '../base/ids.js';
import { money } from '../base/money.js';
import { Problem } from '../base/problem.js';
import type { BookingDocument } from '../bookings/booking.js';
import type { Bookings } from '../bookings/bookings.js';
import type { Location } from '../catalogue/location.js';
import type { CatalogueSnapshot } from '../catalogue/snapshot.js';
import { type Html, html, nothing } from './html.js';
import { type IconPath, validationSteps } from './icons.js';
import type { Outcome } from './outcome.js';
import { disclaimers, gettingThere, placeAddress } from './place-details.js';
import { qrImage } from './qr-image.js';
import type { Visit } from './visit.js';

interface PassView {
  readonly visit: Visit;
  readonly snapshot: CatalogueSnapshot;
  readonly booking: BookingDocument;
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

/** The pass's facts; of the customer it shows nothing, since whoever holds the address sees it. */
const facts = (view: PassView): Html => {
  const { visit, snapshot, booking } = view;
  const { currency, priceMinor, plateNumber, addOns } = booking;
  const event = booking.event === null ? undefined : snapshot.event(booking.event);
  return html`<dl class="facts">
${times(view)}
${fact(visit.text('event'), event?.name)}
${fact(visit.text('license_plate'), plateNumber === null ? undefined : html`<span class="plate">${plateNumber}</span>`)}
${fact(visit.text('pass_number'), String(booking._id))}
${fact(visit.text('add_ons'), addOns.length === 0 ? undefined : addOns.map(({ name }) => name).join(', '))}
${fact(visit.text('price_paid'), priceMinor === 0 ? visit.text('free') : visit.formats.money(money(currency, priceMinor)))}
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
  return html`
${scanCode(view, place)}
${validation.displayMessage !== '' && html`<p class="message">${validation.displayMessage}</p>`}
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

/** A wrong code, a missing one and an unknown booking are one and the same answer. */
const findBooking = async (
  bookings: Pick<Bookings, 'view'>,
  id: number,
  { query }: Visit,
): Promise<BookingDocument> => {
  const [code = '', ...more] = query.getAll('authorization_code');
  if (code === '' || more.length > 0) throw new Problem('booking_not_found');
  try {
    return (await bookings.view(bookingId(id), anonymous, { authorizationCode: code })).booking;
  } catch (thrown) {
    if (thrown instanceof Problem && thrown.status < 500) throw new Problem('booking_not_found');
    throw thrown;
  }
};

/** The parking pass for whoever holds its address. */
export const passPage = async (
  {
    visit,
    snapshot,
    bookings,
    iconOf,
  }: Omit<PassView, 'booking'> & { readonly bookings: Pick<Bookings, 'view'> },
  id: number,
): Promise<Outcome> => {
  const booking = await findBooking(bookings, id, visit);
  const body = pass({ visit, snapshot, booking, iconOf });
  return { kind: 'page', title: visit.text('parking_pass'), body, isSecret: true };
};
