import assert from 'node:assert/strict';
import { after, afterEach, beforeEach, describe, it } from 'node:test';
import type { RateLimits } from '../../src/http/limits/limits.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';
import { startCitizen } from './citizen-rows.js';
import type { Received, TestServer } from './harness.js';
import { at, codeOf } from './read.js';

const limits: RateLimits = { byToken: 4, anonymous: 2, signIn: 3 };

const allowance = ({ status, headers }: Received): readonly unknown[] => [
  status,
  headers['ratelimit-policy'],
  headers['ratelimit'],
  headers['retry-after'],
];

describe('rate limits', () => {
  let clock: FakeClock;
  let server: TestServer;
  const start = async (rateLimits: RateLimits, trustedProxies = 0): Promise<void> => {
    clock = createFakeClock();
    const isStorageAway = (error: unknown): boolean =>
      error instanceof Error && error.message === 'storage away';
    server = await startCitizen({ body: {} }, { rateLimits, clock, trustedProxies, isStorageAway });
  };
  beforeEach(() => start(limits));
  afterEach(() => server.close());

  const statuses = async (count: number, send: () => Promise<Received>): Promise<readonly number[]> => {
    const seen: number[] = [];
    for (let index = 0; index < count; index += 1) seen.push((await send()).status);
    return seen;
  };

  it('say what is left of an address without a token, then 429 until some has come back', async () => {
    const get = (): Promise<Received> => server.send('/v4/bookings');
    assert.deepEqual(allowance(await get()), [
      200,
      '"anonymous";q=2;w=60',
      '"anonymous";r=1;t=30',
      undefined,
    ]);
    assert.deepEqual(allowance(await get()), [
      200,
      '"anonymous";q=2;w=60',
      '"anonymous";r=0;t=60',
      undefined,
    ]);
    const refused = await get();
    assert.deepEqual(allowance(refused), [429, '"anonymous";q=2;w=60', '"anonymous";r=0;t=60', '30']);
    assert.equal(codeOf(refused.body), 'request_rate_limited');
    assert.equal(refused.headers['access-control-allow-origin'], '*');
    assert.equal(refused.headers['cache-control'], 'no-store');
    await clock.advance(29_999);
    assert.equal((await get()).status, 429);
    await clock.advance(1);
    assert.deepEqual(await statuses(2, get), [200, 429]);
  });

  it('give each user of a client an allowance, and the client one of its own', async () => {
    for (const token of ['ada', 'bob', 'client']) {
      const get = (): Promise<Received> => server.send('/v4/bookings', { token });
      assert.deepEqual(allowance(await get()), [200, '"token";q=4;w=60', '"token";r=3;t=15', undefined]);
      assert.deepEqual(await statuses(4, get), [200, 200, 200, 429]);
    }
  });

  it('count what a right token may not do against the token, not against the address', async () => {
    const refused = (): Promise<Received> => server.send('/v4/licensed', { token: 'partner' });
    assert.deepEqual(allowance(await refused()), [401, '"token";q=4;w=60', '"token";r=3;t=15', undefined]);
    assert.deepEqual(await statuses(4, refused), [401, 401, 401, 429]);
    assert.deepEqual(await statuses(3, () => server.send('/v4/bookings')), [200, 200, 429]);
    assert.equal((await server.send('/v4/licensed')).status, 429);
  });

  it('count wrong tokens as requests without one, and never refuse a right one for them', async () => {
    const wrong = (): Promise<Received> => server.send('/v4/bookings', { token: 'wrong' });
    assert.deepEqual(await statuses(3, wrong), [401, 401, 429]);
    assert.equal((await server.send('/v4/bookings', { token: 'ada' })).status, 200);
    assert.equal((await server.send('/v4/bookings')).status, 429);
  });

  it("count a client's token that anyone may have by address, any other by client", async () => {
    await server.close();
    await start(limits, 1);
    const from = (token: string, address: string): Promise<Received> =>
      server.send('/v4/bookings', { token, headers: { 'x-forwarded-for': address } });
    assert.deepEqual(await statuses(5, () => from('client', '192.0.2.1')), [200, 200, 200, 200, 429]);
    assert.equal((await from('client', '192.0.2.2')).status, 200);
    assert.deepEqual(await statuses(4, () => from('partner', '192.0.2.1')), Array(4).fill(200));
    assert.equal((await from('partner', '192.0.2.2')).status, 429);
  });

  it("count wrong operator's tokens, and nothing else of operators", async () => {
    const send = (token: string): Promise<Received> => server.send('/operator/v1/partners', { token });
    assert.deepEqual(await statuses(10, () => send('operator-token')), Array(10).fill(200));
    assert.deepEqual(await statuses(4, () => send('wrong')), [401, 401, 401, 429]);
    const right = await send('operator-token');
    assert.deepEqual(allowance(right), [200, undefined, undefined, undefined]);
    assert.equal((await server.send('/v4/bookings')).status, 200);
  });

  it('do not touch health and OPTIONS', async () => {
    assert.deepEqual(await statuses(5, () => server.send('/healthz')), Array(5).fill(200));
    const options = (): Promise<Received> => server.send('/v4/bookings', { method: 'OPTIONS' });
    assert.deepEqual(await statuses(5, options), Array(5).fill(204));
    assert.equal((await server.send('/v4/bookings')).status, 200);
  });

  const limitsOfSignIn: RateLimits = { ...limits, anonymous: 0 };
  const signIn = (form: Readonly<Record<string, string>>): Promise<Received> =>
    server.send('/v4/sign-in', { method: 'POST', form: { grant: 'password', ...form } });

  it('stop an address that fails to sign in, with the error of the token endpoints', async () => {
    await server.close();
    await start(limitsOfSignIn);
    const account = { value: 0 };
    const fail = (): Promise<Received> => {
      account.value += 1;
      return signIn({ email: `user${account.value}@x.org` });
    };
    assert.deepEqual(await statuses(3, fail), [400, 400, 400]);
    const refused = await fail();
    assert.deepEqual(allowance(refused), [429, '"sign-in";q=3;w=60', '"sign-in";r=0;t=60', '20']);
    assert.deepEqual(refused.body, {
      error: 'temporarily_unavailable',
      error_description: 'request_rate_limited',
    });
    assert.equal(refused.headers['cache-control'], 'no-store');
    await clock.advance(20_000);
    assert.equal((await fail()).status, 400);
  });

  it('stop many addresses that guess at one account, but not its owner where they signed in before', async () => {
    await server.close();
    await start(limitsOfSignIn, 1);
    const tryFrom = (address: string, password: string, more = {}): Promise<Received> =>
      server.send('/v4/sign-in', {
        method: 'POST',
        form: { grant: 'password', email: 'ada@x.org', password, ...more },
        headers: { 'x-forwarded-for': address },
      });
    assert.equal((await tryFrom('192.0.2.1', 'right')).status, 200);
    // Another kind of success beside somebody's name makes nobody its owner.
    assert.equal((await tryFrom('198.51.100.2', 'right', { grant: 'other' })).status, 200);
    assert.equal((await tryFrom('198.51.100.1', 'guess')).status, 400);
    const refused = await tryFrom('198.51.100.2', 'guess');
    assert.deepEqual(allowance(refused), [429, '"sign-in";q=1;w=600', '"sign-in";r=0;t=600', '600']);
    assert.equal((await tryFrom('192.0.2.1', 'right')).status, 200);
    assert.equal((await tryFrom('192.0.2.3', 'right')).status, 429);
  });

  it('do not count who succeeds, who names no account, and what failed on our side', async () => {
    await server.close();
    await start(limitsOfSignIn);
    const right = { email: 'ada@x.org', password: 'right' };
    assert.deepEqual(await statuses(6, () => signIn(right)), Array(6).fill(200));
    assert.deepEqual(await statuses(6, () => signIn({})), Array(6).fill(400));
    const away = { email: 'bob@x.org', password: 'away' };
    assert.deepEqual(await statuses(6, () => signIn(away)), Array(6).fill(503));
  });

  it('count new accounts, whoever makes them', async () => {
    await server.close();
    await start(limitsOfSignIn);
    const account = { value: 0 };
    const signUp = (): Promise<Received> => {
      account.value += 1;
      return server.send('/v4/sign-up', { method: 'POST', form: { email: `${account.value}@x.org` } });
    };
    assert.deepEqual(await statuses(4, signUp), [200, 200, 200, 429]);
  });

  it('believe X-Forwarded-For only of proxies that we know of', async () => {
    const from = (address: string): Promise<Received> =>
      server.send('/v4/bookings', { headers: { 'x-forwarded-for': address } });
    const addresses = ['2001:db8::1', '2001:db8::2', '2001:db8::3', '2001:db8:0:1::1', '192.0.2.7'];
    const all = async (): Promise<readonly number[]> => {
      const seen: number[] = [];
      for (const address of addresses) seen.push((await from(address)).status);
      return seen;
    };
    assert.deepEqual(await all(), [200, 200, 429, 429, 429]);
    await server.close();
    await start(limits, 1);
    assert.deepEqual(await all(), [200, 200, 429, 200, 200]);
  });

  it('are off at 0', async () => {
    await server.close();
    await start({ byToken: 0, anonymous: 0, signIn: 0 });
    for (const token of ['ada', 'wrong']) {
      const answers = await statuses(9, () => server.send('/v4/bookings', { token }));
      assert.deepEqual(new Set(answers), new Set([token === 'ada' ? 200 : 401]));
    }
    assert.deepEqual(await statuses(9, () => signIn({ email: 'ada@x.org' })), Array(9).fill(400));
    assert.deepEqual(allowance(await server.send('/v4/bookings')), [200, undefined, undefined, undefined]);
  });
});

describe('an error of the limits', () => {
  const started = startCitizen({ body: {} }, { rateLimits: { byToken: 0, anonymous: 1, signIn: 0 } });
  after(async () => (await started).close());

  it('is translated like any other, and logged by its code', async () => {
    const server = await started;
    await server.send('/v4/bookings');
    const { body } = await server.send('/v4/bookings', { headers: { 'x-language-locale': 'fr-CA' } });
    assert.equal(at(body, 'errors', 0, 'message'), 'Trop de requêtes. Veuillez réessayer plus tard.');
    assert.equal(server.lines.at(-1)?.fields['problem'], 'request_rate_limited');
  });
});
