import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { createApp } from '../../src/app.js';
import { type Clock, systemClock } from '../../src/base/clock.js';
import type { Logger } from '../../src/base/logger.js';
import { loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';
import { at } from '../http/read.js';
import { openHttpReceiver } from '../support/http-receiver.js';

export const operatorToken = 'operator-token-of-24-and-more';
const operatorHeaders = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };

/** Resolves with the log lines of that message, once there are so many. */
const createListener = () => {
  const lines: { readonly message: string; readonly fields: Readonly<Record<string, unknown>> }[] = [];
  let look = (): void => undefined;
  const keep = (fields: Readonly<Record<string, unknown>>, message: string): void => {
    lines.push({ message, fields });
    look();
  };
  const logger: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  const hear = (message: string, count: number): Promise<readonly Readonly<Record<string, unknown>>[]> =>
    new Promise((resolve) => {
      look = () => {
        const heard = lines.filter((line) => line.message === message).map(({ fields }) => fields);
        if (heard.length >= count) resolve(heard);
      };
      look();
    });
  return { logger, hear };
};

const post = async (
  url: string,
  form: Readonly<Record<string, string>>,
  token?: string,
): Promise<unknown> => {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  assert.ok(answer.ok, `${url}: ${answer.status}`);
  return answer.json();
};

/** Each is a request and its answer; what is waited for takes some 50 ms. */
const mostQuestions = 1_000;

/** The service as it is started, and partners on real HTTP: one answers each status, one never answers. */
export const openFourPartners = async () => {
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  const { logger, hear } = createListener();
  const settings = resolveSettings(
    loadSettings({
      PARKING_DATA_DIR: ':memory:',
      PARKING_DEMO: 'on',
      PARKING_PORT: '0',
      PARKING_OPERATOR_TOKEN: operatorToken,
    }),
  );
  const app = await createApp({ settings, mode: 'serve', clock, logger });
  const { url } = await app.start();
  const hung: ServerResponse[] = [];
  const sites = {
    accepts: await openHttpReceiver((response) => response.writeHead(202).end()),
    misses: await openHttpReceiver((response) => response.writeHead(404).end()),
    refuses: await openHttpReceiver((response) => response.writeHead(401).end()),
    hangs: await openHttpReceiver((response) => hung.push(response)),
  };

  const operate = async (method: string, path: string, body: unknown): Promise<unknown> => {
    const sent = { method, headers: operatorHeaders, body: JSON.stringify(body) };
    const answer = await fetch(`${url}/operator/v1${path}`, sent);
    assert.ok(answer.ok, `${path}: ${answer.status}`);
    return answer.json();
  };

  const addPartner = async (id: string, site: string): Promise<string> => {
    await operate('PUT', `/partners/${id}`, {
      base_api_url: site,
      create_booking_endpoint: '/created',
      auth_header_key: 'X-Partner-Key',
      auth_header_value: `the secret of ${id}`,
    });
    await operate('POST', `/partners/${id}/override`, { by: 'a test' });
    const client = await operate('POST', '/clients', {
      name: id,
      partner: id,
      scopes: ['public', 'partner'],
    });
    const granted = await post(`${url}/v4/oauth/token`, {
      grant_type: 'client_credentials',
      client_id: String(at(client, 'client_id')),
      client_secret: String(at(client, 'client_secret')),
      scope: 'public partner',
    });
    return String(at(granted, 'access_token'));
  };

  const book = async (token: string): Promise<void> => {
    const day = new Date(clock.now() + 86_400_000).toISOString().slice(0, 10);
    const search = `q=coordinates:41.8856,-87.6324&start_time=${day}T10:00&end_time=${day}T12:00`;
    const quotes = await (await fetch(`${url}/v4/quotes?${search}`)).json();
    const quote_id = String(at(quotes, '0', 'purchase_options', '0', 'id'));
    const preview = await post(`${url}/v4/bookings/previews`, { quote_id }, token);
    const final_price = String(at(preview, 'final_price', 'USD'));
    const driver = { customer_email: 'driver@example.org', invoice: 'true' };
    await post(`${url}/v4/bookings`, { quote_id, final_price, ...driver }, token);
  };

  const scrape = async (headers: Readonly<Record<string, string>> = operatorHeaders) => {
    const answer = await fetch(`${url}/metrics`, { headers });
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
  };

  return {
    url,
    sites,
    addPartner,
    book,
    scrape,
    hear,
    /** Resolves when the partner's delivery is stored in that state. */
    stored: async (partner: string, state: string): Promise<void> => {
      const address = `${url}/operator/v1/deliveries?partner=${partner}&state=${state}`;
      for (let asked = 0; asked < mostQuestions; asked += 1) {
        const found: unknown = await (await fetch(address, { headers: operatorHeaders })).json();
        if (JSON.stringify(found).includes(`"${state}"`)) return;
      }
      assert.fail(`no delivery to ${partner} is ${state}`);
    },
    /** What the database says is read again. */
    jump: (ms: number): void => {
      aheadMs += ms;
    },
    /** The partner that never answers breaks its connections. */
    hangUp: (): void => {
      for (const response of hung.splice(0)) response.destroy();
    },
    close: async (): Promise<void> => {
      for (const response of hung.splice(0)) response.destroy();
      await app.stop();
      for (const { close } of Object.values(sites)) await close();
    },
  };
};

export type FourPartners = Awaited<ReturnType<typeof openFourPartners>>;
