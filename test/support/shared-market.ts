import { randomBytes } from 'node:crypto';
import { type ServiceProcess, startService } from '#scripts/demo/service-process.js';
import type { Database } from '#service/base/documents.js';
import { bookingId, partnerId } from '#service/base/ids.js';
import { openDatabase } from '#service/storage/open.js';
import { deliveryCollection } from '#service/webhooks/deliveries/delivery.js';
import { createDeliveryStore } from '#service/webhooks/deliveries/delivery-store.js';

/** Where several processes may share one database; elsewhere such tests are skipped, and say so. */
export const sharedMongodbUrl = process.env['PARKING_TEST_MONGODB_URL'] || undefined;
export const notShared =
  sharedMongodbUrl === undefined && 'needs PARKING_TEST_MONGODB_URL: several processes';

export const sharedPartner = partnerId('shared');

/** Processes of any kind on one MongoDB, and the database itself to look into. */
export const openSharedMarket = async (mongodbUrl: string) => {
  const name = `parking_e2e_${randomBytes(6).toString('hex')}`;
  const processes: ServiceProcess[] = [];
  const database: Database = await openDatabase({
    kind: 'mongodb',
    url: mongodbUrl,
    databaseName: name,
  });
  const secrets = {
    PARKING_OPERATOR_TOKEN: randomBytes(24).toString('hex'),
    PARKING_SECRET_KEY: randomBytes(32).toString('hex'),
  };
  const store = createDeliveryStore(database.collection(deliveryCollection));

  return {
    database,
    deliveries: database.collection(deliveryCollection),
    /** `port`: of the database, where a proxy stands before it. */
    start: async (mode: 'serve' | 'api' | 'worker', port?: number): Promise<ServiceProcess> => {
      const url = new URL(mongodbUrl);
      if (port !== undefined) url.port = String(port);
      url.pathname = `/${name}`;
      const service = await startService(
        {
          ...secrets,
          PARKING_MONGODB_URL: url.href,
          PARKING_DATA_DIR: ':memory:',
          PARKING_DEMO: 'off',
          PARKING_SANDBOX: 'on',
          PARKING_ALLOW_PRIVATE_TARGETS: 'on',
          PARKING_LOG_LEVEL: 'error',
        },
        [mode, '--json'],
      );
      processes.push(service);
      return service;
    },
    /** Sends the partner's notices to this address. */
    tellAt: async ({ operate }: ServiceProcess, url: string): Promise<void> => {
      await operate('PUT', `/partners/${sharedPartner}`, {
        base_api_url: url,
        create_booking_endpoint: '/create',
        auth_header_key: 'X-Key',
        auth_header_value: randomBytes(12).toString('hex'),
      });
      await operate('POST', `/partners/${sharedPartner}/override`, { by: 'the tests' });
    },
    /** Notices as the pump would make them. */
    owe: (from: number, count: number): Promise<void> =>
      store.add(
        Array.from({ length: count }, (_, index) => ({
          booking: bookingId(from + index),
          partner: sharedPartner,
          kind: 'create',
        })),
        Date.now(),
      ),
    end: async (): Promise<void> => {
      await Promise.all(processes.map((service) => service.end()));
      await database.close();
    },
  };
};
