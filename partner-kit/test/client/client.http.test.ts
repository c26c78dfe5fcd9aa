import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import {
  type BookingClient,
  BookingClientError,
  type BookingClientOptions,
  createBookingClient,
  embedded,
  NotFoundError,
  RejectedError,
  systemClock,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedAnswerError,
} from '../../src/index.js';
import { createFakeClock } from '../support/fake-clock.js';
import {
  type FakeReply,
  type Marketplace,
  type Script,
  secret,
  startMarketplace,
  tokenScript,
} from '../support/marketplace.js';

interface Meeting {
  readonly client: BookingClient;
  readonly marketplace: Marketplace;
}

type Options = Partial<BookingClientOptions> & { readonly login?: Script };

const meet = async (t: TestContext, api: Script, { login, ...options }: Options = {}): Promise<Meeting> => {
  const marketplace = await startMarketplace(api, login);
  t.after(marketplace.close);
  const credentials = { baseUrl: marketplace.url, clientId: 'partner-1', clientSecret: secret };
  // Pauses between attempts take no time, time-outs do.
  const clock = { ...createFakeClock(), now: () => Date.now() };
  const client = createBookingClient({
    ...credentials,
    clock: { ...clock, sleep: (ms, signal) => (ms < 1_000 ? Promise.resolve() : clock.sleep(ms, signal)) },
    ...options,
  });
  return { client, marketplace };
};

/** Gives the replies in turn, the last one for ever. */
const inTurn = (...replies: readonly (FakeReply | 'drop' | 'hang')[]): Script => {
  let next = 0;
  return () => {
    const reply = replies[Math.min(next, replies.length - 1)];
    next += 1;
    return reply ?? 'drop';
  };
};

const booking = {
  id: 42,
  customer_id: 7,
  start_time: '2026-12-01T10:00:00.000-05:00',
  price_paid: { USD: '12.50' },
  type: 'transient_booking',
  cancellable: true,
  something_new: { kept: true },
  _embedded: {
    'xy:location': { id: '9', name: 'Somewhere' },
    'xy:parking_pass': { id: 1, status: 'active', validation: { require_printout: false } },
    'xy:add_ons': [],
  },
};
const good: FakeReply = { status: 200, body: booking };

const apiError = (status: number, code: string, more: object = {}): FakeReply => ({
  status,
  body: { status, message: 'no', errors: [{ code, uuid: 'u-1', status, message: 'No.', ...more }] },
});

const failing = async (run: () => Promise<unknown>): Promise<BookingClientError> => {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof BookingClientError, `a ${String(error)} is none of the client's errors`);
    assert.ok(!inspect(error, { depth: 9 }).includes(secret), 'no secret in the error');
    assert.ok(!/token-\d/.test(inspect(error, { depth: 9 })), 'no token in the error');
    return error;
  }
  return assert.fail('expected a rejection');
};

