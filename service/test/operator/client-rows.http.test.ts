import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { clientId } from '../../src/base/ids.js';
import type { Received } from '../http/harness.js';
import { at, codeOf, fieldsOf } from '../http/read.js';
import { type OperatorStage, openOperatorStage } from './stage.js';

const noonText = '2026-11-21T12:00:00.000+00:00';

describe('the operator rows of OAuth clients', () => {
  let stage: OperatorStage;
  before(async () => {
    stage = await openOperatorStage();
  });
  after(() => stage.close());

  const register = async (given: Readonly<Record<string, unknown>> = {}) => {
    const { status, body } = await stage.call('POST', '/clients', {
      name: 'app',
      scopes: ['public'],
      ...given,
    });
    assert.equal(status, 201);
    return { id: String(at(body, 'client_id')), secret: String(at(body, 'client_secret')), body };
  };

  const tokenOf = (id: string, secret: string, scope = 'public') =>
    stage.oauth.token({
      parameters: new Map([
        ['grant_type', 'client_credentials'],
        ['client_id', id],
        ['client_secret', secret],
        ['scope', scope],
      ]),
      givenTwice: [],
      authorizationHeader: undefined,
    });

  const isRefused = (id: string, secret: string): Promise<void> =>
    assert.rejects(tokenOf(id, secret), { code: 'invalid_client' });

  const rotate = (id: string, seconds: number): Promise<Received> =>
    stage.call('POST', `/clients/${id}/secrets`, { overlap_seconds: seconds });

  describe('POST /clients', () => {
    it('answers the secret when it makes a client and never again', async () => {
      await stage.call('PUT', '/partners/owner', { name: 'Owner' });
      const { id, secret, body } = await register({
        partner: 'owner',
        scopes: ['public', 'partner'],
        permissions: ['authorize', 'public_token'],
        redirect_uris: ['https://app.example/cb', 'http://127.0.0.1:9000/cb'],
      });
      assert.match(secret, /^[0-9a-f]{64}$/);
      const shown = {
        client_id: id,
        name: 'app',
        partner: 'owner',
        scopes: 'public partner',
        permissions: 'authorize public_token',
        redirect_uris: ['https://app.example/cb', 'http://127.0.0.1:9000/cb'],
        secrets: [{ id: at(body, 'secrets', 0, 'id'), created_at: noonText, ends_at: null }],
        created_at: noonText,
      };
      assert.deepEqual(body, { ...shown, client_secret: secret });
      assert.deepEqual((await stage.call('GET', `/clients/${id}`)).body, shown);
      const listed = await stage.call('GET', '/clients');
      assert.ok(listed.text.includes(id) && !listed.text.includes(secret));
    });

    const bad: readonly (readonly [what: string, given: Readonly<Record<string, unknown>>, field: string])[] =
      [
        ['a scope that does not exist', { scopes: ['public', 'root'] }, 'scopes'],
        ['no scope', { scopes: [] }, 'scopes'],
        ['a permission that does not exist', { permissions: ['everything'] }, 'permissions'],
        ['a redirect_uri without protection', { redirect_uris: ['http://app.example/cb'] }, 'redirect_uris'],
        ['a redirect_uri with a fragment', { redirect_uris: ['https://app.example/#cb'] }, 'redirect_uris'],
        ['a relative redirect_uri', { redirect_uris: ['/cb'] }, 'redirect_uris'],
        [
          'too many redirect_uris',
          { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://app.example/${n}`) },
          'redirect_uris',
        ],
        ['no name', { name: '' }, 'name'],
      ];
    for (const [what, given, field] of bad) {
      it(`answers 400 naming ${field} for ${what}, and keeps nothing`, async () => {
        const before = (await stage.oauth.listClients()).length;
        const { status, body } = await stage.call('POST', '/clients', {
          name: 'x',
          scopes: ['public'],
          ...given,
        });
        assert.deepEqual([status, fieldsOf(body)], [400, [field]]);
        assert.equal((await stage.oauth.listClients()).length, before);
      });
    }

    it('answers 404 for a partner that is not there', async () => {
      const { status, body } = await stage.call('POST', '/clients', {
        name: 'x',
        scopes: ['public'],
        partner: 'nobody',
      });
      assert.deepEqual([status, codeOf(body)], [404, 'partner_not_found']);
    });
  });

  describe('PUT /clients/:clientId', () => {
    it('changes what is given and leaves the rest; an empty list empties', async () => {
      const { id } = await register({
        permissions: ['authorize'],
        redirect_uris: ['https://app.example/cb'],
      });
      const named = await stage.call('PUT', `/clients/${id}`, { name: 'renamed', permissions: [] });
      assert.deepEqual(
        [at(named.body, 'name'), at(named.body, 'permissions'), at(named.body, 'redirect_uris')],
        ['renamed', '', ['https://app.example/cb']],
      );
      const same = await stage.call('PUT', `/clients/${id}`, {});
      assert.deepEqual([same.status, same.body], [200, named.body]);
    });

    it('takes scopes away from tokens that were given out', async () => {
      const { id, secret } = await register({ scopes: ['public', 'partner'] });
      const { accessToken } = await tokenOf(id, secret, 'public partner');
      const before = await stage.oauth.authenticate(accessToken);
      await stage.call('PUT', `/clients/${id}`, { scopes: ['public'] });
      const after = await stage.oauth.authenticate(accessToken);
      assert.deepEqual([at(before, 'scopes'), at(after, 'scopes')], [['public', 'partner'], ['public']]);
    });

    it('refuses addresses it would not register', async () => {
      const { id } = await register();
      const { status, body } = await stage.call('PUT', `/clients/${id}`, {
        redirect_uris: ['ftp://x.example'],
      });
      assert.deepEqual([status, fieldsOf(body)], [400, ['redirect_uris']]);
    });
  });

  describe('POST /clients/:clientId/secrets', () => {
    it('makes a second secret beside the first, which ends when the overlap does', async () => {
      const { id, secret } = await register();
      const { status, body } = await rotate(id, 60);
      const second = String(at(body, 'client_secret'));
      assert.equal(status, 201);
      assert.notEqual(second, secret);
      assert.equal(at(body, 'secrets', 0, 'ends_at'), null);
      assert.equal(at(body, 'secrets', 1, 'ends_at'), '2026-11-21T12:01:00.000+00:00');

      stage.realClock.jump(59_999);
      await tokenOf(id, secret);
      await tokenOf(id, second);
      stage.realClock.jump(1);
      await isRefused(id, secret);
      await tokenOf(id, second);
      assert.equal(at((await stage.call('GET', `/clients/${id}`)).body, 'secrets', 1), undefined);
    });

    it('ends the first at once without an overlap', async () => {
      const { id, secret } = await register();
      const { body } = await rotate(id, 0);
      await isRefused(id, secret);
      await tokenOf(id, String(at(body, 'client_secret')));
    });

    it('answers 409 while two are live, so that none in use ends unasked', async () => {
      const { id, secret } = await register();
      await rotate(id, 60);
      const { status, body } = await rotate(id, 60);
      assert.deepEqual([status, codeOf(body)], [409, 'client_secret_conflict']);
      await tokenOf(id, secret);
    });

    it('gives one of two who rotate at once a secret, and the other 409', async () => {
      const { id } = await register();
      const both = await Promise.all([rotate(id, 60), rotate(id, 60)]);
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
      const made = both.find(({ status }) => status === 201);
      await tokenOf(id, String(at(made?.body, 'client_secret')));
    });

    it('answers 400 for an overlap that is none', async () => {
      const { id } = await register();
      for (const seconds of [-1, 1.5, 'soon', 1e9]) {
        const { status, body } = await stage.call('POST', `/clients/${id}/secrets`, {
          overlap_seconds: seconds,
        });
        assert.deepEqual([seconds, status, fieldsOf(body)], [seconds, 400, ['overlap_seconds']]);
      }
    });
  });

  describe('DELETE /clients/:clientId/secrets/:secretId', () => {
    it('ends the former secret before its time', async () => {
      const { id, secret, body } = await register();
      await rotate(id, 60);
      const { status } = await stage.call('DELETE', `/clients/${id}/secrets/${at(body, 'secrets', 0, 'id')}`);
      assert.equal(status, 200);
      await isRefused(id, secret);
    });

    it('takes back a new one whose answer was lost; the former then no longer ends', async () => {
      const { id, secret } = await register();
      const { body } = await rotate(id, 60);
      await stage.call('DELETE', `/clients/${id}/secrets/${at(body, 'secrets', 0, 'id')}`);
      stage.realClock.jump(120_000);
      await isRefused(id, String(at(body, 'client_secret')));
      await tokenOf(id, secret);
    });

    it('leaves the only one alone, and knows no other', async () => {
      const { id, secret, body } = await register();
      const only = await stage.call('DELETE', `/clients/${id}/secrets/${at(body, 'secrets', 0, 'id')}`);
      const none = await stage.call('DELETE', `/clients/${id}/secrets/00000000`);
      assert.deepEqual([only.status, codeOf(only.body)], [409, 'client_secret_conflict']);
      assert.deepEqual([none.status, codeOf(none.body)], [404, 'client_secret_not_found']);
      await tokenOf(id, secret);
    });
  });

  describe('DELETE /clients/:clientId', () => {
    it('ends its tokens and its secret at once, and its id for good', async () => {
      const { id, secret } = await register();
      const { accessToken } = await tokenOf(id, secret);
      assert.notEqual(await stage.oauth.authenticate(accessToken), undefined);
      assert.equal((await stage.call('DELETE', `/clients/${id}`)).status, 204);
      assert.equal(await stage.oauth.authenticate(accessToken), undefined);
      await isRefused(id, secret);
      assert.ok(!(await stage.call('GET', '/clients')).text.includes(id));
      assert.equal((await stage.call('GET', `/clients/${id}`)).status, 404);
      assert.equal(await stage.oauth.isClientIdTaken(clientId(id)), true);
    });
  });

  it('answers 404 for a client that is not there', async () => {
    const calls: readonly (readonly [string, string, unknown?])[] = [
      ['GET', '/clients/nobody'],
      ['PUT', '/clients/nobody', { name: 'x' }],
      ['DELETE', '/clients/nobody'],
      ['POST', '/clients/nobody/secrets', { overlap_seconds: 0 }],
      ['DELETE', '/clients/nobody/secrets/00000000'],
    ];
    for (const call of calls) {
      const { status, body } = await stage.call(...call);
      assert.deepEqual([...call, status, codeOf(body)], [...call, 404, 'client_not_found']);
    }
  });

  it('are for the operator alone', async () => {
    const { id } = await register();
    for (const [method, path] of [
      ['GET', `/clients/${id}`],
      ['PUT', `/clients/${id}`],
      ['DELETE', `/clients/${id}`],
      ['POST', `/clients/${id}/secrets`],
    ] as const) {
      assert.equal((await stage.send(`/operator/v1${path}`, { method, token: 'somebody-else' })).status, 401);
    }
  });
});
