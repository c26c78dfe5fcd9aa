import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import * as oauth from 'oauth4webapi';
import { at } from '../http/read.js';
import { openStage, registeredUri, type Stage, userEmail } from '../http/stage.js';

/** The library refuses plain http but where told; nothing else of it is set. */
const insecure = { [oauth.allowInsecureRequests]: true } as const;

describe('oauth4webapi, as it is, against the service', () => {
  let stage: Stage;
  let server: oauth.AuthorizationServer;
  let client: oauth.Client;
  let ways: readonly (readonly [name: string, auth: oauth.ClientAuth])[];
  before(async () => {
    stage = await openStage();
    const { url } = stage.server;
    server = {
      issuer: url,
      token_endpoint: `${url}/v4/oauth/token`,
      authorization_endpoint: `${url}/v4/oauth/authorize`,
    };
    client = { client_id: stage.client.id };
    ways = [
      ['Basic', oauth.ClientSecretBasic(stage.client.secret)],
      ['the body', oauth.ClientSecretPost(stage.client.secret)],
    ];
  });
  after(() => stage.close());

  const eachWay = async (flow: (auth: oauth.ClientAuth) => Promise<void>): Promise<void> => {
    for (const [, auth] of ways) await flow(auth);
  };

  const bookings = (accessToken: string): Promise<Response> =>
    oauth.protectedResourceRequest(
      accessToken,
      'GET',
      new URL(`${stage.server.url}/v4/bookings`),
      undefined,
      undefined,
      insecure,
    );

  /** As a partner's server does it: POST, then the customer's browser follows the redirect. */
  const authorize = async (state: string, challenge: Readonly<Record<string, string>>): Promise<URL> => {
    const answer = await fetch(String(server.authorization_endpoint), {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        response_type: 'code',
        client_id: stage.client.id,
        client_secret: stage.client.secret,
        redirect_uri: registeredUri,
        state,
        scope: 'public',
        customer_email: userEmail,
        ...challenge,
      }),
    });
    assert.equal(answer.status, 302);
    return new URL(String(answer.headers.get('location')));
  };

  const exchangeWith = async (
    auth: oauth.ClientAuth,
    challenge: Readonly<Record<string, string>>,
    verifier: string | typeof oauth.nopkce,
  ): Promise<oauth.TokenEndpointResponse> => {
    const state = oauth.generateRandomState();
    const parameters = oauth.validateAuthResponse(server, client, await authorize(state, challenge), state);
    const response = await oauth.authorizationCodeGrantRequest(
      ...([server, client, auth, parameters, registeredUri, verifier, insecure] as const),
    );
    return oauth.processAuthorizationCodeResponse(server, client, response);
  };

  const exchange = (auth: oauth.ClientAuth): Promise<oauth.TokenEndpointResponse> =>
    exchangeWith(auth, {}, oauth.nopkce);

  const challengeOf = async (verifier: string): Promise<Readonly<Record<string, string>>> => ({
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });

  it('completes client credentials, by Basic and by the body', () =>
    eachWay(async (auth) => {
      const response = await oauth.clientCredentialsGrantRequest(
        ...([server, client, auth, { scope: 'public partner' }, insecure] as const),
      );
      const grant = await oauth.processClientCredentialsResponse(server, client, response);
      assert.deepEqual(
        [grant.token_type, grant.expires_in, grant.scope, grant.refresh_token],
        ['bearer', 31_557_600, 'public partner', undefined],
      );
      await assert.rejects(bookings(grant.access_token), (error: unknown) => {
        assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
        assert.deepEqual(
          [error.status, at(error.cause, 0, 'scheme'), at(error.cause, 0, 'parameters', 'error')],
          [401, 'bearer', 'insufficient_scope'],
        );
        return true;
      });
    }));

  it('completes the authorization code flow, and then acts for the customer', () =>
    eachWay(async (auth) => {
      const grant = await exchange(auth);
      assert.deepEqual([grant.token_type, grant.expires_in, grant.scope], ['bearer', 31_557_600, 'public']);
      const mine = await bookings(grant.access_token);
      assert.deepEqual([mine.status, await mine.json()], [200, []]);
    }));

  it('completes the authorization code flow with PKCE, and no other verifier does', () =>
    eachWay(async (auth) => {
      const verifier = oauth.generateRandomCodeVerifier();
      const challenge = await challengeOf(verifier);
      const grant = await exchangeWith(auth, challenge, verifier);
      assert.equal((await bookings(grant.access_token)).status, 200);
      const refusals: readonly (readonly [Readonly<Record<string, string>>, string | typeof oauth.nopkce])[] =
        [
          [challenge, oauth.generateRandomCodeVerifier()],
          [challenge, oauth.nopkce],
          [{}, verifier],
        ];
      for (const [asked, answered] of refusals) {
        await assert.rejects(exchangeWith(auth, asked, answered), {
          name: 'ResponseBodyError',
          error: 'invalid_grant',
        });
      }
    }));

  it('completes the refresh', () =>
    eachWay(async (auth) => {
      const { refresh_token: token = '' } = await exchange(auth);
      const response = await oauth.refreshTokenGrantRequest(server, client, auth, token, insecure);
      const grant = await oauth.processRefreshTokenResponse(server, client, response);
      assert.match(grant.refresh_token ?? '', /^[0-9a-f]{64}$/);
      assert.notEqual(grant.refresh_token, token);
      assert.equal((await bookings(grant.access_token)).status, 200);
    }));

  it('understands what is refused', async () => {
    const wrong = oauth.ClientSecretPost('x');
    const response = await oauth.clientCredentialsGrantRequest(server, client, wrong, {}, insecure);
    await assert.rejects(
      oauth.processClientCredentialsResponse(server, client, response),
      (error: unknown) => {
        assert.ok(error instanceof oauth.WWWAuthenticateChallengeError);
        assert.equal(at(error.cause, 0, 'scheme'), 'basic');
        return true;
      },
    );
    const [, auth] = ways[1] ?? assert.fail();
    const scope = { scope: 'root' };
    const refused = await oauth.clientCredentialsGrantRequest(server, client, auth, scope, insecure);
    await assert.rejects(oauth.processClientCredentialsResponse(server, client, refused), {
      name: 'ResponseBodyError',
      error: 'invalid_scope',
    });
  });
});
