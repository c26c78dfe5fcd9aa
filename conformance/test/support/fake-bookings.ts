import { errorAnswer, type FakeAnswer, type FakeRequest } from './fake-http.js';
import { type FakeQuotes, fakePrice } from './fake-quotes.js';
import type { Caller } from './fake-tokens.js';

export interface FakeBookings {
  readonly book: (request: FakeRequest, caller: Caller) => FakeAnswer;
  readonly read: (id: number, caller: Caller, request: FakeRequest) => FakeAnswer;
  readonly list: (caller: Caller) => FakeAnswer;
  readonly cancel: (id: number, caller: Caller) => FakeAnswer;
  readonly standing: () => readonly number[];
}

export interface FakeBookingsDeps {
  readonly quotes: FakeQuotes;
  readonly notify: (kind: 'create' | 'cancel', id: number) => void;
}

const unauthorised = errorAnswer(401, 'authentication_required');

export function createFakeBookings({ quotes, notify }: FakeBookingsDeps): FakeBookings {
  const bookings = new Map<number, Record<string, unknown>>();

  const book = ({ given }: FakeRequest, caller: Caller): FakeAnswer => {
    if (caller !== 'partner') return errorAnswer(401, 'authentication_required');
    const quote = quotes.find(given.get('quote_id'));
    if (quote === undefined) return errorAnswer(400, 'booking_quote_id_missing', ['quote_id']);
    if (Number(given.get('final_price')) !== Number(fakePrice)) {
      return errorAnswer(409, 'booking_final_price_mismatch');
    }
    const id = 5000 + bookings.size;
    const record = recordOf(id, quote.location, { start_time: quote.start, end_time: quote.end });
    bookings.set(id, record);
    notify('create', id);
    return { status: 201, body: [{ ...record, ...askedFor(given.get('fields') ?? '', id) }] };
  };
  const read = (id: number, caller: Caller, { given }: FakeRequest): FakeAnswer => {
    const record = bookings.get(id);
    const hasCode = given.get('authorization_code') === codeOf(id);
    if (caller === 'nobody' && !hasCode) return errorAnswer(401, 'authentication_required');
    if (record === undefined) return errorAnswer(404, 'booking_not_found');
    const isAllowed = caller === 'partner' || hasCode;
    return isAllowed ? { status: 200, body: record } : errorAnswer(403, 'customer_unauthorized_api_key');
  };
  const list = (caller: Caller): FakeAnswer =>
    caller === 'user' ? { status: 200, body: [] } : errorAnswer(401, 'authentication_required');
  const cancel = (id: number, caller: Caller): FakeAnswer => {
    const record = bookings.get(id);
    if (caller !== 'partner') return unauthorised;
    if (record === undefined) return errorAnswer(404, 'booking_not_found');
    if (record['cancelled_at'] === undefined) notify('cancel', id);
    bookings.set(id, { ...record, cancelled_at: '2026-01-01T00:00:00.000+00:00' });
    return { status: 204 };
  };
  const standing = (): readonly number[] =>
    [...bookings].filter(([, record]) => record['cancelled_at'] === undefined).map(([id]) => id);
  return { book, read, list, cancel, standing };
}

function recordOf(id: number, location: string, times: Record<string, string>): Record<string, unknown> {
  return {
    id,
    customer_id: 7,
    ...times,
    price_paid: { EUR: '12.5' },
    full_price: { EUR: fakePrice },
    purchased_at: '2026-01-01T00:00:00.000+00:00',
    type: 'transient_booking',
    cancellable: true,
    times_tbd: false,
    _embedded: {
      'fk:location': { id: location },
      'fk:parking_pass': {
        id: id + 1,
        status: 'active',
        active: true,
        amenities: [],
        validation: { display: {} },
      },
    },
    _links: { self: { href: `/v4/bookings/${id}` } },
  };
}

function askedFor(fields: string, id: number): Record<string, string> {
  const code = fields.includes('booking:authorization_code') ? { authorization_code: codeOf(id) } : {};
  const isUrl = fields.includes('booking:parking_pass_web_url');
  return isUrl ? { ...code, parking_pass_web_url: `http://fake.example/pass/${id}` } : code;
}

function codeOf(id: number): string {
  return `authorized-${id}-forever`;
}
