import { type Clock, systemClock } from '../clock.js';
import { createAttempts } from './attempts.js';
import { type Call, createCalls, nameOf, type Reply } from './calls.js';
import { UnexpectedAnswerError } from './errors.js';
import { exchangeByGot } from './exchange.js';
import { isListOf, isObject } from './guards.js';
import { createLogin } from './login.js';
import {
  type Booking,
  isBooking,
  isPricePreview,
  isQuote,
  type PricePreview,
  type Quote,
} from './records.js';

export interface BookingClientOptions {
  /** Base address of the marketplace, with or without `/v4`. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Default `partner`. */
  readonly scope?: string;
  /** For a whole call with login, retries and pauses; default 15 s. */
  readonly timeoutMs?: number;
  /** Repeats after a transient fault, of calls that may be repeated; default 2. */
  readonly retries?: number;
  /** Longest Retry-After that is waited for; default 5 s. */
  readonly maxRetryAfterMs?: number;
  /** Largest answer that is read; default 4 MiB. */
  readonly maxAnswerBytes?: number;
  readonly clock?: Clock;
  /** From 0 to below 1; default `Math.random`. */
  readonly random?: () => number;
}

export interface CallExtras {
  /** Stops the call; it then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface ReadExtras extends CallExtras {
  readonly fields?: string;
  readonly zoom?: string;
}

/** Parameters by the API's own names; lists are sent comma-separated, what is undefined is left out. */
export type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export interface QuoteSearch extends Parameters {
  readonly q?: string;
  readonly start_time?: string;
  readonly end_time?: string;
  readonly event_id?: number;
  readonly option_types?: string;
  readonly pricing_access_code?: string;
  readonly returns?: string;
  readonly fields?: string;
  readonly sort?: string;
  readonly per_page?: number;
  readonly page?: number;
}

export interface PreviewRequest {
  readonly quote_id: string;
  readonly add_on_ids?: readonly string[];
}

export interface BookingRequest extends Parameters {
  readonly quote_id: string;
  /** The preview's `final_price` in the quote's currency. */
  readonly final_price: string;
  readonly add_on_ids?: readonly string[];
  readonly customer_email?: string;
  readonly customer_firstname?: string;
  readonly customer_lastname?: string;
  readonly plate_number?: string;
  readonly invoice?: boolean;
  readonly send_email_confirmation?: boolean;
  readonly fields?: string;
  readonly zoom?: string;
}

export interface BookExtras extends CallExtras {
  /** The same key and request make one booking however often they are sent; without it a failed call is never repeated. */
  readonly idempotencyKey?: string;
}

/** The partner's side of the marketplace. Every method rejects with a `BookingClientError`. */
export interface BookingClient {
  readonly get: (bookingId: number, extras?: ReadExtras) => Promise<Booking>;
  readonly quotes: (search: QuoteSearch, extras?: CallExtras) => Promise<readonly Quote[]>;
  readonly preview: (request: PreviewRequest, extras?: CallExtras) => Promise<PricePreview>;
  readonly book: (request: BookingRequest, extras?: BookExtras) => Promise<Booking>;
  /** Cancelling what is cancelled already is fine. */
  readonly cancel: (bookingId: number, extras?: CallExtras) => Promise<void>;
}

const encode = (parameters: Parameters): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );

const isQuotes = isListOf(isQuote);
const isBookings = isListOf(isBooking);

/** Some searches put the list into an envelope. */
const listOf = (body: unknown): unknown => (isObject(body) ? body['data'] : body);

const unexpected = (call: Call, { status }: Reply, wanted: string): UnexpectedAnswerError =>
  new UnexpectedAnswerError(`answered ${status} without ${wanted}`, { call: nameOf(call), status });

const withVersion = (baseUrl: string): string => {
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl))
    throw new TypeError('baseUrl must be an absolute address that begins with http:// or https://');
  const url = new URL(baseUrl);
  if (url.username || url.password) throw new TypeError('baseUrl must not contain credentials');
  const plain = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return plain.endsWith('/v4') ? plain : `${plain}/v4`;
};

// A secret of a few letters guards nothing, and taking it out would maim ordinary words.
const shortestSecret = 8;

const redactor = (clientSecret: string) => (text: string, token?: string) =>
  [clientSecret, token ?? '']
    .filter((secret) => secret.length >= shortestSecret)
    .reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text);

/**
 * A client for bookings as a partner sees them: logs in by itself, repeats what may be repeated, keeps unknown fields.
 * @example const booking = await createBookingClient({ baseUrl, clientId, clientSecret }).get(42)
 */
export const createBookingClient = (options: BookingClientOptions): BookingClient => {
  const { clientId, clientSecret, scope = 'partner', timeoutMs = 15_000, clock = systemClock } = options;
  const baseUrl = withVersion(options.baseUrl);
  const redact = redactor(clientSecret);
  const attempts = createAttempts({
    exchange: exchangeByGot,
    clock,
    random: options.random ?? Math.random,
    retries: options.retries ?? 2,
    maxBytes: options.maxAnswerBytes ?? 4_194_304,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 5_000,
  });
  const url = `${baseUrl}/oauth/token`;
  const login = createLogin({ attempts, clock, url, clientId, clientSecret, scope, timeoutMs, redact });
  const calls = createCalls({ attempts, login, clock, baseUrl, timeoutMs, redact });

  const get: BookingClient['get'] = async (bookingId, { signal, fields, zoom } = {}) => {
    const path = `/bookings/${bookingId}`;
    const call: Call = { method: 'GET', path, query: encode({ fields, zoom }), isRepeatable: true, signal };
    const reply = await calls(call);
    if (!isBooking(reply.body)) throw unexpected(call, reply, 'a booking');
    return reply.body;
  };

  const quotes: BookingClient['quotes'] = async (search, { signal } = {}) => {
    const call: Call = { method: 'GET', path: '/quotes', query: encode(search), isRepeatable: true, signal };
    const reply = await calls(call);
    const list = listOf(reply.body);
    if (!isQuotes(list)) throw unexpected(call, reply, 'quotes');
    return list;
  };

  const preview: BookingClient['preview'] = async ({ quote_id, add_on_ids }, { signal } = {}) => {
    const form = encode({ quote_id, add_on_ids });
    // It changes nothing, so it may be repeated although it is a POST.
    const call: Call = { method: 'POST', path: '/bookings/previews/', form, isRepeatable: true, signal };
    const reply = await calls(call);
    if (!isPricePreview(reply.body)) throw unexpected(call, reply, 'a price preview');
    return reply.body;
  };

  const book: BookingClient['book'] = async (request, { signal, idempotencyKey } = {}) => {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey };
    const isRepeatable = idempotencyKey !== undefined;
    const form = encode(request);
    const call: Call = { method: 'POST', path: '/bookings/', form, headers, isRepeatable, signal };
    const reply = await calls(call);
    const [booking] = isBookings(reply.body) ? reply.body : [];
    if (!booking) throw unexpected(call, reply, 'a booking');
    return booking;
  };

  const cancel: BookingClient['cancel'] = async (bookingId, { signal } = {}) => {
    await calls({ method: 'DELETE', path: `/bookings/${bookingId}`, isRepeatable: true, signal });
  };

  return { get, quotes, preview, book, cancel };
};
