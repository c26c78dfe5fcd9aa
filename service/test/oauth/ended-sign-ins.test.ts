import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Accounts, CustomerChanges } from '../../src/accounts/accounts.js';
import type { SignIn } from '../../src/base/caller.js';
import type { Database } from '../../src/base/documents.js';
import { type CustomerId, clientId, randomHex } from '../../src/base/ids.js';
import { authorizationCodeCollection } from '../../src/oauth/authorization-code-store.js';
import { clientCollection } from '../../src/oauth/clients/client-store.js';
import { createOAuth } from '../../src/oauth/create-oauth.js';
import { familyCollection } from '../../src/oauth/family-store.js';
import type { OAuth, OAuthRequest, TokenGrant } from '../../src/oauth/oauth.js';
import { type OpenAccounts, openAccounts } from '../accounts/open-accounts.js';
import { dyingDatabase, ProcessDied } from '../catalogue/dying-database.js';

const [email, password, next] = ['ann@example.com', 'correct horse', 'another horse'];
const fresh = 'ann@example.org';
const locale = 'en-US';
const client = { client_id: 'app', client_secret: 'a secret of the app' };

interface Process {
  readonly accounts: Accounts;
  readonly oauth: OAuth;
}

const oauthWith = ({ database, clock }: OpenAccounts, accounts: Accounts): OAuth =>
  createOAuth({
    clients: database.collection(clientCollection),
    families: database.collection(familyCollection),
    codes: database.collection(authorizationCodeCollection),
    accounts,
    clock,
    randomHex,
    macKey: Buffer.alloc(32, 7),
  });

const processOn = (given: OpenAccounts, base: Pick<Database, 'collection'> = given.database): Process => {
  const accounts = given.elsewhere(base);
  return { accounts, oauth: oauthWith(given, accounts) };
};

const requestOf = (parameters: Readonly<Record<string, string>>): OAuthRequest => ({
  parameters: new Map(Object.entries(parameters)),
  givenTwice: [],
  authorizationHeader: undefined,
});

const signIn = ({ oauth }: Process, customer_password = password): Promise<TokenGrant> =>
  oauth.token(requestOf({ grant_type: 'password', customer_email: email, customer_password }));

const refresh = ({ oauth }: Process, { refreshToken = '' }: TokenGrant): Promise<TokenGrant> =>
  oauth.token(requestOf({ grant_type: 'refresh_token', refresh_token: refreshToken }));

const askForCode = async ({ oauth }: Process): Promise<string> =>
  (await oauth.authorize(requestOf({ ...client, response_type: 'code', customer_email: email }))).code;

const exchange = ({ oauth }: Process, code: string): Promise<TokenGrant> =>
  oauth.token(requestOf({ ...client, grant_type: 'authorization_code', code }));

const isAlive = async ({ oauth }: Process, { accessToken }: TokenGrant): Promise<boolean> =>
  (await oauth.authenticate(accessToken)) !== undefined;

const invalidGrant = { code: 'invalid_grant' };

interface Scene {
  readonly given: OpenAccounts;
  readonly here: Process;
  readonly id: CustomerId;
  /** The sign-in a token belongs to, as a request shows it. */
  readonly signInOf: (grant: TokenGrant) => Promise<SignIn>;
  readonly changes: (asking: TokenGrant, more: Partial<CustomerChanges>) => Promise<CustomerChanges>;
}

const open = async (context: TestContext): Promise<Scene> => {
  const given = await openAccounts(context);
  const here = processOn(given);
  await given.database.ensureIndexes();
  const made = await here.accounts.createWithPassword({ email, password, firstName: 'Ann', lastName: 'A' });
  assert.ok(made !== 'exists');
  await here.oauth.registerClient({
    id: clientId(client.client_id),
    name: 'App',
    scopes: ['public'],
    permissions: ['authorize'],
    secret: client.client_secret,
  });
  const signInOf = async ({ accessToken }: TokenGrant): Promise<SignIn> => {
    const caller = await here.oauth.authenticate(accessToken);
    assert.ok(caller?.kind === 'user');
    return caller.signIn;
  };
  return {
    given,
    here,
    id: made.id,
    signInOf,
    changes: async (asking, more) => ({ locale, signIn: await signInOf(asking), ...more }),
  };
};

const newPassword = { password: next, currentPassword: password };

