/**
 * A partner's server, made with the kit: takes the marketplace's notices and fetches each booking.
 * Its parent tells it by message to be "down" (handlers fail, so notices are answered 404) or "up", and hears of every effect.
 * For the conformance run it also says how often an effect has happened, and fails once when asked to.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import {
  type BookingNotice,
  createBookingClient,
  createMemoryStore,
  createReceiver,
  embedded,
  toNodeHandler,
} from '#kit/index.js';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const tell = (message: object): void => {
  process.send?.(message);
};

const effects = new Map<string, number>();
let isDown = false;
let failuresToCome = 0;
process.on('message', (message) => {
  isDown = message === 'down';
});
// The parent is gone: so is the reason to be here.
process.on('disconnect', () => process.exit(0));

const bookings = createBookingClient({
  baseUrl: setting('DEMO_BASE_URL'),
  clientId: setting('DEMO_CLIENT_ID'),
  clientSecret: setting('DEMO_CLIENT_SECRET'),
});

/** The effect: the booking is fetched, counted, and told to the parent. */
const handle = async (notice: BookingNotice): Promise<void> => {
  if (isDown) throw new Error('the demo receiver plays dead');
  if (failuresToCome > 0) {
    failuresToCome -= 1;
    throw new Error('the demo receiver fails as it was asked to');
  }
  const booking = await notice.booking();
  const key = `${notice.bookingId}:${notice.kind}`;
  effects.set(key, (effects.get(key) ?? 0) + 1);
  tell({
    effect: notice.kind,
    id: notice.bookingId,
    location: embedded(booking, 'location')?.['name'],
    cancelledAt: booking['cancelled_at'],
  });
};

const receiver = createReceiver({
  auth: { headerKey: setting('DEMO_HEADER_KEY'), headerValue: setting('DEMO_HEADER_VALUE') },
  store: createMemoryStore(),
  bookings,
  onCreate: handle,
  onCancel: handle,
  onEvent: (event) => tell({ event }),
});
const handleNotice = toNodeHandler(receiver);

const answerControl = (request: IncomingMessage, response: ServerResponse): void => {
  const url = new URL(request.url ?? '/', 'http://receiver');
  if (url.pathname === '/effects') {
    const count = effects.get(`${url.searchParams.get('id')}:${url.searchParams.get('kind')}`) ?? 0;
    response.end(JSON.stringify({ count }));
  } else if (url.pathname === '/trouble' && request.method === 'POST') {
    failuresToCome += 1;
    response.end('{}');
  } else response.writeHead(404).end();
};

const server = createServer((request, response) => {
  void handleNotice(request, response, () => answerControl(request, response));
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.stdout.write(`${JSON.stringify({ port: address.port, pid: process.pid })}\n`);
});
