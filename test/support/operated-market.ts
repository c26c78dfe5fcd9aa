import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BookingClient, createBookingClient } from '#kit/index.js';
import { startService } from '#scripts/demo/service-process.js';
import { catalogueWith, searchForIt } from './catalogue-of-tests.js';
import { openToldPartner } from './told-partner.js';
import { until } from './until.js';

/** Ahead of the sandbox's clock, wherever a story moves it. */
const bookedInDays = 20;

const member = (record: unknown, name: string): unknown =>
  typeof record === 'object' && record !== null
    ? Object.entries(record).find(([key]) => key === name)?.[1]
    : undefined;

/** A service in a process and a folder of its own, one car park, and a partner that does as it is told. */
export const openOperatedMarket = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parking-guide-'));
  const settings = {
    PARKING_DATA_DIR: join(folder, '.parking'),
    PARKING_OPERATOR_TOKEN: randomBytes(24).toString('hex'),
    PARKING_DEMO: 'off',
    PARKING_SANDBOX: 'on',
    PARKING_ALLOW_PRIVATE_TARGETS: 'on',
  };
  const service = await startService(settings);
  const partner = await openToldPartner();
  const { operate, url } = service;
  const files = [{ name: 'catalogue.json', text: catalogueWith(100) }];
  await operate('POST', '/imports', { files });
  const clients = new Map<string, BookingClient>();

  const clientOf = async (id: string): Promise<BookingClient> => {
    const known = clients.get(id);
    if (known !== undefined) return known;
    const made = await operate('POST', '/clients', { name: id, partner: id, scopes: ['public', 'partner'] });
    const [clientId, clientSecret] = [String(made['client_id']), String(made['client_secret'])];
    const client = createBookingClient({ baseUrl: url, clientId, clientSecret });
    clients.set(id, client);
    return client;
  };

  const sellOne = async (id: string): Promise<number> => {
    const client = await clientOf(id);
    const [quote] = await client.quotes(searchForIt(bookedInDays));
    const [option] = quote?.purchase_options ?? [];
    const request = { final_price: '15.99', customer_email: 'driver@example.org', invoice: true };
    return (await client.book({ quote_id: option?.id ?? '', ...request })).id;
  };

  const partnerNow = (id: string) => operate('GET', `/partners/${id}`);
  /** Its notice has ended, and a refusal is counted: the next one meets what came of it. */
  const isTold = async (id: string, booking: number, refusals: unknown): Promise<boolean> => {
    const shown = await partnerNow(id);
    if (member(shown, 'state') !== 'live') return true;
    const { deliveries } = await operate('GET', `/deliveries?booking=${booking}`);
    const [state] = Array.isArray(deliveries) ? deliveries.map((each) => member(each, 'state')) : [];
    if (state === 'unauthorised') return member(shown, 'unauthorised_in_row') !== refusals;
    return state !== undefined && state !== 'open';
  };

  return {
    folder,
    settings,
    partner,
    /** Live, under the value `s3cret`. */
    setUp: async (id: string): Promise<void> => {
      await operate('PUT', `/partners/${id}`, {
        base_api_url: partner.url,
        create_booking_endpoint: '/bookings/create',
        cancel_booking_endpoint: '/bookings/cancel',
        auth_header_key: 'X-Api-Key',
        auth_header_value: 's3cret',
      });
      await operate('POST', `/partners/${id}/override`, { by: 'the guide' });
    },
    /** Booking after booking, each when the partner was told of the one before. */
    sell: async (id: string, count: number): Promise<void> => {
      for (let made = 0; made < count; made += 1) {
        const refusals = member(await partnerNow(id), 'unauthorised_in_row');
        const booking = await sellOne(id);
        await until(
          `${booking} is told`,
          () => isTold(id, booking, refusals),
          (told) => told,
        );
      }
    },
    sellAtOnce: async (id: string, count: number): Promise<void> => {
      await clientOf(id);
      await Promise.all(Array.from({ length: count }, () => sellOne(id)));
    },
    /** If the partner is left alone, it is tried again and left alone anew before this ends. */
    pass: async (hours: number): Promise<void> => {
      const { now } = await operate('POST', '/sandbox/clock/advance', { seconds: hours * 3_600 });
      const isTriedSince = (shown: unknown): boolean => {
        const breaker = member(shown, 'breaker');
        if (member(breaker, 'state') === 'closed') return true;
        return member(breaker, 'state') === 'open' && String(member(breaker, 'until')) > String(now);
      };
      for (const id of clients.keys()) await until(`${id} is tried`, () => partnerNow(id), isTriedSince);
    },
    untilOnTheirWay: async (id: string, count: number): Promise<void> => {
      const inFlightOf = (shown: unknown): unknown => member(member(shown, 'backlog'), 'in_flight');
      await until(
        `${count} are on their way`,
        () => partnerNow(id),
        (shown) => inFlightOf(shown) === count,
      );
    },
    untilState: async (id: string, state: string): Promise<void> => {
      await until(
        `${id} is ${state}`,
        () => partnerNow(id),
        (shown) => member(shown, 'state') === state,
      );
    },
    untilNothingWaits: async (id: string): Promise<void> => {
      const openOf = (shown: unknown): unknown => member(member(shown, 'backlog'), 'open');
      await until(
        `nothing waits for ${id}`,
        () => partnerNow(id),
        (shown) => openOf(shown) === 0,
      );
    },
    keep: (name: string, content: string) => writeFile(join(folder, name), content),
    end: async (): Promise<void> => {
      await service.end();
      await partner.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

export type OperatedMarket = Awaited<ReturnType<typeof openOperatedMarket>>;
