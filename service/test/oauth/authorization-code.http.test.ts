import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { clientId } from '../../src/base/ids.js';
import { authorizationCodeCollection } from '../../src/oauth/authorization-code-store.js';
import { familyCollection } from '../../src/oauth/family-store.js';
import { trimTokens } from '../../src/oauth/retention.js';
import { noon, type Received } from '../http/harness.js';
import { callback, member, type OAuthStage, openOAuthStage, signInOf, user } from './stage.js';

type Form = Readonly<Record<string, string>>;

const halfHourMs = 30 * 60_000;

describe('POST /oauth/token with an authorization code', () => {
  let stage: OAuthStage;
  before(async () => {
    stage = await openOAuthStage();
  });
  afterEach(() => {
    stage.clock.at = noon;
  });
  after(() => stage.close());

  const acme = (): Form => ({ client_id: 'acme app', client_secret: stage.secret });
  const other = (): Form => ({ client_id: 'other app', client_secret: stage.otherSecret });

  const askForCode = async (more: Form = {}): Promise<string> => {
    const form = { response_type: 'code', customer_email: user.email, ...acme(), ...more };
    const { body, headers } = await stage.post('authorize', { form });
    const { location } = headers;
    return location === undefined ? member(body, 'code') : String(new URL(location).searchParams.get('code'));
  };

  const exchange = (code: string, more: Form = {}): Promise<Received> =>
    stage.post('token', { form: { grant_type: 'authorization_code', ...acme(), code, ...more } });

  const refresh = (token: string, client: Form): Promise<Received> =>
    stage.post('token', { form: { grant_type: 'refresh_token', refresh_token: token, ...client } });

  const outcome = ({ status, body }: Received): readonly unknown[] => [status, member(body, 'error')];
  const refused = [400, 'invalid_grant'] as const;

  const isAlive = async (grant: Received): Promise<boolean> =>
    (await stage.whoIs(member(grant.body, 'access_token'))).status === 200;

  it('gives tokens of the customer, of the client, with the scopes that were asked for', async () => {
    const code = await askForCode({ redirect_uri: callback, scope: 'partner public' });
    const { status, body, headers } = await exchange(code, { redirect_uri: callback });
    assert.equal(status, 200);
    assert.equal(headers['cache-control'], 'no-store');
    const [access, fresh] = [member(body, 'access_token'), member(body, 'refresh_token')];
    assert.deepEqual(body, {
      access_token: access,
      token_type: 'bearer',
      expires_in: 31_557_600,
      refresh_token: fresh,
      scope: 'partner public',
      created_at: noon / 1000,
    });
    assert.deepEqual((await stage.whoIs(access)).body, {
      kind: 'user',
      client: 'acme app',
      customer: 7,
      signIn: signInOf(access),
      partner: 'acme',
      scopes: ['partner', 'public'],
    });
  });

  it('gives refresh tokens that work, for this client alone and only with its credentials', async () => {
    const grant = await exchange(await askForCode({ scope: 'mobile' }));
    const token = member(grant.body, 'refresh_token');
    assert.deepEqual(outcome(await refresh(token, {})), [401, 'invalid_client']);
    assert.deepEqual(outcome(await refresh(token, other())), refused);
    const renewed = await refresh(token, acme());
    assert.deepEqual([renewed.status, member(renewed.body, 'scope')], [200, 'mobile']);
    const me = await stage.whoIs(member(renewed.body, 'access_token'));
    assert.equal(member(me.body, 'customer'), '7');
  });

  describe('used a second time', () => {
    it('is refused, and ends what the first use gave, refreshed or not', async () => {
      const code = await askForCode();
      const first = await exchange(code);
      const renewed = await refresh(member(first.body, 'refresh_token'), acme());
      assert.equal(await isAlive(renewed), true);
      assert.deepEqual(outcome(await exchange(code)), refused);
      assert.deepEqual([await isAlive(first), await isAlive(renewed)], [false, false]);
      assert.deepEqual(outcome(await refresh(member(renewed.body, 'refresh_token'), acme())), refused);
      assert.deepEqual(outcome(await exchange(code)), refused);
    });

    it('ends them also long after the code expired and was forgotten', async () => {
      const code = await askForCode();
      const first = await exchange(code);
      stage.clock.at += 90 * 86_400_000;
      await trimTokens(
        {
          families: stage.database.collection(familyCollection),
          codes: stage.database.collection(authorizationCodeCollection),
        },
        stage.clock.at,
      );
      assert.equal(await isAlive(first), true);
      assert.deepEqual(outcome(await exchange(code)), refused);
      assert.equal(await isAlive(first), false);
    });

    it('ends them also with another redirect_uri', async () => {
      const code = await askForCode({ redirect_uri: callback });
      const first = await exchange(code, { redirect_uri: callback });
      assert.deepEqual(outcome(await exchange(code)), refused);
      assert.equal(await isAlive(first), false);
    });

    it('by another client is refused without harm', async () => {
      const code = await askForCode();
      const first = await exchange(code);
      assert.deepEqual(outcome(await exchange(code, other())), refused);
      assert.equal(await isAlive(first), true);
    });

    it('at the same time leaves no token alive', async () => {
      const code = await askForCode();
      const all = await Promise.all(Array.from({ length: 8 }, () => exchange(code)));
      const given = all.filter(({ status }) => status === 200);
      assert.equal(given.length, 1);
      for (const grant of given) assert.equal(await isAlive(grant), false);
      for (const each of all) if (each.status !== 200) assert.deepEqual(outcome(each), refused);
    });
  });

  it('is refused to another client that found it, and still serves the one it was given to', async () => {
    const code = await askForCode({ redirect_uri: callback });
    assert.deepEqual(outcome(await exchange(code, { ...other(), redirect_uri: callback })), refused);
    assert.equal((await exchange(code, { redirect_uri: callback })).status, 200);
  });

  it('must come with the redirect_uri that it was asked for with', async () => {
    const code = await askForCode({ redirect_uri: callback });
    const second = 'https://acme.example/other?keep=1';
    assert.deepEqual(outcome(await exchange(code)), refused);
    assert.deepEqual(outcome(await exchange(code, { redirect_uri: second })), refused);
    assert.deepEqual(outcome(await exchange(code, { redirect_uri: `${callback}/` })), refused);
    assert.equal((await exchange(code, { redirect_uri: callback })).status, 200);
  });

  it('that was asked for without a redirect_uri takes none, or a registered one', async () => {
    const wrong = { redirect_uri: 'https://evil.example/' };
    const code = await askForCode();
    assert.deepEqual(outcome(await exchange(code, wrong)), refused);
    assert.equal((await exchange(code, { redirect_uri: callback })).status, 200);
  });

  it('is good for 30 minutes, to the millisecond', async () => {
    const [early, late] = [await askForCode(), await askForCode()];
    stage.clock.at = noon + halfHourMs - 1;
    assert.equal((await exchange(early)).status, 200);
    stage.clock.at = noon + halfHourMs;
    assert.deepEqual(outcome(await exchange(late)), refused);
  });

  it('gives no more than was asked for, whatever scope comes with it', async () => {
    const code = await askForCode({ scope: 'public mobile' });
    assert.deepEqual(outcome(await exchange(code, { scope: 'public partner' })), [400, 'invalid_scope']);
    assert.deepEqual(outcome(await exchange(code, { scope: 'root' })), [400, 'invalid_scope']);
    const { body } = await exchange(code, { scope: 'public' });
    assert.equal(member(body, 'scope'), 'public mobile');
  });

  it('is refused in every other form', async () => {
    const code = await askForCode();
    for (const wrong of ['x', code.slice(1), `${code}0`, code.toUpperCase(), '0'.repeat(64)]) {
      assert.deepEqual(outcome(await exchange(wrong)), refused, wrong);
    }
    assert.deepEqual(outcome(await exchange('')), [400, 'invalid_request']);
    assert.deepEqual(outcome(await refresh(code, acme())), refused);
    assert.equal((await stage.whoIs(code)).status, 401);
  });

  it('needs the client, and that the client still may', async () => {
    const code = await askForCode();
    const bare = { grant_type: 'authorization_code', code };
    assert.deepEqual(outcome(await stage.post('token', { form: bare })), [401, 'invalid_client']);
    const wrong = { client_id: 'acme app', client_secret: 'x' };
    assert.deepEqual(outcome(await exchange(code, wrong)), [401, 'invalid_client']);
    await stage.oauth.changeClient(clientId('acme app'), { permissions: [] });
    assert.deepEqual(outcome(await exchange(code)), [400, 'unauthorized_client']);
    await stage.oauth.changeClient(clientId('acme app'), { permissions: ['authorize'] });
    assert.equal((await exchange(code)).status, 200);
  });
});
