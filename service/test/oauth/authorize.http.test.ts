import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { authorizationCodeCollection } from '../../src/oauth/authorization-code-store.js';
import type { Received, Sent } from '../http/harness.js';
import { at } from '../http/read.js';
import { basic, callback, member, type OAuthStage, openOAuthStage, user } from './stage.js';

type Form = Readonly<Record<string, string>>;

describe('POST /oauth/authorize', () => {
  let stage: OAuthStage;
  before(async () => {
    stage = await openOAuthStage();
  });
  after(() => stage.close());

  const post = (sent: Sent, query?: string): Promise<Received> => stage.post('authorize', sent, query);
  const byClient = (): Form => ({ client_id: 'acme app', client_secret: stage.secret });
  const asking = (more: Form = {}): Form => ({
    response_type: 'code',
    customer_email: user.email,
    ...byClient(),
    ...more,
  });

  const locationOf = ({ headers }: Received): URL => new URL(String(headers.location));

  it('answers a code in the body where no redirect_uri was given', async () => {
    const { status, body, headers } = await post({ form: asking({ state: 'abc' }) });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(Object(body)), ['code']);
    assert.match(member(body, 'code'), /^[0-9a-f]{64}$/);
    assert.deepEqual([headers['cache-control'], headers.pragma], ['no-store', 'no-cache']);
    assert.equal(headers.location, undefined);
  });

  it('redirects to the registered redirect_uri with code and state, and no body', async () => {
    const received = await post({ form: asking({ redirect_uri: callback, state: 'a b&c=d' }) });
    const location = locationOf(received);
    assert.deepEqual([received.status, received.text], [302, '']);
    assert.equal(location.origin + location.pathname, callback);
    assert.deepEqual([...location.searchParams.keys()], ['code', 'state']);
    assert.match(location.searchParams.get('code') ?? '', /^[0-9a-f]{64}$/);
    assert.equal(location.searchParams.get('state'), 'a b&c=d');
    assert.equal(received.headers['cache-control'], 'no-store');
  });

  it('keeps the query of the registered redirect_uri, and leaves out a state that was not given', async () => {
    const redirectUri = 'https://acme.example/other?keep=1';
    const received = await post({ form: asking({ redirect_uri: redirectUri }) });
    assert.match(
      String(received.headers.location),
      /^https:\/\/acme\.example\/other\?keep=1&code=[0-9a-f]{64}$/,
    );
  });

  it('takes the credentials from the query, the body or a Basic header, in both versions and without one', async () => {
    const { client_id: _id, client_secret: _secret, ...rest } = asking();
    const header = basic('acme app', stage.secret);
    const bare = { method: 'POST', form: asking() } as const;
    const sent = [
      await post({}, `?${new URLSearchParams(asking())}`),
      await post({ json: asking() }),
      await post({ form: rest, headers: header }),
      await stage.server.send('/oauth/authorize', bare),
      await stage.server.send('/v3_1/oauth/authorize/', bare),
    ];
    assert.deepEqual(
      sent.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    );
  });

  it('names the customer by e-mail address in any case, or by id', async () => {
    const { customer_email: _email, ...rest } = asking();
    const sent = [
      await post({ form: { ...rest, customer_email: ' ADA@Example.com ' } }),
      await post({ form: { ...rest, customer_id: '7' } }),
      await post({ json: { ...rest, customer_id: 7 } }),
    ];
    for (const { status, body } of sent) {
      assert.equal(status, 200);
      const grant = await stage.post('token', {
        form: { grant_type: 'authorization_code', ...byClient(), code: member(body, 'code') },
      });
      const me = await stage.whoIs(member(grant.body, 'access_token'));
      assert.deepEqual([at(me.body, 'kind'), at(me.body, 'customer')], ['user', 7]);
    }
  });

  it('stores no code and logs none', async () => {
    const { body } = await post({ form: asking() });
    const redirected = await post({ form: asking({ redirect_uri: callback }) });
    const codes = [member(body, 'code'), String(locationOf(redirected).searchParams.get('code'))];
    const stored = JSON.stringify(
      await stage.database.collection(authorizationCodeCollection).find({}).toArray(),
    );
    const logged = JSON.stringify(stage.server.lines);
    for (const code of codes)
      assert.deepEqual([stored.includes(code), logged.includes(code)], [false, false]);
  });

  type Refusal = readonly [
    name: string,
    sent: () => Sent,
    status: number,
    error: string,
    query?: () => string,
  ];
  const without = (name: string): Form => {
    const { [name]: _left, ...rest } = asking();
    return rest;
  };
  const otherSide = (redirect_uri: string) => (): Sent => ({ form: asking({ redirect_uri }) });
  const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';
  const challenged = (form: Form) => (): Sent => ({ form: asking(form) });
  const refusals: readonly Refusal[] = [
    ['no response_type', () => ({ form: without('response_type') }), 400, 'invalid_request'],
    [
      'another response_type',
      () => ({ form: asking({ response_type: 'token' }) }),
      400,
      'unsupported_response_type',
    ],
    ['no client', () => ({ form: { response_type: 'code', customer_id: '7' } }), 401, 'invalid_client'],
    ['a client without its secret', () => ({ form: without('client_secret') }), 401, 'invalid_client'],
    ['a wrong secret', () => ({ form: asking({ client_secret: 'x' }) }), 401, 'invalid_client'],
    ['an unknown client', () => ({ form: asking({ client_id: 'x' }) }), 401, 'invalid_client'],
    [
      'the built-in first-party client',
      () => ({ form: asking({ client_id: 'first-party', client_secret: '' }) }),
      401,
      'invalid_client',
    ],
    [
      'credentials in header and body',
      () => ({ form: asking(), headers: basic('acme app', stage.secret) }),
      400,
      'invalid_request',
    ],
    [
      'credentials in query and body',
      () => ({ form: asking() }),
      400,
      'invalid_request',
      () => `?${new URLSearchParams(byClient())}`,
    ],
    [
      'a bearer token in place of a client',
      () => ({ form: { response_type: 'code' }, headers: { authorization: 'Bearer x' } }),
      401,
      'invalid_client',
    ],
    ['no customer', () => ({ form: without('customer_email') }), 400, 'invalid_request'],
    ['two customers', () => ({ form: asking({ customer_id: '7' }) }), 400, 'invalid_request'],
    [
      'an unknown e-mail address',
      () => ({ form: asking({ customer_email: 'x@y.zz' }) }),
      400,
      'access_denied',
    ],
    ['an address that is none', () => ({ form: asking({ customer_email: 'nobody' }) }), 400, 'access_denied'],
    [
      'an unknown customer_id',
      () => ({ form: { ...without('customer_email'), customer_id: '8' } }),
      400,
      'access_denied',
    ],
    [
      'a customer_id that is none',
      () => ({ form: { ...without('customer_email'), customer_id: '7.0' } }),
      400,
      'invalid_request',
    ],
    ['an unknown scope', () => ({ form: asking({ scope: 'root' }) }), 400, 'invalid_scope'],
    ['a scope not permitted', () => ({ form: asking({ scope: 'public internal' }) }), 400, 'invalid_scope'],
    ['a challenge without its method', challenged({ code_challenge: challenge }), 400, 'invalid_request'],
    [
      'a challenge by plain',
      challenged({ code_challenge: challenge, code_challenge_method: 'plain' }),
      400,
      'invalid_request',
    ],
    ['a method without a challenge', challenged({ code_challenge_method: 'S256' }), 400, 'invalid_request'],
    [
      'a challenge that is no hash',
      challenged({ code_challenge: challenge.slice(1), code_challenge_method: 'S256' }),
      400,
      'invalid_request',
    ],
    ['a redirect_uri not registered', otherSide('https://evil.example/callback'), 400, 'invalid_request'],
    ['one below a registered redirect_uri', otherSide(`${callback}/..`), 400, 'invalid_request'],
    ['one with another query', otherSide(`${callback}?next=evil`), 400, 'invalid_request'],
    ['one with a fragment', otherSide(`${callback}#`), 400, 'invalid_request'],
    ['one in another case', otherSide(callback.toUpperCase()), 400, 'invalid_request'],
    [
      'one on another port of the own machine',
      otherSide('http://127.0.0.1:8911/callback'),
      400,
      'invalid_request',
    ],
    [
      'one with a user before the host',
      otherSide('https://acme.example@evil.example/'),
      400,
      'invalid_request',
    ],
    ['a scheme that runs', otherSide('javascript:alert(1)'), 400, 'invalid_request'],
    [
      'a line break in the state',
      () => ({ form: asking({ redirect_uri: callback, state: 'x\r\nSet-Cookie: a=b' }) }),
      400,
      'invalid_request',
    ],
    [
      'a state that is no ASCII',
      () => ({ form: asking({ redirect_uri: callback, state: 'ä' }) }),
      400,
      'invalid_request',
    ],
    [
      'a state without end',
      () => ({ form: asking({ redirect_uri: callback, state: 'x'.repeat(2049) }) }),
      400,
      'invalid_request',
    ],
    [
      'a repeated parameter',
      () => ({}),
      400,
      'invalid_request',
      () => '?response_type=code&response_type=code',
    ],
    ['object notation', () => ({}), 400, 'invalid_request', () => '?customer_email[$ne]=x'],
    ['a list', () => ({ json: { ...asking(), redirect_uri: [callback] } }), 400, 'invalid_request'],
  ];
  for (const [name, sent, status, error, query] of refusals) {
    it(`answers ${status} ${error} to ${name}: in the body, never by a redirect, and stores nothing`, async () => {
      const before = await stage.storedCount();
      const received = await post(sent(), query?.());
      assert.equal(received.status, status);
      assert.deepEqual(Object.keys(Object(received.body)), ['error', 'error_description']);
      assert.equal(member(received.body, 'error'), error);
      assert.equal(received.headers.location, undefined);
      assert.equal(received.headers['cache-control'], 'no-store');
      assert.equal(received.headers['www-authenticate'] !== undefined, status === 401);
      assert.equal(await stage.storedCount(), before);
    });
  }

  it('tells a client without the permission nothing of who has an account', async () => {
    const asPlain = (email: string): Promise<Received> =>
      post({
        form: asking({ client_id: 'plain app', client_secret: stage.plainSecret, customer_email: email }),
      });
    const [known, unknown] = [await asPlain(user.email), await asPlain('x@y.zz')];
    assert.deepEqual([known.status, member(known.body, 'error')], [400, 'unauthorized_client']);
    assert.equal(known.text, unknown.text);
  });

  it('answers GET with 405: a customer who follows a link authorizes nobody', async () => {
    const { status, headers } = await stage.server.send(
      `/v4/oauth/authorize?${new URLSearchParams(asking())}`,
    );
    assert.deepEqual([status, headers.location], [405, undefined]);
  });
});
