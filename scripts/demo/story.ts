import { randomBytes } from 'node:crypto';
import {
  type Booking,
  type BookingClient,
  createBookingClient,
  type PurchaseOption,
  type Quote,
} from '#kit/index.js';
import { type JudgedMarket, runConformanceStep } from './conformance-step.js';
import { importRealCarParks } from './import-step.js';
import { type ReceiverMessage, type ReceiverProcess, startReceiver } from './receiver-process.js';
import { type ServiceProcess, startService } from './service-process.js';
import type { Step } from './steps.js';

const headerKey = 'X-Partner-Key';
const partner = 'demo-garages';
const user = { email: 'user@example.org', password: randomBytes(12).toString('hex') };

/** Everything that was started, in the order in which it must be ended. */
export interface Cast {
  readonly add: (process: { readonly end: () => Promise<void> }) => void;
}

const digits = (value: number): string => String(value).padStart(2, '0');

/** Tomorrow from 10 to 14 o'clock, as a client writes it. */
const tomorrow = (): { readonly start_time: string; readonly end_time: string } => {
  const day = new Date(Date.now() + 86_400_000);
  const date = `${day.getUTCFullYear()}-${digits(day.getUTCMonth() + 1)}-${digits(day.getUTCDate())}`;
  return { start_time: `${date}T10:00`, end_time: `${date}T14:00` };
};

const amountOf = (money: Readonly<Record<string, unknown>>): string =>
  Object.entries(money)
    .map(([currency, amount]) => `${String(amount)} ${currency}`)
    .join(' ');

const effectOf =
  (effect: 'create' | 'cancel', id: number) =>
  (message: ReceiverMessage): boolean =>
    message['effect'] === effect && message['id'] === id;

const isRefusal = ({ event }: ReceiverMessage): boolean =>
  typeof event === 'object' && event !== null && 'status' in event && event.status === 404;

interface Market extends JudgedMarket {
  readonly receiver: ReceiverProcess;
  readonly header: { readonly name: string; readonly value: string };
  readonly bookings: BookingClient;
}

const registerPartner = async (
  service: ServiceProcess,
): Promise<{ readonly id: string; readonly secret: string }> => {
  await service.operate('POST', '/customers', user);
  await service.operate('PUT', `/partners/${partner}`, { name: 'Demo garages' });
  const client = await service.operate('POST', '/clients', {
    name: 'demo',
    partner,
    scopes: ['public', 'partner'],
  });
  return { id: String(client['client_id']), secret: String(client['client_secret']) };
};

const setUp = async (step: Step, cast: Cast, dataDir: string): Promise<Market> => {
  const token = randomBytes(24).toString('hex');
  const service = await step('start', async () => {
    const result = await startService({
      PARKING_DATA_DIR: dataDir,
      PARKING_OPERATOR_TOKEN: token,
      PARKING_DEMO: 'off',
      PARKING_ALLOW_PRIVATE_TARGETS: 'on',
      PARKING_SANDBOX: 'on',
    });
    cast.add(result);
    return {
      result,
      detail: `the service listens on ${result.url}, storage ${String(result.announced['engine'])}, folder empty`,
    };
  });
  await step('import', () => importRealCarParks(service));
  const headerValue = randomBytes(16).toString('hex');
  const client = await step('partner', async () => ({
    result: await registerPartner(service),
    detail: `partner ${partner} and its OAuth client are registered, and a user`,
  }));
  const receiver = await step('receiver', async () => {
    const { PATH } = process.env;
    const result = await startReceiver({
      PATH,
      DEMO_BASE_URL: service.url,
      DEMO_CLIENT_ID: client.id,
      DEMO_CLIENT_SECRET: client.secret,
      DEMO_HEADER_KEY: headerKey,
      DEMO_HEADER_VALUE: headerValue,
    });
    cast.add(result);
    await service.operate('PUT', `/partners/${partner}`, {
      name: 'Demo garages',
      base_api_url: result.url,
      create_booking_endpoint: '/bookings/create',
      cancel_booking_endpoint: '/bookings/cancel',
      auth_header_key: headerKey,
      auth_header_value: headerValue,
    });
    await service.operate('POST', `/partners/${partner}/override`, { by: 'the demo' });
    return { result, detail: `the partner's receiver, made with the kit, listens on ${result.url}` };
  });
  const bookings = createBookingClient({
    baseUrl: service.url,
    clientId: client.id,
    clientSecret: client.secret,
  });
  return {
    service,
    receiver,
    client,
    user,
    header: { name: headerKey, value: headerValue },
    bookings,
  };
};

