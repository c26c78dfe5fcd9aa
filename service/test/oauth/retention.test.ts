import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { authorizationCodeCollection } from '../../src/oauth/authorization-code-store.js';
import { familyCollection } from '../../src/oauth/family-store.js';
import type { OAuthRequest } from '../../src/oauth/oauth.js';
import { trimTokens } from '../../src/oauth/retention.js';
import { noon } from '../http/harness.js';
import { type OAuthStage, openOAuthStage, password, user } from './stage.js';

const yearMs = 31_557_600_000;
const dayMs = 86_400_000;

const requestOf = (parameters: Readonly<Record<string, string>>): OAuthRequest => ({
  parameters: new Map(Object.entries(parameters)),
  givenTwice: [],
  authorizationHeader: undefined,
});

describe('tokens and codes of the past', () => {
  let stage: OAuthStage;
  before(async () => {
    stage = await openOAuthStage();
  });
  after(() => stage.close());

  const collections = () => ({
    families: stage.database.collection(familyCollection),
    codes: stage.database.collection(authorizationCodeCollection),
  });
  const trimAt = (now: number): Promise<number> => trimTokens(collections(), now);
  const client = () => ({ client_id: 'acme app', client_secret: stage.secret });
  const signIn = () =>
    stage.oauth.token(
      requestOf({ grant_type: 'password', customer_email: user.email, customer_password: password }),
    );
  const refresh = (token: string | undefined) =>
    stage.oauth.token(requestOf({ grant_type: 'refresh_token', refresh_token: String(token) }));

  beforeEach(async () => {
    stage.clock.at = noon;
    const { families, codes } = collections();
    await families.deleteMany({});
    await codes.deleteMany({});
  });

  it("leave a client's tokens a year after they were made", async () => {
    await stage.oauth.token(requestOf({ grant_type: 'client_credentials', ...client() }));
    assert.equal(await trimAt(noon + yearMs - 1), 0);
    assert.equal(await trimAt(noon + yearMs), 1);
    assert.equal(await stage.storedCount(), 0);
  });

  it("leave a user's two years after the last refresh, and end then whether trimmed or not", async () => {
    const first = await signIn();
    stage.clock.at = noon + yearMs;
    const second = await refresh(first.refreshToken);
    assert.equal(await trimAt(noon + 3 * yearMs - 1), 0);
    stage.clock.at = noon + 3 * yearMs;
    await assert.rejects(refresh(second.refreshToken), { code: 'invalid_grant' });
    assert.equal(await trimAt(stage.clock.at), 1);
  });

  it('leave revoked families for 30 days, longer than any code lives that could begin them again', async () => {
    const first = await signIn();
    await refresh(first.refreshToken);
    stage.clock.at = noon + 60_000;
    await assert.rejects(refresh(first.refreshToken), { code: 'invalid_grant' });
    assert.equal(await trimAt(stage.clock.at + 30 * dayMs - 1), 0);
    assert.equal(await trimAt(stage.clock.at + 30 * dayMs), 1);
  });

  it('leave codes when they expire', async () => {
    await stage.oauth.authorize(requestOf({ ...client(), response_type: 'code', customer_id: '7' }));
    assert.equal(await trimAt(noon + 30 * 60_000 - 1), 0);
    assert.equal(await trimAt(noon + 30 * 60_000), 1);
  });
});
