import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { noon, type Received, type Sent } from '../http/harness.js';
import { basic, member, type OAuthStage, openOAuthStage } from './stage.js';

describe('POST /oauth/public_token', () => {
  let stage: OAuthStage;
  before(async () => {
    stage = await openOAuthStage();
  });
  after(() => stage.close());

  const post = (sent: Sent, query?: string): Promise<Received> => stage.post('public_token', sent, query);
  const client = { client_id: 'acme app' };

  it('gives a token like that of client_credentials, without a secret', async () => {
    const { status, body, headers } = await post({ form: client });
    assert.equal(status, 200);
    assert.deepEqual([headers['cache-control'], headers.pragma], ['no-store', 'no-cache']);
    const token = member(body, 'access_token');
    assert.deepEqual(body, {
      access_token: token,
      token_type: 'bearer',
      expires_in: 31_557_600,
      scope: 'public',
      created_at: noon / 1000,
    });
    assert.deepEqual((await stage.whoIs(token)).body, {
      kind: 'client',
      client: 'acme app',
      partner: 'acme',
      scopes: ['public'],
    });
  });

  it('gives mobile and public, in the order asked, by query or body, in both versions and without one', async () => {
    const both = { ...client, scope: 'mobile public' };
    const bare = { method: 'POST', form: both } as const;
    const sent = [
      await post({}, `?${new URLSearchParams(both)}`),
      await post({ json: both }),
      await stage.server.send('/oauth/public_token', bare),
      await stage.server.send('/v3_1/oauth/public_token/', bare),
    ];
    for (const { status, body } of sent) {
      assert.deepEqual([status, member(body, 'scope')], [200, 'mobile public']);
    }
  });

  it('gives nothing that can be refreshed', async () => {
    const { body } = await post({ form: client });
    const form = {
      grant_type: 'refresh_token',
      refresh_token: member(body, 'access_token'),
      ...client,
      client_secret: stage.secret,
    };
    assert.equal(member((await stage.post('token', { form })).body, 'error'), 'invalid_grant');
  });

  type Refusal = readonly [name: string, sent: () => Sent, status: number, error: string, query?: string];
  const refusals: readonly Refusal[] = [
    ['no client_id', () => ({}), 401, 'invalid_client'],
    ['an unknown client_id', () => ({ form: { client_id: 'x' } }), 401, 'invalid_client'],
    [
      'the built-in first-party client',
      () => ({ form: { client_id: 'first-party' } }),
      401,
      'invalid_client',
    ],
    ['a client without permission', () => ({ form: { client_id: 'plain app' } }), 400, 'unauthorized_client'],
    [
      'a secret, though right',
      () => ({ form: { ...client, client_secret: stage.secret } }),
      400,
      'invalid_request',
    ],
    [
      'a Basic header, though right',
      () => ({ form: {}, headers: basic('acme app', stage.secret) }),
      400,
      'invalid_request',
    ],
    ['client_id twice', () => ({ form: client }), 400, 'invalid_request', '?client_id=acme+app'],
    // The client may have partner, but not without its secret.
    ['the scope partner', () => ({ form: { ...client, scope: 'partner' } }), 400, 'invalid_scope'],
    ['the scope internal', () => ({ form: { ...client, scope: 'public internal' } }), 400, 'invalid_scope'],
    ['the scope data', () => ({ form: { ...client, scope: 'data' } }), 400, 'invalid_scope'],
    ['an unknown scope', () => ({ form: { ...client, scope: 'Mobile' } }), 400, 'invalid_scope'],
    ['a repeated parameter', () => ({}), 400, 'invalid_request', '?client_id=a&client_id=b'],
    ['object notation', () => ({}), 400, 'invalid_request', '?client_id[$ne]=x'],
    ['an object for text', () => ({ json: { client_id: { $ne: '' } } }), 400, 'invalid_request'],
  ];
  for (const [name, sent, status, error, query] of refusals) {
    it(`answers ${status} ${error} to ${name}, and stores nothing`, async () => {
      const before = await stage.storedCount();
      const received = await post(sent(), query);
      assert.deepEqual([received.status, member(received.body, 'error')], [status, error]);
      assert.deepEqual(Object.keys(Object(received.body)), ['error', 'error_description']);
      assert.equal(received.headers['www-authenticate'] !== undefined, status === 401);
      assert.equal(await stage.storedCount(), before);
    });
  }

  it('gives no scope that the client itself may not have', async () => {
    await stage.oauth.changeClient((await stage.oauth.listClients())[1]?.id ?? assert.fail(), {
      scopes: ['public'],
    });
    const { status, body } = await post({ form: { client_id: 'other app', scope: 'mobile' } });
    assert.deepEqual([status, member(body, 'error')], [400, 'invalid_scope']);
  });
});
