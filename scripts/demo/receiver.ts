/**
 * A partner's server, made with the kit: takes the marketplace's notices and fetches each booking.
 * Its parent tells it by message to be "down" (handlers fail, so notices are answered 404) or "up", and hears of every effect.
 */
import { createServer } from 'node:http';
import { createBookingClient, createMemoryStore, createReceiver, embedded, toNodeHandler } from '#kit/index.js';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set`);
  return value;
};

const tell = (message: object): void => {
  process.send?.(message);
};

let isDown = false;
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

const receiver = createReceiver({
  auth: { headerKey: setting('DEMO_HEADER_KEY'), headerValue: setting('DEMO_HEADER_VALUE') },
  store: createMemoryStore(),
  bookings,
  onCreate: async (notice) => {
    if (isDown) throw new Error('the demo receiver plays dead');
    const booking = await notice.booking();
    tell({ effect: 'create', id: notice.bookingId, location: embedded(booking, 'location')?.['name'] });
  },
  onCancel: async (notice) => {
    if (isDown) throw new Error('the demo receiver plays dead');
    const booking = await notice.booking();
    tell({ effect: 'cancel', id: notice.bookingId, cancelledAt: booking['cancelled_at'] });
  },
  onEvent: (event) => tell({ event }),
});

const server = createServer((request, response) => void toNodeHandler(receiver)(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  process.stdout.write(`${JSON.stringify({ port: address.port, pid: process.pid })}\n`);
});