describe('booking client: records', () => {
  it('fetches a booking with a partner token, unknown fields kept, embedded records under any prefix', async (t) => {
    const { client, marketplace } = await meet(t, () => good);
    const found = await client.get(42, { fields: 'booking::default', zoom: 'svc:location' });
    assert.deepEqual(found, booking);
    assert.equal(embedded(found, 'location')?.name, 'Somewhere');
    assert.equal(embedded(found, 'parking_pass')?.validation?.require_printout, false);
    assert.deepEqual(embedded(found, 'add_ons'), []);
    assert.equal(embedded(found, 'customer'), undefined);
    const [login, call] = marketplace.calls;
    assert.deepEqual(Object.fromEntries(login?.form ?? []), {
      grant_type: 'client_credentials',
      client_id: 'partner-1',
      client_secret: secret,
      scope: 'partner',
    });
    assert.deepEqual(
      [call?.method, call?.path, call?.authorization, String(call?.query)],
      ['GET', '/v4/bookings/42', 'Bearer access-token-1', 'fields=booking%3A%3Adefault&zoom=svc%3Alocation'],
    );
  });

  it('takes a base address with the version, too', async (t) => {
    const marketplace = await startMarketplace(() => good);
    t.after(marketplace.close);
    const baseUrl = `${marketplace.url}/v4/`;
    await createBookingClient({ baseUrl, clientId: 'partner-1', clientSecret: secret }).get(42);
    assert.equal(marketplace.calls.at(-1)?.path, '/v4/bookings/42');
  });

  it('searches, previews, books and cancels', async (t) => {
    const quote = { location_id: '9', purchase_options: [{ id: 'q-1', price: { USD: '12.50' } }] };
    const preview = {
      quote_price: { USD: '12.50' },
      subtotal: { USD: '12.50' },
      final_price: { USD: '12.50' },
    };
    const answers: Readonly<Record<string, FakeReply>> = {
      'GET /v4/quotes': { status: 200, body: [quote] },
      'POST /v4/bookings/previews/': { status: 200, body: preview },
      'POST /v4/bookings/': { status: 201, body: [booking] },
      'DELETE /v4/bookings/42': { status: 204 },
    };
    const { client, marketplace } = await meet(
      t,
      ({ method, path }) => answers[`${method} ${path}`] ?? { status: 404 },
    );
    assert.deepEqual(await client.quotes({ q: 'coordinates:1,2 distance:3', event_id: 5 }), [quote]);
    assert.deepEqual(await client.preview({ quote_id: 'q-1', add_on_ids: ['a', 'b'] }), preview);
    const request = { quote_id: 'q-1', final_price: '12.50', invoice: true, customer_email: 'a@b.example' };
    assert.deepEqual(await client.book(request, { idempotencyKey: 'k-1' }), booking);
    await client.cancel(42);
    const [, search, previewed, booked, cancelled] = marketplace.calls;
    assert.equal(String(search?.query), 'q=coordinates%3A1%2C2+distance%3A3&event_id=5');
    assert.equal(String(previewed?.form), 'quote_id=q-1&add_on_ids=a%2Cb');
    assert.equal(booked?.form.get('invoice'), 'true');
    assert.equal(booked?.idempotencyKey, 'k-1');
    assert.equal(cancelled?.method, 'DELETE');
  });

  it('reads quotes out of an envelope', async (t) => {
    const quotes = [{ purchase_options: [] }];
    const { client } = await meet(t, () => ({ status: 200, body: { data: quotes, curated_data: {} } }));
    assert.deepEqual(await client.quotes({ returns: 'curated' }), quotes);
  });

  for (const [what, reply] of [
    ['no JSON', { status: 200, body: '<html>' }],
    ['an empty answer', { status: 204 }],
    ['a list', { status: 200, body: [booking] }],
    ['a booking without an id', { status: 200, body: { ...booking, id: '42' } }],
    ['money that is a number', { status: 200, body: { ...booking, price_paid: { USD: 12.5 } } }],
    ['a redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } }],
  ] as const)
    it(`calls ${what} an unexpected answer`, async (t) => {
      const { client, marketplace } = await meet(t, () => reply);
      assert.ok((await failing(() => client.get(42))) instanceof UnexpectedAnswerError);
      assert.equal(marketplace.calls.length, 2, 'nothing was repeated or followed');
    });

  it('reads no more than the largest answer allowed', async (t) => {
    const large = { ...booking, padding: 'x'.repeat(200_000) };
    const { client } = await meet(t, () => ({ status: 200, body: large }), { maxAnswerBytes: 100_000 });
    assert.ok((await failing(() => client.get(42))) instanceof UnexpectedAnswerError);
  });
});

describe('booking client: tokens', () => {
  it('logs in once for many parallel callers, and keeps the token', async (t) => {
    const { client, marketplace } = await meet(t, () => good);
    await Promise.all(Array.from({ length: 30 }, () => client.get(42)));
    await client.get(42);
    assert.equal(marketplace.logins(), 1);
  });

  it('gets a new token before the old one expires', async (t) => {
    const clock = createFakeClock();
    const { client, marketplace } = await meet(t, () => good, { clock, login: tokenScript(1_000) });
    await client.get(42);
    await clock.advance(899_000);
    await client.get(42);
    assert.equal(marketplace.logins(), 1);
    await clock.advance(2_000);
    await client.get(42);
    assert.equal(marketplace.logins(), 2);
  });

  it('logs in again once when its token is refused, and repeats the call once', async (t) => {
    const api: Script = ({ authorization }) =>
      authorization === 'Bearer access-token-1' ? apiError(401, 'token_revoked') : good;
    const { client, marketplace } = await meet(t, api);
    const found = await Promise.all(Array.from({ length: 10 }, () => client.get(42)));
    assert.equal(found.length, 10);
    assert.equal(marketplace.logins(), 2);
  });

  it('gives up when the new token is refused as well', async (t) => {
    const { client, marketplace } = await meet(t, ({ authorization }) =>
      apiError(401, 'scope', { details: `sent ${authorization} and ${secret}` }),
    );
    const error = await failing(() => client.get(42));
    assert.ok(error instanceof UnauthorizedError);
    assert.equal(error.code, 'scope');
    assert.deepEqual([marketplace.logins(), marketplace.calls.length], [2, 4]);
  });

  it('tells refused credentials and scopes, and tries again with the next call', async (t) => {
    const login = inTurn(
      { status: 401, body: { error: 'invalid_client', error_description: `not ${secret}` } },
      { status: 400, body: { error: 'invalid_scope', error_description: 'no such scope' } },
      { status: 200, body: { access_token: 'access-token-1', expires_in: 100 } },
    );
    const { client } = await meet(t, () => good, { login });
    const first = await failing(() => client.get(42));
    assert.ok(first instanceof UnauthorizedError && first.code === 'invalid_client');
    const second = await failing(() => client.get(42));
    assert.ok(second instanceof UnauthorizedError && second.code === 'invalid_scope');
    assert.equal(second.message, 'POST /oauth/token: login refused: invalid_scope');
    assert.equal((await client.get(42)).id, 42);
  });
});

describe('booking client: faults', () => {
  const classes: readonly [number, new (...args: never[]) => BookingClientError][] = [
    [400, RejectedError],
    [403, UnauthorizedError],
    [404, NotFoundError],
    [409, RejectedError],
    [410, RejectedError],
    [500, UnavailableError],
  ];
  for (const [status, errorClass] of classes)
    it(`rejects with ${errorClass.name} for ${status}, with code, uuid and fields, without repeating`, async (t) => {
      const { client, marketplace } = await meet(t, () =>
        apiError(status, 'some_code', { fields: ['quote_id'] }),
      );
      const error = await failing(() => client.get(42));
      assert.ok(error instanceof errorClass);
      assert.deepEqual(
        [error.status, error.code, error.uuid, error.fields, error.call],
        [status, 'some_code', 'u-1', ['quote_id'], 'GET /bookings/42'],
      );
      assert.equal(error.message, `GET /bookings/42: answered ${status} some_code (u-1): No.`);
      assert.equal(marketplace.calls.length, 2);
    });

  for (const fault of ['drop', { status: 429 }, { status: 502 }, { status: 503 }, { status: 504 }] as const)
    it(`repeats after ${fault === 'drop' ? 'a lost connection' : fault.status}, twice at most`, async (t) => {
      const healed = await meet(t, inTurn(fault, fault, good));
      assert.equal((await healed.client.get(42)).id, 42);
      const { client, marketplace } = await meet(t, () => fault);
      assert.ok((await failing(() => client.get(42))) instanceof UnavailableError);
      assert.equal(marketplace.calls.length, 4);
    });

  it('repeats a booking only with an idempotency key', async (t) => {
    const request = { quote_id: 'q', final_price: '1.00' };
    const made = { status: 201, body: [booking] };
    const plain = await meet(t, inTurn('drop', made));
    assert.ok((await failing(() => plain.client.book(request))) instanceof UnavailableError);
    assert.equal(plain.marketplace.calls.length, 2);
    const keyed = await meet(t, inTurn('drop', { status: 503 }, made));
    assert.equal((await keyed.client.book(request, { idempotencyKey: 'k' })).id, 42);
    assert.deepEqual(
      keyed.marketplace.calls.slice(1).map(({ idempotencyKey }) => idempotencyKey),
      ['k', 'k', 'k'],
    );
  });

  it('waits as long as Retry-After says, unless that is too long', async (t) => {
    const pauses: number[] = [];
    const clock = { ...createFakeClock(), now: () => Date.now() };
    const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
      if (signal) return clock.sleep(ms, signal);
      pauses.push(ms);
    };
    const busy = { status: 429, headers: { 'retry-after': '3' } };
    const short = await meet(t, inTurn(busy, good), { clock: { ...clock, sleep } });
    await short.client.get(42);
    assert.deepEqual(pauses, [3_000]);
    const long = await meet(t, () => ({ status: 503, headers: { 'retry-after': '8' } }));
    const error = await failing(() => long.client.get(42));
    assert.ok(error instanceof UnavailableError && error.retryAfterMs === 8_000);
    assert.equal(long.marketplace.calls.length, 2);
  });

  it('ends at the deadline of the whole call, also while logging in', async (t) => {
    const bounds = { timeoutMs: 150, clock: systemClock };
    const silent = await meet(t, () => 'hang', bounds);
    assert.ok((await failing(() => silent.client.get(42))) instanceof TimeoutError);
    assert.equal(silent.marketplace.calls.length, 2, 'the call was made');
    const loginHangs = await meet(t, () => good, { ...bounds, login: () => 'hang' });
    assert.ok((await failing(() => loginHangs.client.get(42))) instanceof TimeoutError);
    assert.equal(loginHangs.marketplace.calls.length, 1, 'nothing beside the login');
  });

  it('stops with the reason of the caller’s signal', async (t) => {
    const { client, marketplace } = await meet(t, () => 'hang');
    const stop = new AbortController();
    const call = client.get(42, { signal: stop.signal });
    while (marketplace.calls.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const reason = new Error('enough');
    stop.abort(reason);
    await assert.rejects(call, reason);
  });

  it('tells that nobody listens', async () => {
    const client = createBookingClient({
      baseUrl: 'http://127.0.0.1:1',
      clientId: 'a',
      clientSecret: secret,
      retries: 0,
    });
    const error = await failing(() => client.get(42));
    assert.ok(error instanceof UnavailableError);
    assert.match(error.message, /^POST \/oauth\/token: no connection \(ECONNREFUSED\)$/);
  });

  it('says what a base address must be', () => {
    for (const baseUrl of ['', 'marketplace.example', 'ftp://marketplace.example'])
      assert.throws(
        () => createBookingClient({ baseUrl, clientId: 'a', clientSecret: 'b' }),
        /baseUrl must be an absolute/,
      );
  });

  it('refuses credentials within the base address', () => {
    const baseUrl = 'https://user:word@api.example';
    assert.throws(() => createBookingClient({ baseUrl, clientId: 'a', clientSecret: 'b' }), TypeError);
  });
});