const search = async (
  bookings: BookingClient,
): Promise<{ readonly quote: Quote; readonly option: PurchaseOption; readonly found: number }> => {
  const found = await bookings.quotes({ q: 'coordinates:51.0509,13.7383 distance:2', ...tomorrow() });
  const quote = found.find(({ purchase_options: options }) => options.length > 0);
  const option = quote?.purchase_options[0];
  if (quote === undefined || option === undefined)
    throw new Error('no bookable car park found around the centre of Dresden');
  return { quote, option, found: found.length };
};

const bookOne = async (bookings: BookingClient): Promise<Booking> => {
  const { option } = await search(bookings);
  const preview = await bookings.preview({ quote_id: option.id });
  const [finalPrice] = Object.values(preview.final_price);
  return bookings.book(
    {
      quote_id: option.id,
      final_price: String(finalPrice),
      customer_email: 'driver@example.org',
      customer_firstname: 'Demo',
      customer_lastname: 'Driver',
      invoice: true,
    },
    { idempotencyKey: randomBytes(12).toString('hex') },
  );
};

const sendDuplicate = async ({ receiver, header }: Market, id: number): Promise<string> => {
  const response = await fetch(`${receiver.url}/bookings/create`, {
    method: 'POST',
    headers: { [header.name]: header.value, 'content-type': 'application/json' },
    body: JSON.stringify({ id }),
  });
  const text = await response.text();
  if (response.status !== 400 || !text.includes('duplicate_request'))
    throw new Error(`expected 400 duplicate_request, got ${response.status} ${text}`);
  return `the same notice again is answered 400 ${text}`;
};

/** From an empty folder to a cancelled booking, on real HTTP between separate processes. */
export const tellStory = async (step: Step, cast: Cast, dataDir: string): Promise<void> => {
  const market = await setUp(step, cast, dataDir);
  const { bookings, receiver } = market;

  const { option } = await step('search', async () => {
    const result = await search(bookings);
    return {
      result,
      detail: `${result.found} car parks near the centre of Dresden, tomorrow 10:00 to 14:00`,
    };
  });
  await step('preview', async () => {
    const result = await bookings.preview({ quote_id: option.id });
    return { result, detail: `final price ${amountOf(result.final_price)}` };
  });
  const first = await step('book', async () => {
    const result = await bookOne(bookings);
    return { result, detail: `booking ${result.id}` };
  });
  await step('notice', async () => {
    const result = await receiver.hear(`the create notice of ${first.id}`, effectOf('create', first.id));
    return {
      result,
      detail: `the receiver was told, and fetched the booking: ${String(result['location'])}`,
    };
  });
  await step('duplicate', async () => ({ result: undefined, detail: await sendDuplicate(market, first.id) }));
  const second = await step('outage', async () => {
    receiver.become('down');
    const result = await bookOne(bookings);
    await receiver.hear(`the notice of ${result.id} while it is down`, isRefusal);
    return { result, detail: `the receiver is down and answers 404 to booking ${result.id}` };
  });
  await step('recovery', async () => {
    receiver.become('up');
    const result = await receiver.hear(`the create notice of ${second.id}`, effectOf('create', second.id));
    return { result, detail: 'the receiver is up again, and the notice arrived by itself' };
  });
  await step('cancel', async () => {
    await bookings.cancel(first.id);
    const result = await receiver.hear(`the cancel notice of ${first.id}`, effectOf('cancel', first.id));
    return {
      result,
      detail: `booking ${first.id} cancelled ${String(result['cancelledAt'])}, and the receiver was told`,
    };
  });
  await step('once', async () => {
    const effects = receiver.heard().filter(({ effect }) => effect !== undefined);
    if (effects.length !== 3) throw new Error(`3 effects expected, ${effects.length} happened`);
    return { result: undefined, detail: 'two creations and one cancellation, each effect once' };
  });
  await step('conformance', () => runConformanceStep(market, dataDir));
};
