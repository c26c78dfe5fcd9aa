import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { randomHex } from '#service/base/ids.js';
import { demoLogin } from '#service/operator/demo.js';
import { startService } from '../../demo/service-process.js';

/** A service of its own process on an empty folder, with the demo's catalogue and partner. */
export interface HttpSide {
  /** Books one of the quotes found; the status of the answer. */
  readonly book: (stay: number) => Promise<number>;
  readonly quotes: number;
  readonly close: () => Promise<void>;
}

interface Offer {
  readonly id: string;
  readonly price: string;
}

const dayMs = 86_400_000;
const searches = [
  '41.8837,-87.6325',
  '52.5200,13.4050',
  '51.0509,13.7383',
  '53.5503,9.9920',
  '50.1109,8.6821',
];

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : undefined);

/** Options that need a vehicle size are left out: a booking would have to choose one. */
const needsSize = (option: Readonly<Record<string, unknown>>): boolean =>
  isRecord(option['add_ons']) && option['add_ons']['vehicle_size'] !== undefined;

/** The first option of each quote, with its price as text. */
const offersOf = (quotes: unknown): readonly Offer[] =>
  (Array.isArray(quotes) ? quotes : []).flatMap((quote: unknown) => {
    const option = isRecord(quote) ? first(quote['purchase_options']) : undefined;
    const price =
      isRecord(option) && isRecord(option['price']) ? Object.values(option['price'])[0] : undefined;
    const id = isRecord(option) ? option['id'] : undefined;
    const isSimple = isRecord(option) && !needsSize(option);
    return isSimple && typeof id === 'string' && typeof price === 'string' ? [{ id, price }] : [];
  });

const eveningOf = (day: number): string => new Date(Date.now() + day * dayMs).toISOString().slice(0, 10);

export const openHttpSide = async (connections: number, days: number): Promise<HttpSide> => {
  const folder = mkdtempSync(join(tmpdir(), 'parking-bench-'));
  const secretKey = randomHex(32);
  const service = await startService({
    PARKING_DATA_DIR: folder,
    PARKING_DEMO: 'true',
    PARKING_SECRET_KEY: secretKey,
    PARKING_OPERATOR_TOKEN: randomHex(32),
    PARKING_RATE_LIMIT: '0',
    PARKING_RATE_LIMIT_ANONYMOUS: '0',
  });
  const pool = new Pool(service.url, { connections });

  const call = async (path: string, form?: Readonly<Record<string, string>>, token?: string) => {
    const answer = await pool.request({
      path,
      method: form === undefined ? 'GET' : 'POST',
      headers: {
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: form === undefined ? null : new URLSearchParams(form).toString(),
    });
    const body: unknown = await answer.body.json();
    return { status: answer.statusCode, body };
  };

  const { clientId, clientSecret } = demoLogin(secretKey);
  const login = await call('/v4/oauth/token', {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    scope: 'partner',
  });
  const token = isRecord(login.body) ? String(login.body['access_token']) : '';

  const offers: Offer[] = [];
  for (let day = 1; day <= days; day += 1) {
    for (const place of searches) {
      const q = encodeURIComponent(`coordinates:${place} distance:15`);
      const window = `start_time=${eveningOf(day)}T18:00&end_time=${eveningOf(day)}T20:00`;
      const { body } = await call(`/v4/quotes?q=${q}&${window}`, undefined, token);
      offers.push(...offersOf(body));
    }
  }

  return {
    quotes: offers.length,
    book: async (stay) => {
      const offer = offers[stay % offers.length];
      if (offer === undefined) throw new Error('no quotes were found');
      const form = {
        quote_id: offer.id,
        final_price: offer.price,
        customer_email: `driver${stay % 500}@example.com`,
        invoice: 'true',
        plate_number: 'B 1234',
      };
      return (await call('/v4/bookings', form, token)).status;
    },
    close: async () => {
      await pool.close();
      await service.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
