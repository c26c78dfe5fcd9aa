import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OAuthRequest, TokenGrant } from '../../src/oauth/oauth.js';
import type { StoreCall } from '../support/traced-database.js';
import { type OAuthStage, openOAuthStage, password, user } from './stage.js';

const requestOf = (parameters: Readonly<Record<string, string>>): OAuthRequest => ({
  parameters: new Map(Object.entries(parameters)),
  givenTwice: [],
  authorizationHeader: undefined,
});

/** Holds the next calls of one kind back until they are let go; `arrived` resolves when so many are held. */
const createBarrier = () => {
  const held: (() => void)[] = [];
  let wanted: { readonly method: string; left: number } | undefined;
  let report = (): void => undefined;
  return {
    hold: (method: string, count: number): Promise<void> => {
      wanted = { method, left: count };
      return new Promise((resolve) => {
        report = resolve;
      });
    },
    release: (): void => {
      for (const go of held.splice(0)) go();
    },
    before: async ({ collection, method }: StoreCall): Promise<void> => {
      if (collection !== 'families' || wanted?.method !== method || wanted.left === 0) return;
      wanted.left -= 1;
      if (wanted.left === 0) report();
      await new Promise<void>((resolve) => held.push(resolve));
    },
  };
};

type Barrier = ReturnType<typeof createBarrier>;

const run = async (play: (stage: OAuthStage, barrier: Barrier) => Promise<void>): Promise<void> => {
  const barrier = createBarrier();
  const stage = await openOAuthStage({ hooks: { before: barrier.before } });
  try {
    await play(stage, barrier);
  } finally {
    barrier.release();
    await stage.close();
  }
};

describe('requests that race', () => {
  it('with one code, both past every look at it, leave no token alive', () =>
    run(async ({ oauth, secret }, barrier) => {
      const client = { client_id: 'acme app', client_secret: secret };
      const { code } = await oauth.authorize(
        requestOf({ ...client, response_type: 'code', customer_email: user.email }),
      );
      const exchange = (): Promise<TokenGrant> =>
        oauth.token(requestOf({ ...client, grant_type: 'authorization_code', code }));
      const arrived = barrier.hold('insertOne', 2);
      const both = Promise.allSettled([exchange(), exchange()]);
      await arrived;
      barrier.release();
      const given = (await both).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
      assert.equal(given.length, 1);
      for (const { accessToken } of given) assert.equal(await oauth.authenticate(accessToken), undefined);
    }));

  const signIn = ({ oauth }: OAuthStage): Promise<TokenGrant> =>
    oauth.token(
      requestOf({ grant_type: 'password', customer_email: user.email, customer_password: password }),
    );
  const refresh = ({ oauth }: OAuthStage, token: string | undefined): Promise<TokenGrant> =>
    oauth.token(requestOf({ grant_type: 'refresh_token', refresh_token: String(token) }));

  it('with one refresh token get the same pair', () =>
    run(async (stage, barrier) => {
      const first = await signIn(stage);
      const arrived = barrier.hold('updateOne', 2);
      const both = Promise.all([refresh(stage, first.refreshToken), refresh(stage, first.refreshToken)]);
      await arrived;
      barrier.release();
      const [one, other] = await both;
      assert.deepEqual(one, other);
      assert.equal((await stage.oauth.authenticate(one?.accessToken ?? ''))?.kind, 'user');
    }));

  it('with a refresh token that two rotations have overtaken end the family', () =>
    run(async (stage, barrier) => {
      const first = await signIn(stage);
      const arrived = barrier.hold('updateOne', 1);
      const late = refresh(stage, first.refreshToken);
      await arrived;
      const second = await refresh(stage, first.refreshToken);
      const third = await refresh(stage, second.refreshToken);
      barrier.release();
      await assert.rejects(late, { code: 'invalid_grant' });
      assert.equal(await stage.oauth.authenticate(third.accessToken), undefined);
    }));

  it('with a revocation keep no token alive that was read before it', () =>
    run(async (stage, barrier) => {
      const first = await signIn(stage);
      const second = await refresh(stage, first.refreshToken);
      stage.clock.at += 60_000;
      const arrived = barrier.hold('findOne', 1);
      const reading = stage.oauth.authenticate(second.accessToken);
      await arrived;
      await assert.rejects(refresh(stage, first.refreshToken), { code: 'invalid_grant' });
      barrier.release();
      await reading;
      assert.equal(await stage.oauth.authenticate(second.accessToken), undefined);
    }));
});
