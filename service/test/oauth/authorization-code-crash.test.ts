import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OAuthRequest } from '../../src/oauth/oauth.js';
import type { StoreCall } from '../support/traced-database.js';
import { type OAuthStage, openOAuthStage, user } from './stage.js';

const requestOf = (parameters: Readonly<Record<string, string>>): OAuthRequest => ({
  parameters: new Map(Object.entries(parameters)),
  givenTwice: [],
  authorizationHeader: undefined,
});

/** A process that dies at the n-th call, before the store does it or after. */
const createDeath = () => {
  let left = Number.POSITIVE_INFINITY;
  let isAfter = false;
  const reached = (isHere: boolean): void => {
    if (!isHere) return;
    left -= 1;
    if (left < 0) throw new Error('the process died');
  };
  return {
    hooks: {
      before: (_call: StoreCall) => reached(!isAfter),
      after: (_call: StoreCall) => reached(isAfter),
    },
    at: (call: number, side: 'before' | 'after'): void => {
      left = call;
      isAfter = side === 'after';
    },
    never: (): void => {
      left = Number.POSITIVE_INFINITY;
    },
  };
};

const callsOfAnExchange = 4;

describe('an authorization code whose exchange dies on its way', () => {
  const run = async (play: (stage: OAuthStage, death: ReturnType<typeof createDeath>) => Promise<void>) => {
    const death = createDeath();
    const stage = await openOAuthStage({ hooks: death.hooks });
    try {
      await play(stage, death);
    } finally {
      await stage.close();
    }
  };

  for (const side of ['before', 'after'] as const) {
    for (let call = 0; call < callsOfAnExchange; call += 1) {
      it(`gives tokens at most once, dying ${side} call ${call}`, () =>
        run(async ({ oauth, secret }, death) => {
          const client = { client_id: 'acme app', client_secret: secret };
          const { code } = await oauth.authorize(
            requestOf({ ...client, response_type: 'code', customer_email: user.email }),
          );
          const exchange = () =>
            oauth.token(requestOf({ ...client, grant_type: 'authorization_code', code }));

          death.at(call, side);
          await assert.rejects(exchange(), /the process died/);
          death.never();

          // The family was begun, or not: then the code is spent, or good as before. Nothing lies between.
          const [second] = await Promise.allSettled([exchange()]);
          const wasBegun = side === 'after' && call === callsOfAnExchange - 1;
          assert.equal(second?.status, wasBegun ? 'rejected' : 'fulfilled');
          if (second?.status === 'fulfilled') {
            assert.equal((await oauth.authenticate(second.value.accessToken))?.kind, 'user');
            await assert.rejects(exchange(), { code: 'invalid_grant' });
            assert.equal(await oauth.authenticate(second.value.accessToken), undefined);
          }
        }));
    }
  }

  it('ends the first tokens all the same when the second use dies before it could', () =>
    run(async ({ oauth, secret }, death) => {
      const client = { client_id: 'acme app', client_secret: secret };
      const { code } = await oauth.authorize(
        requestOf({ ...client, response_type: 'code', customer_email: user.email }),
      );
      const exchange = () => oauth.token(requestOf({ ...client, grant_type: 'authorization_code', code }));
      const { accessToken } = await exchange();
      // Client, family, then the revocation.
      death.at(2, 'before');
      await assert.rejects(exchange(), /the process died/);
      death.never();
      assert.equal((await oauth.authenticate(accessToken))?.kind, 'user');
      await assert.rejects(exchange(), { code: 'invalid_grant' });
      assert.equal(await oauth.authenticate(accessToken), undefined);
    }));
});
