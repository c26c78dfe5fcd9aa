import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientCollection } from '../../src/oauth/clients/client-store.js';
import { familyCollection } from '../../src/oauth/family-store.js';
import { noon, type Received, type Sent } from '../http/harness.js';
import { basic, member, type OAuthStage, openOAuthStage, password, signInOf, user } from './stage.js';

describe('POST /oauth/token', () => {
  let stage: OAuthStage;
  const post = (sent: Sent, query?: string): Promise<Received> => stage.post('token', sent, query);

  before(async () => {
    stage = await openOAuthStage();
  });
  after(() => stage.close());

  const asUser = { grant_type: 'password', customer_email: user.email, customer_password: password };
  const asClient = (): Readonly<Record<string, string>> => ({
    grant_type: 'client_credentials',
    client_id: 'acme app',
    client_secret: stage.secret,
  });

  it('gives a client a token with exactly the documented fields, that no cache keeps', async () => {
    const { status, body, headers } = await post({ form: { ...asClient(), scope: 'partner public' } });
    assert.equal(status, 200);
    assert.deepEqual([headers['cache-control'], headers.pragma], ['no-store', 'no-cache']);
    const token = member(body, 'access_token');
    assert.match(token, /^[0-9a-f]{64}$/);
    assert.deepEqual(body, {
      access_token: token,
      token_type: 'bearer',
      expires_in: 31_557_600,
      scope: 'partner public',
      created_at: noon / 1000,
    });
    const me = await stage.whoIs(token);
    assert.deepEqual(me.body, {
      kind: 'client',
      client: 'acme app',
      partner: 'acme',
      scopes: ['partner', 'public'],
    });
  });

  it('takes the credentials from the query, the body or a Basic header, with or without a version', async () => {
    const { grant_type, ...credentials } = asClient();
    const query = `?${new URLSearchParams(asClient())}`;
    const header = basic('acme app', stage.secret);
    const sent = [
      await post({}, query),
      await post({ form: asClient() }),
      await post({ json: asClient() }),
      await post({ form: { grant_type: 'client_credentials' }, headers: header }),
      await post({ form: credentials }, `?grant_type=${grant_type}`),
      await stage.server.send('/oauth/token/', { method: 'POST', form: asClient() }),
    ];
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 200, 200, 200, 200, 200],
    );
  });

  it('gives a user a token and a refresh token, without any client', async () => {
    const { status, body } = await post({}, `?${new URLSearchParams({ ...asUser, scope: 'public' })}`);
    assert.equal(status, 200);
    assert.match(member(body, 'refresh_token'), /^[0-9a-f]{64}$/);
    const me = await stage.whoIs(member(body, 'access_token'));
    const signIn = signInOf(member(body, 'access_token'));
    assert.deepEqual(me.body, {
      kind: 'user',
      client: 'first-party',
      customer: 7,
      signIn,
      scopes: ['public'],
    });
  });

  it('stores no token and no secret', async () => {
    const { body } = await post({ form: asUser });
    const stored = JSON.stringify([
      await stage.database.collection(familyCollection).find({}).toArray(),
      await stage.database.collection(clientCollection).find({}).toArray(),
    ]);
    for (const secret of [member(body, 'access_token'), member(body, 'refresh_token'), stage.secret]) {
      assert.equal(stored.includes(secret), false);
    }
    const logged = JSON.stringify(stage.server.lines);
    for (const secret of [member(body, 'access_token'), stage.secret, password]) {
      assert.equal(logged.includes(secret), false);
    }
  });

  type Refusal = readonly [
    name: string,
    sent: () => Sent,
    status: number,
    error: string,
    query?: () => string,
  ];
  const refusals: readonly Refusal[] = [
    ['no grant_type', () => ({ form: { client_id: 'x' } }), 400, 'invalid_request'],
    ['nothing at all', () => ({}), 400, 'invalid_request'],
    ['an unknown grant_type', () => ({ form: { grant_type: 'magic' } }), 400, 'unsupported_grant_type'],
    ['no client', () => ({ form: { grant_type: 'client_credentials' } }), 401, 'invalid_client'],
    ['a wrong secret', () => ({ form: { ...asClient(), client_secret: 'x' } }), 401, 'invalid_client'],
    ['an unknown client', () => ({ form: { ...asClient(), client_id: 'x' } }), 401, 'invalid_client'],
    [
      'a client without a secret',
      () => ({ form: { ...asUser, client_id: 'acme app' } }),
      401,
      'invalid_client',
    ],
    [
      'a broken Basic header',
      () => ({ form: { grant_type: 'client_credentials' }, headers: { authorization: 'Basic %%' } }),
      401,
      'invalid_client',
    ],
    [
      'a bearer token in place of a client',
      () => ({ form: { grant_type: 'client_credentials' }, headers: { authorization: 'Bearer x' } }),
      401,
      'invalid_client',
    ],
    [
      'credentials in header and body',
      () => ({ form: asClient(), headers: basic('acme app', stage.secret) }),
      400,
      'invalid_request',
    ],
    [
      'credentials in query and body',
      () => ({ form: asClient() }),
      400,
      'invalid_request',
      () => `?${new URLSearchParams(asClient())}`,
    ],
    ['an unknown scope', () => ({ form: { ...asClient(), scope: 'root' } }), 400, 'invalid_scope'],
    ['a malformed scope', () => ({ form: { ...asClient(), scope: 'public,partner' } }), 400, 'invalid_scope'],
    [
      'doubled blanks in scope',
      () => ({ form: { ...asClient(), scope: 'public  partner' } }),
      400,
      'invalid_scope',
    ],
    ['a scope in capitals', () => ({ form: { ...asClient(), scope: 'PUBLIC' } }), 400, 'invalid_scope'],
    ['a scope not permitted', () => ({ form: { ...asClient(), scope: 'internal' } }), 400, 'invalid_scope'],
    ['a user asking for partner', () => ({ form: { ...asUser, scope: 'partner' } }), 400, 'invalid_scope'],
    ['a wrong password', () => ({ form: { ...asUser, customer_password: 'x' } }), 400, 'invalid_grant'],
    ['an unknown user', () => ({ form: { ...asUser, customer_email: 'x@y.zz' } }), 400, 'invalid_grant'],
    ['no password', () => ({ form: { ...asUser, customer_password: '' } }), 400, 'invalid_request'],
    [
      'a repeated parameter',
      () => ({}),
      400,
      'invalid_request',
      () => '?grant_type=password&grant_type=client_credentials',
    ],
    ['object notation', () => ({}), 400, 'invalid_request', () => '?grant_type[$ne]=x'],
    ['NUL', () => ({ form: { ...asUser, customer_email: '\0' } }), 400, 'invalid_request'],
    [
      'broken JSON',
      () => ({ body: '{', headers: { 'content-type': 'application/json' } }),
      400,
      'invalid_request',
    ],
    [
      'objects for text',
      () => ({ json: { ...asUser, customer_password: { $ne: '' } } }),
      400,
      'invalid_request',
    ],
    [
      'a strange refresh token',
      () => ({ form: { grant_type: 'refresh_token', refresh_token: 'x' } }),
      400,
      'invalid_grant',
    ],
  ];
  for (const [name, sent, status, error, query] of refusals) {
    it(`answers ${status} ${error} to ${name}, and stores nothing`, async () => {
      const families = await stage.storedCount();
      const received = await post(sent(), query?.());
      assert.equal(received.status, status);
      assert.deepEqual(Object.keys(Object(received.body)), ['error', 'error_description']);
      assert.equal(member(received.body, 'error'), error);
      assert.equal(received.headers['cache-control'], 'no-store');
      assert.equal(received.headers['www-authenticate'] !== undefined, status === 401);
      assert.equal(await stage.storedCount(), families);
    });
  }

  it('ends a token a year after it was made, to the millisecond', async () => {
    const { body } = await post({ form: asClient() });
    const token = member(body, 'access_token');
    const born = stage.clock.at;
    try {
      stage.clock.at = born + 31_557_600_000 - 1;
      assert.equal((await stage.whoIs(token)).status, 200);
      stage.clock.at = born + 31_557_600_000;
      assert.equal((await stage.whoIs(token)).status, 401);
    } finally {
      stage.clock.at = born;
    }
  });

  it('refuses a token with any one digit changed', async () => {
    const { body } = await post({ form: asClient() });
    const token = member(body, 'access_token');
    for (const at of [0, 31, 32, 63]) {
      const digit = token[at] === '0' ? '1' : '0';
      const forged = token.slice(0, at) + digit + token.slice(at + 1);
      assert.equal((await stage.whoIs(forged)).status, 401, String(at));
    }
  });

  describe('with a refresh token', () => {
    const refresh = (token: string): Promise<Received> =>
      post({ form: { grant_type: 'refresh_token', refresh_token: token } });
    const signIn = async (): Promise<Received> => post({ form: { ...asUser, scope: 'public mobile' } });

    it('rotates, keeps the permissions, and gives a lost answer again for 30 seconds', async () => {
      const first = await signIn();
      const second = await refresh(member(first.body, 'refresh_token'));
      assert.equal(second.status, 200);
      assert.equal(member(second.body, 'scope'), 'public mobile');
      assert.notEqual(member(second.body, 'access_token'), member(first.body, 'access_token'));
      stage.clock.at += 30_000;
      const again = await refresh(member(first.body, 'refresh_token'));
      assert.deepEqual(again.body, second.body);
      const me = await stage.whoIs(member(second.body, 'access_token'));
      assert.equal(me.status, 200);
    });

    it('revokes the whole family when a spent one comes back later', async () => {
      const first = await signIn();
      const second = await refresh(member(first.body, 'refresh_token'));
      stage.clock.at += 30_001;
      assert.equal(
        member((await refresh(member(first.body, 'refresh_token'))).body, 'error'),
        'invalid_grant',
      );
      assert.equal((await refresh(member(second.body, 'refresh_token'))).status, 400);
      const me = await stage.whoIs(member(second.body, 'access_token'));
      assert.equal(me.status, 401);
    });

    it('gives parallel requests the same pair', async () => {
      const first = await signIn();
      const all = await Promise.all(
        Array.from({ length: 8 }, () => refresh(member(first.body, 'refresh_token'))),
      );
      assert.equal(new Set(all.map(({ text }) => text)).size, 1);
      assert.equal(all[0]?.status, 200);
    });

    it('gives the same permissions again, whatever part of them is asked for, and never more', async () => {
      const first = await signIn();
      const asking = (token: string, scope: string): Promise<Received> =>
        post({ form: { grant_type: 'refresh_token', refresh_token: token, scope } });
      const token = member(first.body, 'refresh_token');
      for (const wider of ['public partner', 'internal', 'root', 'public,mobile']) {
        const { status, body } = await asking(token, wider);
        assert.deepEqual([wider, status, member(body, 'error')], [wider, 400, 'invalid_scope']);
      }
      const renewed = await asking(token, 'mobile');
      assert.deepEqual([renewed.status, member(renewed.body, 'scope')], [200, 'public mobile']);
    });

    it('is refused to another client, without harm to the family', async () => {
      const first = await signIn();
      const foreign = { ...asClient(), grant_type: 'refresh_token' };
      const stolen = await post({
        form: { ...foreign, refresh_token: member(first.body, 'refresh_token') },
      });
      assert.equal(member(stolen.body, 'error'), 'invalid_grant');
      assert.equal((await refresh(member(first.body, 'refresh_token'))).status, 200);
    });

    it('does not accept an access token as a refresh token', async () => {
      const first = await signIn();
      assert.equal((await refresh(member(first.body, 'access_token'))).status, 400);
      assert.equal((await stage.whoIs(member(first.body, 'refresh_token'))).status, 401);
    });
  });
});
