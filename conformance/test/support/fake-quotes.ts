import { randomUUID } from 'node:crypto';
import { errorAnswer, type FakeAnswer, type FakeRequest } from './fake-http.js';

export interface FakeQuote {
  readonly location: string;
  readonly start: string;
  readonly end: string;
}

export interface FakeQuotes {
  readonly answer: (request: FakeRequest) => FakeAnswer;
  readonly preview: (request: FakeRequest) => FakeAnswer;
  readonly find: (quoteId: string | undefined) => FakeQuote | undefined;
}

export const fakePrice = '12.50';
const locations = ['101', '102'];
/** This location demands a vehicle size. */
const sizedLocation = '102';
const sizeId = randomUUID();

/** Two locations that always have space, one of them by vehicle size. */
export function createFakeQuotes(): FakeQuotes {
  const offered = new Map<string, FakeQuote>();

  const quoteOf = (location: string, start: string, end: string) => {
    const id = randomUUID();
    offered.set(id, { location, start, end });
    const sizes = { required: true, options: [{ id: sizeId, name: 'Standard', price: { EUR: '0.00' } }] };
    const addOns = location === sizedLocation ? { add_ons: { vehicle_size: sizes } } : {};
    return {
      location_id: location,
      start_time: start,
      end_time: end,
      purchase_options: [
        {
          id,
          price: { EUR: fakePrice },
          base_price: { EUR: '12.00' },
          fees: [],
          display: { price: 'price' },
          cancellable_status: { cancellable_now: true },
          ...addOns,
        },
      ],
      _embedded: { 'fk:location': { id: location } },
    };
  };
  const answer = ({ given }: FakeRequest): FakeAnswer => {
    const wanted = /location_id:(\d+)/.exec(given.get('q') ?? '')?.[1];
    const start = timestamp(given.get('start_time') ?? '');
    const end = timestamp(given.get('end_time') ?? '');
    const all = locations
      .filter((one) => wanted === undefined || one === wanted)
      .map((one) => quoteOf(one, start, end));
    const page = all.slice(0, Number(given.get('per_page') ?? 100));
    const headers = {
      'x-pagination-per-page': given.get('per_page') ?? '100',
      'x-pagination-total': String(all.length),
      'x-pagination-returned': String(page.length),
      'x-pagination-current-page': '1',
      'x-pagination-total-pages': String(Math.ceil(all.length / Number(given.get('per_page') ?? 100))),
    };
    if (given.get('envelope') !== 'true') return { status: 200, body: page, headers };
    return { status: 200, body: { status: 200, record_count: page.length, data: page }, headers };
  };
  const find = (quoteId: string | undefined): FakeQuote | undefined => offered.get(quoteId ?? '');
  const preview = ({ given }: FakeRequest): FakeAnswer => {
    const quote = find(given.get('quote_id'));
    if (quote === undefined) return errorAnswer(400, 'booking_quote_id_missing', ['quote_id']);
    if (quote.location === sizedLocation && given.get('add_on_ids') !== sizeId) {
      return errorAnswer(400, 'booking_vehicle_size_missing', ['add_on_ids']);
    }
    const none = { EUR: '0.00' };
    const price = { EUR: fakePrice };
    const body = {
      quote_price: price,
      subtotal: price,
      coupon_amount: none,
      user_credit_amount: none,
      final_price: price,
    };
    return { status: 200, body };
  };
  return { answer, preview, find };
}

/** The destination is in UTC; a zone in the request is ignored. */
function timestamp(local: string): string {
  return `${local.slice(0, 'YYYY-MM-DDTHH:MM'.length)}:00.000+00:00`;
}
