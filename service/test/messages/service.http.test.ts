import assert from 'node:assert/strict';
import { on } from 'node:events';
import { type FSWatcher, mkdtempSync, readdirSync, readFileSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { createApp } from '../../src/app.js';
import { systemClock } from '../../src/base/clock.js';
import type { Logger } from '../../src/base/logger.js';
import { loadSettings } from '../../src/config/load.js';
import { resolveSettings } from '../../src/config/local-state.js';
import { demoLogin } from '../../src/operator/demo.js';
import { at } from '../http/read.js';
import { openHttpReceiver } from '../support/http-receiver.js';

const email = 'ann@example.com';
const operatorToken = 'operator-token-of-24-and-more';

/** The service as it is started, but for its log. */
const serve = async (context: TestContext, more: Readonly<Record<string, string>>) => {
  const lines: string[] = [];
  const keep = (fields: unknown, message: string): void => void lines.push(JSON.stringify([message, fields]));
  const logger: Logger = { debug: keep, info: keep, warn: keep, error: keep };
  const environment = {
    PARKING_DEMO: 'off',
    PARKING_PORT: '0',
    PARKING_OPERATOR_TOKEN: operatorToken,
    ...more,
  };
  const settings = resolveSettings(loadSettings(environment));
  const app = await createApp({ settings, mode: 'serve', clock: systemClock, logger });
  context.after(async () => {
    await app.stop();
    if (settings.PARKING_DATA_DIR !== ':memory:') rmSync(settings.PARKING_DATA_DIR, { recursive: true });
  });
  return { url: (await app.start()).url, lines };
};

const askForCode = async (
  url: string,
  address: Readonly<Record<string, string>> = { email },
): Promise<void> => {
  const body = new URLSearchParams(address);
  const { status } = await fetch(`${url}/v4/account_verification_codes`, { method: 'POST', body });
  assert.equal(status, 202);
};

const operator = async (url: string, path: string): Promise<unknown> => {
  const headers = { authorization: `Bearer ${operatorToken}` };
  return (await fetch(`${url}/operator/v1${path}`, { headers })).json();
};

/** The first letter of a kind in a folder, as soon as there is one. */
const firstLetter = async (folder: string, ending: '.eml' | '.txt'): Promise<string> => {
  const find = (): string | undefined => readdirSync(folder).find((name) => name.endsWith(ending));
  const watcher: FSWatcher = watch(folder);
  try {
    const changes = on(watcher, 'change');
    for (let found = find(); ; found = find()) {
      if (found !== undefined) return readFileSync(join(folder, found), 'utf8');
      await changes.next();
    }
  } finally {
    watcher.close();
  }
};

describe('a service with a data directory', () => {
  it('writes a mail there, whose code signs in, and keeps the code nowhere else', async (context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parking-service-'));
    const { url, lines } = await serve(context, { PARKING_DATA_DIR: dataDir });
    await askForCode(url);
    const mail = await firstLetter(join(dataDir, 'messages'), '.eml');
    assert.match(mail, /^To: <ann@example\.com>\r$/m);
    const code = /^Subject: Your sign-in code: (\d{6})\r$/m.exec(mail)?.[1] ?? assert.fail(mail);
    const form = { grant_type: 'password', customer_email: email, verification_code: code };
    const token = await fetch(`${url}/v4/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    assert.equal(token.status, 200);
    assert.ok(!lines.join('\n').includes(code));
  });

  it('signs in by phone, with the code of the message, to an account of that phone', async (context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parking-service-'));
    const { url, lines } = await serve(context, { PARKING_DATA_DIR: dataDir });
    await askForCode(url, { phone: '(415) 555-2671' });
    const letter = await firstLetter(join(dataDir, 'messages'), '.txt');
    assert.match(letter, /^To: \+14155552671$/m);
    const code = /\b(\d{6})\b/.exec(letter)?.[1] ?? assert.fail(letter);
    const form = { grant_type: 'password', customer_phone: '+1 415-555-2671', verification_code: code };
    const granted = await fetch(`${url}/v4/oauth/token`, { method: 'POST', body: new URLSearchParams(form) });
    assert.equal(granted.status, 200);
    const headers = { authorization: `Bearer ${String(at(await granted.json(), 'access_token'))}` };
    const mine = await fetch(`${url}/v4/accounts/me`, { headers });
    const account: unknown = await mine.json();
    const shown = ['phone', 'phone_verified', 'passwordless'].map((name) => at(account, name));
    assert.deepEqual([mine.status, shown], [200, ['+14155552671', true, true]]);
    assert.ok(!lines.join('\n').includes(code));
  });
});

const secretKey = 'a-secret-key-of-32-characters-00';

/** Books the nearest option as the demo's user, and asks for a confirmation. */
const bookWithConfirmation = async (url: string): Promise<void> => {
  const { email: customer_email, password: customer_password } = demoLogin(secretKey);
  const post = async (path: string, form: Readonly<Record<string, string>>, token = ''): Promise<unknown> => {
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
    return (await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) })).json();
  };
  const signedIn = await post('/v4/oauth/token', {
    grant_type: 'password',
    customer_email,
    customer_password,
  });
  const token = String(at(signedIn, 'access_token'));
  const day = new Date(systemClock.now() + 86_400_000).toISOString().slice(0, 10);
  const search = `q=coordinates:41.8856,-87.6324&start_time=${day}T10:00&end_time=${day}T12:00`;
  const quotes = await (await fetch(`${url}/v4/quotes?${search}`)).json();
  const quote_id = String(at(quotes, '0', 'purchase_options', '0', 'id'));
  const preview = await post('/v4/bookings/previews', { quote_id }, token);
  const final_price = String(at(preview, 'final_price', 'USD'));
  await post('/v4/bookings', { quote_id, final_price, send_email_confirmation: 'true' }, token);
};

describe('a service on a free port, without an address of its own', () => {
  it('links the pass in a confirmation where it answers', async (context) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'parking-service-'));
    const { url } = await serve(context, {
      PARKING_DATA_DIR: dataDir,
      PARKING_DEMO: 'on',
      PARKING_SECRET_KEY: secretKey,
    });
    await bookWithConfirmation(url);
    const mail = (await firstLetter(join(dataDir, 'messages'), '.eml')).replaceAll('=\r\n', '');
    const pass = /https?:\S+\/parking-pass\/\S+/.exec(mail)?.[0].replaceAll('=3D', '=') ?? assert.fail(mail);
    assert.equal(new URL(pass).origin, url);
    assert.equal((await fetch(pass)).status, 200);
  });
});

describe('a service with a gateway', () => {
  it('posts the message there, though its address is private', async (context) => {
    const gateway = await openHttpReceiver((response) => response.writeHead(202).end());
    context.after(gateway.close);
    const { url } = await serve(context, {
      PARKING_DATA_DIR: ':memory:',
      PARKING_MESSAGES_URL: `${gateway.url}/messages`,
      PARKING_MESSAGES_TOKEN: 'gateway-token',
    });
    await askForCode(url);
    const [{ target, headers, body: text } = assert.fail()] = await gateway.arrivedAt(1);
    assert.deepEqual([target, headers.authorization], ['POST /messages', 'Bearer gateway-token']);
    const body: unknown = JSON.parse(text);
    assert.deepEqual(
      [at(body, 'channel'), at(body, 'to'), at(body, 'template')],
      ['email', email, 'verification_code'],
    );
  });
});

describe('a service that keeps nothing and has no gateway', () => {
  it('keeps messages waiting where the operator sees them, without what they say', async (context) => {
    const { url, lines } = await serve(context, { PARKING_DATA_DIR: ':memory:' });
    assert.match(lines.join('\n'), /messages wait: no folder and no gateway is set/);
    await askForCode(url);
    const [message] = Object.values((await operator(url, '/messages')) ?? {});
    const known = ['state', 'channel', 'to', 'template', 'attempts', 'can_resend'];
    assert.deepEqual(
      known.map((name) => at(message, name)),
      ['waiting', 'email', email, 'verification_code', 0, true],
    );
    assert.deepEqual(await operator(url, '/messages/counts'), { waiting: 1, sent: 0, failed: 0 });
  });
});
