import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { type BookingClient, createBookingClient } from '#kit/index.js';
import { type ReceiverProcess, startReceiver } from '#scripts/demo/receiver-process.js';
import { type ServiceProcess, startService } from '#scripts/demo/service-process.js';
import { catalogueWith } from './catalogue-of-tests.js';
import { createTestStorage, type TestStorage } from './test-storage.js';

const partner = 'test-partner';

/** A service, a partner with its receiver (made with the kit), each in a process of its own, and one car park. */
export interface Market {
  readonly storage: TestStorage;
  readonly url: string;
  readonly service: () => ServiceProcess;
  readonly receiver: ReceiverProcess;
  readonly client: { readonly id: string; readonly secret: string };
  readonly header: { readonly name: string; readonly value: string };
  readonly bookings: BookingClient;
  /** `kill -9`, then a new process on the same storage and port. */
  readonly killAndRestart: () => Promise<void>;
  readonly stopService: () => Promise<void>;
  readonly restart: () => Promise<void>;
  readonly end: () => Promise<void>;
}

/** Free now, and so very likely free when the service takes it again after a kill. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });

const registerClient = async (service: ServiceProcess): Promise<Market['client']> => {
  await service.operate('PUT', `/partners/${partner}`, { name: 'Test partner' });
  const scopes = ['public', 'partner'];
  const client = await service.operate('POST', '/clients', { name: 'test', partner, scopes });
  return { id: String(client['client_id']), secret: String(client['client_secret']) };
};

export const openMarket = async (options: { readonly capacity: number }): Promise<Market> => {
  const storage = await createTestStorage();
  const settings = {
    ...storage.settings,
    PARKING_OPERATOR_TOKEN: storage.settings['PARKING_OPERATOR_TOKEN'] ?? '',
    PARKING_PORT: String(await freePort()),
    PARKING_DEMO: 'off',
    PARKING_SANDBOX: 'on',
    PARKING_ALLOW_PRIVATE_TARGETS: 'on',
  };
  let service = await startService(settings);
  const restart = async (): Promise<void> => {
    service = await startService(settings);
  };
  try {
    const { url } = service;
    await service.operate('POST', '/imports', {
      files: [{ name: 'catalogue.json', text: catalogueWith(options.capacity) }],
    });
    const client = await registerClient(service);
    const header = { name: 'X-Partner-Key', value: randomBytes(16).toString('hex') };
    const receiver = await startReceiver({
      PATH: process.env['PATH'],
      DEMO_BASE_URL: url,
      DEMO_CLIENT_ID: client.id,
      DEMO_CLIENT_SECRET: client.secret,
      DEMO_HEADER_KEY: header.name,
      DEMO_HEADER_VALUE: header.value,
    });
    await service.operate('PUT', `/partners/${partner}`, {
      name: 'Test partner',
      base_api_url: receiver.url,
      create_booking_endpoint: '/bookings/create',
      cancel_booking_endpoint: '/bookings/cancel',
      auth_header_key: header.name,
      auth_header_value: header.value,
    });
    await service.operate('POST', `/partners/${partner}/override`, { by: 'the tests' });
    return {
      storage,
      url,
      service: () => service,
      receiver,
      client,
      header,
      bookings: createBookingClient({ baseUrl: url, clientId: client.id, clientSecret: client.secret }),
      killAndRestart: async () => {
        await service.end('SIGKILL');
        await restart();
      },
      restart,
      stopService: () => service.end(),
      end: async () => {
        await service.end();
        await receiver.end();
        await storage.remove();
      },
    };
  } catch (error) {
    // A test that could not begin must not leave a process behind.
    await service.end();
    await storage.remove();
    throw error;
  }
};