describe('a new password', () => {
  it('ends all tokens of the customer but those of the sign-in that asks, at once', async (context) => {
    const { here, id, changes } = await open(context);
    const [mine, other] = [await signIn(here), await signIn(here)];
    const partners = await exchange(here, await askForCode(here));
    for (const each of [mine, other, partners]) assert.equal(await isAlive(here, each), true);
    await here.accounts.change(id, await changes(mine, newPassword));
    assert.equal(await isAlive(here, mine), true);
    for (const each of [other, partners]) assert.equal(await isAlive(here, each), false);
    await assert.rejects(refresh(here, other), invalidGrant);
    const again = await refresh(here, mine);
    assert.equal(await isAlive(here, again), true);
    assert.equal(await isAlive(here, await signIn(here, next)), true);
  });

  it('ends the one that asked before, once another asks', async (context) => {
    const { here, id, changes } = await open(context);
    const first = await signIn(here);
    await here.accounts.change(id, await changes(first, newPassword));
    const second = await signIn(here, next);
    const back = { password, currentPassword: next };
    await here.accounts.change(id, await changes(second, back));
    assert.deepEqual([await isAlive(here, first), await isAlive(here, second)], [false, true]);
  });

  it('ends codes that were asked for before it', async (context) => {
    const { here, id, changes } = await open(context);
    const code = await askForCode(here);
    await here.accounts.change(id, await changes(await signIn(here), newPassword));
    await assert.rejects(exchange(here, code), invalidGrant);
    assert.equal(await isAlive(here, await exchange(here, await askForCode(here))), true);
  });

  it('ends tokens in other processes within five seconds, and refreshes nothing there meanwhile', async (context) => {
    const { given, here, id, changes } = await open(context);
    const there = processOn(given);
    const [mine, other] = [await signIn(here), await signIn(here)];
    for (const each of [mine, other]) assert.equal(await isAlive(there, each), true);
    const asked = await changes(mine, newPassword);
    const late = { locale, ...newPassword, password: 'a third horse' } as const;
    const stale = await there.oauth.authenticate(other.accessToken);
    await here.accounts.change(id, asked);
    await assert.rejects(refresh(there, other), invalidGrant);
    assert.ok(stale?.kind === 'user');
    await assert.rejects(there.accounts.change(id, { ...late, signIn: stale.signIn }), {
      code: 'token_invalid',
    });
    await given.clock.advance(5_000);
    assert.deepEqual([await isAlive(there, mine), await isAlive(there, other)], [true, false]);
  });

  it('outlasts a sign-in with the password before, that was under way', async (context) => {
    const { given, here, id, changes } = await open(context);
    const mine = await signIn(here);
    const known = await here.accounts.verifyPassword(email, password);
    await here.accounts.change(id, await changes(mine, newPassword));
    assert.ok(known !== undefined);
    // What the old password proved is issued only now.
    const slow = { ...here.accounts, verifyPassword: async () => known };
    const late = await signIn({ ...here, oauth: oauthWith(given, slow) });
    assert.equal(await isAlive(here, late), false);
  });

  it('asked for twice side by side is set once, by the password that was in force', async (context) => {
    const { given, here, id, changes } = await open(context);
    const mine = await signIn(here);
    const there = processOn(given);
    const wishes = await Promise.all(
      ['horse of the one', 'horse of the other'].map((each) =>
        changes(mine, { ...newPassword, password: each }),
      ),
    );
    const both = await Promise.allSettled(
      wishes.map((wish, index) => (index === 0 ? here : there).accounts.change(id, wish)),
    );
    const refused = both.filter((each) => each.status === 'rejected');
    assert.equal(refused.length, 1);
    assert.equal(await isAlive(here, mine), true);
  });

  it('that a process dies over leaves all as it was, or the others ended', async (context) => {
    const seen = new Set<boolean>();
    for (let atCall = 1; ; atCall += 1) {
      const { given, here, id, changes } = await open(context);
      const [mine, other] = [await signIn(here), await signIn(here)];
      const wish = await changes(mine, newPassword);
      const dying = processOn(given, dyingDatabase(given.database, { atCall, when: 'after' }));
      const died = await dying.accounts.change(id, wish).then(
        () => false,
        (error) => error instanceof ProcessDied || assert.fail(String(error)),
      );
      await given.clock.advance(5_000);
      const isChanged = (await here.accounts.verifyPassword(email, next)) !== undefined;
      assert.deepEqual([await isAlive(here, mine), await isAlive(here, other)], [true, !isChanged]);
      seen.add(isChanged);
      if (!died) break;
    }
    assert.deepEqual([...seen], [false, true]);
  });
});

describe('a new address', () => {
  it('ends the other sign-ins when it is confirmed, and not when it is asked for', async (context) => {
    const { given, here, id, changes } = await open(context);
    const [mine, other] = [await signIn(here), await signIn(here)];
    await here.accounts.change(id, await changes(mine, { email: fresh, currentPassword: password }));
    assert.equal(await isAlive(here, other), true);
    const confirmed = { email: fresh, verificationCode: given.codeTo(fresh) };
    await here.accounts.change(id, await changes(mine, confirmed));
    assert.deepEqual([await isAlive(here, mine), await isAlive(here, other)], [true, false]);
  });

  it('is not the end of anything with a new name alone', async (context) => {
    const { here, id, changes } = await open(context);
    const [mine, other] = [await signIn(here), await signIn(here)];
    await here.accounts.change(id, await changes(mine, { firstName: 'Anna' }));
    assert.deepEqual([await isAlive(here, mine), await isAlive(here, other)], [true, true]);
  });
});

describe('the account of a guest', () => {
  it('keeps no token that a client had for the guest, once its owner has chosen a password', async (context) => {
    const { given, here } = await open(context);
    const guest = 'guest@example.com';
    await here.accounts.findOrCreateGuest({ email: guest, firstName: 'G', lastName: '' });
    const asked = requestOf({ ...client, response_type: 'code', customer_email: guest });
    const partners = await exchange(here, (await here.oauth.authorize(asked)).code);
    assert.equal(await isAlive(here, partners), true);
    await here.accounts.signUp({ email: guest, password, firstName: 'G', lastName: '', locale });
    await here.accounts.verifyCode({ email: guest }, given.codeTo(guest));
    assert.equal(await isAlive(here, partners), false);
  });
});
