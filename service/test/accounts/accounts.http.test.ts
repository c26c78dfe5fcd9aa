import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { codeCollection } from '../../src/accounts/codes/code-document.js';
import { customerCollection, reservedCollection } from '../../src/accounts/store.js';
import { walletCollection } from '../../src/accounts/wallet/wallet.js';
import { createWalletGrants } from '../../src/accounts/wallet/wallet-grants.js';
import { customerId } from '../../src/base/ids.js';
import type { Received } from '../http/harness.js';
import { at, codeOf, fieldsOf } from '../http/read.js';
import { openStage, type Stage, userEmail, userPassword } from '../http/stage.js';
import { codeTo, lettersOf } from './letter-box.js';

const fresh = 'ada@example.org';
type Form = Readonly<Record<string, string>>;

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const post = (path: string, form: Form, more: { token?: string; headers?: Form } = {}): Promise<Received> =>
  stage.server.send(path, { method: 'POST', form, ...more });
const change = (form: Form): Promise<Received> => post('/v4/accounts/me', form, { token: stage.tokens.user });
const signIn = (form: Form): Promise<Received> =>
  post('/v4/oauth/token', { grant_type: 'password', ...form });

/** A record without its `_links`. */
const withoutLinks = (body: unknown): unknown => {
  const { _links, ...record } = Object.fromEntries(Object.entries(body ?? {}));
  assert.ok(Array.isArray(at(_links, 'curies')));
  return record;
};

const ada = {
  email: userEmail,
  first_name: 'Ada',
  last_name: 'Lovelace',
  passwordless: false,
  email_verified: true,
  phone_verified: false,
  credits: [],
};

describe('GET /accounts/me', () => {
  it('shows the user whom the token stands for, privately', async () => {
    const { status, body, headers } = await stage.server.send('/v4/accounts/me', {
      token: stage.tokens.user,
    });
    assert.equal(status, 200);
    const id = at(body, 'id');
    assert.deepEqual(withoutLinks(body), { id, ...ada });
    assert.match(String(at(body, '_links', 'self', 'href')), /\/v4\/accounts\/me$/);
    assert.match(String(headers['cache-control']), /private|no-store/);
    const other = await stage.server.send('/v4/accounts/me', { token: stage.tokens.otherUser });
    assert.equal(at(other.body, 'email'), 'bob@example.com');
  });

  it('shows the credit that is left, an amount for each currency', async () => {
    const { database, clock, tokens, server } = stage;
    const { body } = await server.send('/v4/accounts/me', { token: tokens.user });
    const grants = createWalletGrants({ documents: database.collection(walletCollection), clock });
    const customer = customerId(Number(at(body, 'id')));
    await grants.credit(customer, { reference: 'a', currency: 'USD', minor: 500 });
    await grants.credit(customer, { reference: 'b', currency: 'USD', minor: 25 });
    await grants.credit(customer, { reference: 'c', currency: 'CAD', minor: 100 });
    const shown = await server.send('/v4/accounts/me', { token: tokens.user });
    assert.deepEqual(at(shown.body, 'credits'), [{ USD: '5.25' }, { CAD: '1.00' }]);
  });

  it('shows nulls in v3_1, and what fields asks for', async () => {
    const old = await stage.server.send('/v3_1/accounts/me', { token: stage.tokens.user });
    const id = at(old.body, 'id');
    const empty = { phone: null, unverified_email: null, unverified_phone: null };
    assert.deepEqual(withoutLinks(old.body), { id, ...ada, ...empty });
    const some = await stage.server.send('/v4/accounts/me?fields=email', { token: stage.tokens.user });
    assert.deepEqual(withoutLinks(some.body), { email: userEmail });
  });

  it("shows nobody's data to a client's token, which lacks that", async () => {
    for (const token of [stage.tokens.partner, stage.tokens.public]) {
      for (const method of ['GET', 'POST']) {
        const { status, body, headers } = await stage.server.send('/v4/accounts/me', { method, token });
        assert.deepEqual([status, codeOf(body)], [401, 'token_insufficient']);
        assert.match(String(headers['www-authenticate']), /^Bearer .*error="insufficient_scope"/);
      }
    }
    const { status, headers } = await stage.server.send('/v4/accounts/me');
    assert.equal(status, 401);
    assert.match(String(headers['www-authenticate']), /^Bearer realm="[^"]+"$/);
  });
});

describe('POST /accounts/me', () => {
  it('changes names, ignores what it does not know, and answers the account', async () => {
    const { status, body } = await change({ first_name: ' Augusta ', id: '1', credits: '1000', rev: '0' });
    const id = at(body, 'id');
    assert.deepEqual([status, withoutLinks(body)], [200, { id, ...ada, first_name: 'Augusta' }]);
    assert.notEqual(id, 1);
  });

  it('changes the password for the current one', async () => {
    const missing = await change({ password: 'a better password' });
    assert.deepEqual(
      [missing.status, codeOf(missing.body), fieldsOf(missing.body)],
      [400, 'account_proof_missing', ['current_password']],
    );
    const done = await change({ password: 'a better password', current_password: userPassword });
    assert.equal(done.status, 200);
    const old = await signIn({ customer_email: userEmail, customer_password: userPassword });
    assert.deepEqual([old.status, at(old.body, 'error')], [400, 'invalid_grant']);
    const next = await signIn({ customer_email: userEmail, customer_password: 'a better password' });
    assert.equal(next.status, 200);
    assert.ok(!JSON.stringify(stage.server.lines).includes('a better password'));
  });

  it('ends all other tokens with the password, and goes on answering to the one that asked', async () => {
    const other = await signIn({ customer_email: userEmail, customer_password: userPassword });
    const statusOf = async (token: string): Promise<number> =>
      (await stage.server.send('/v4/accounts/me', { token })).status;
    const tokens = [stage.tokens.user, String(at(other.body, 'access_token'))];
    assert.deepEqual(await Promise.all(tokens.map(statusOf)), [200, 200]);
    await change({ password: 'a better password', current_password: userPassword });
    assert.deepEqual(await Promise.all(tokens.map(statusOf)), [200, 401]);
    const refreshed = await post('/v4/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: String(at(other.body, 'refresh_token')),
    });
    assert.deepEqual([refreshed.status, at(refreshed.body, 'error')], [400, 'invalid_grant']);
  });

  it('changes the address when its code comes back', async () => {
    const asked = await change({ email: fresh, current_password: userPassword });
    const id = at(asked.body, 'id');
    assert.deepEqual(withoutLinks(asked.body), { id, ...ada, unverified_email: fresh });
    const code = await codeTo(stage, fresh);
    const done = await change({ email: fresh, verification_code: code });
    assert.deepEqual([done.status, withoutLinks(done.body)], [200, { id, ...ada, email: fresh }]);
    const again = await change({ email: 'ada@example.net', verification_code: code });
    assert.deepEqual([again.status, codeOf(again.body)], [400, 'account_verification_code_invalid']);
  });

  const malformed: readonly (readonly [Form, readonly string[]])[] = [
    [{ email: 'ada' }, ['email']],
    [{ phone: '12' }, ['phone']],
    [{ first_name: 'x'.repeat(101) }, ['first_name']],
    [{ password: 'short', current_password: userPassword }, ['password']],
    [{ password: userEmail, current_password: userPassword }, ['password']],
    [{ password: 'x'.repeat(1025) }, ['password']],
    [{ verification_code: '123456' }, ['verification_code']],
  ];
  for (const [form, fields] of malformed) {
    it(`answers 400 and stores nothing for ${JSON.stringify(form).slice(0, 50)}`, async () => {
      const customers = stage.database.collection(customerCollection);
      const before = await customers.find({}, { sort: { _id: 1 } }).toArray();
      const { status, body } = await change(form);
      assert.deepEqual([status, codeOf(body), fieldsOf(body)], [400, 'request_parameter_invalid', fields]);
      assert.deepEqual(await customers.find({}, { sort: { _id: 1 } }).toArray(), before);
      assert.deepEqual(await lettersOf(stage), []);
    });
  }
});

describe('POST /account', () => {
  it('answers 202 with what was asked, and the code signs in to the new account', async () => {
    const form = {
      email: 'new@example.com',
      password: 'correct horse',
      first_name: 'New',
      last_name: 'Comer',
    };
    const asked = await post('/v4/account', form, { headers: { 'X-Language-Locale': 'fr-CA' } });
    assert.deepEqual(
      [asked.status, withoutLinks(asked.body)],
      [202, { email: form.email, first_name: 'New', last_name: 'Comer', passwordless: false }],
    );
    const [letter] = await lettersOf(stage);
    assert.match(letter?.subject ?? '', /^Confirmez votre nouveau compte/);
    const early = await signIn({ customer_email: form.email, customer_password: form.password });
    assert.equal(early.status, 400);

    const token = await signIn({
      customer_email: form.email,
      verification_code: await codeTo(stage, form.email),
    });
    assert.equal(token.status, 200);
    const me = await stage.server.send('/v4/accounts/me', { token: String(at(token.body, 'access_token')) });
    assert.deepEqual([at(me.body, 'email'), at(me.body, 'email_verified')], [form.email, true]);
    const later = await signIn({ customer_email: form.email, customer_password: form.password });
    assert.equal(later.status, 200);
  });

  it('makes a passwordless account by phone', async () => {
    const asked = await post('/v4/account', { phone: '+1 415 555 2671', passwordless: 'true' });
    assert.deepEqual(
      [asked.status, withoutLinks(asked.body)],
      [202, { phone: '+1 415 555 2671', passwordless: true }],
    );
    const code = await codeTo(stage, '+14155552671');
    const token = await signIn({ customer_phone: '+14155552671', verification_code: code });
    const me = await stage.server.send('/v4/accounts/me', { token: String(at(token.body, 'access_token')) });
    const id = at(me.body, 'id');
    assert.deepEqual(withoutLinks(me.body), {
      id,
      phone: '+14155552671',
      passwordless: true,
      email_verified: false,
      phone_verified: true,
      credits: [],
    });
  });

  const malformed: readonly (readonly [Form, readonly string[]])[] = [
    [{}, ['password']],
    [{ passwordless: 'true' }, ['email', 'phone']],
    [{ email: 'a@example.com' }, ['password']],
    [{ email: 'a@example.com', passwordless: 'true', password: 'correct horse' }, ['password']],
    [{ email: 'a@example.com', passwordless: 'perhaps' }, ['passwordless']],
    [{ email: 'a@', password: 'correct horse' }, ['email']],
    [{ phone: '+1415', passwordless: 'true' }, ['phone']],
    [{ phone: '+14155552671', password: 'correct horse' }, ['email']],
    [{ email: 'a@example.com', password: 'short' }, ['password']],
    [{ email: 'a@example.com', password: 'A@example.com' }, ['password']],
  ];
  for (const [form, fields] of malformed) {
    it(`answers 400 and sends nothing for ${JSON.stringify(form)}`, async () => {
      const { status, body } = await post('/v4/account', form);
      assert.deepEqual([status, codeOf(body), fieldsOf(body)], [400, 'request_parameter_invalid', fields]);
      assert.deepEqual(await lettersOf(stage), []);
    });
  }
});

describe('POST /account_verification_codes', () => {
  it('knows where an owner signed in before, and keeps their next code apart from those of strangers', async () => {
    const phone = '+14155552671';
    await post('/v4/account_verification_codes', { phone });
    const form = { customer_phone: phone, verification_code: await codeTo(stage, phone) };
    assert.equal((await signIn(form)).status, 200);
    await stage.clock.advance(60_000);
    await post('/v4/account_verification_codes', { phone });
    const codes = await stage.database.collection(codeCollection).find({}).toArray();
    assert.deepEqual(
      codes.map(({ _id }) => _id),
      [`known:phone:${phone}`],
    );
  });

  it('answers 202, and the code signs in once', async () => {
    const asked = await post('/v4/account_verification_codes', { phone: '+14155552671' });
    assert.deepEqual(
      [asked.status, withoutLinks(asked.body)],
      [202, { phone: '+14155552671', expires_in: 600 }],
    );
    const code = await codeTo(stage, '+14155552671');
    const form = { customer_phone: '+14155552671', verification_code: code };
    assert.equal((await signIn(form)).status, 200);
    const again = await signIn(form);
    assert.deepEqual([again.status, at(again.body, 'error')], [400, 'invalid_grant']);
    const logged = JSON.stringify([stage.server.lines, asked.text]);
    assert.ok(!logged.includes(code));
  });

  it('answers 429 with Retry-After when asked again at once, and 202 after that', async () => {
    const form = { email: 'new@example.com' };
    assert.equal((await post('/v4/account_verification_codes', form)).status, 202);
    const again = await post('/v4/account_verification_codes', form);
    assert.deepEqual(
      [again.status, codeOf(again.body), again.headers['retry-after']],
      [429, 'account_codes_limited', '30'],
    );
    await stage.clock.advance(30_000);
    assert.equal((await post('/v4/account_verification_codes', form)).status, 202);
  });

  for (const form of [{}, { email: 'a@example.com', phone: '+14155552671' }]) {
    it(`answers 400 for ${JSON.stringify(form)}`, async () => {
      const { status, body } = await post('/v4/account_verification_codes', form);
      assert.deepEqual(
        [status, codeOf(body), fieldsOf(body)],
        [400, 'request_parameter_invalid', ['email', 'phone']],
      );
    });
  }

  it('lets in nobody of fifty who guess at once', async () => {
    const email = 'new@example.com';
    await post('/v4/account_verification_codes', { email });
    const code = await codeTo(stage, email);
    const wrong = code === '000000' ? '111111' : '000000';
    const guesses = await Promise.all(
      Array.from({ length: 50 }, () => signIn({ customer_email: email, verification_code: wrong })),
    );
    assert.ok(guesses.every(({ status }) => status === 400 || status === 429));
    assert.equal((await signIn({ customer_email: email, verification_code: code })).status, 400);
  });
});

describe('who has an account', () => {
  /** All of an answer that could tell: not what differs between any two answers. */
  const telling = ({ status, headers, text }: Received, address: string): unknown => {
    const { date: _date, 'x-request-id': _id, ...others } = headers;
    const neutral = text.replaceAll(address, 'ADDRESS').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'UUID');
    const { 'content-length': length, ...kept } = others;
    return { status, kept, length: Number(length) - (text.length - neutral.length), neutral };
  };

  const known = userEmail;
  const guest = 'guest@example.com';
  const unknown = 'nobody@example.com';
  const asked: readonly (readonly [string, string, (email: string) => Form])[] = [
    [
      'POST /account',
      '/v4/account',
      (email) => ({ email, password: 'correct horse', first_name: 'A', last_name: 'B' }),
    ],
    ['POST /account, passwordless', '/v4/account', (email) => ({ email, passwordless: 'true' })],
    ['POST /account, in v3_1', '/v3_1/account', (email) => ({ email, passwordless: 'true' })],
    [
      'POST /account with its address as the password',
      '/v4/account',
      (email) => ({ email, password: email }),
    ],
    ['POST /account_verification_codes', '/v4/account_verification_codes', (email) => ({ email })],
    [
      'POST /oauth/token with a wrong password',
      '/v4/oauth/token',
      (email) => ({ grant_type: 'password', customer_email: email, customer_password: 'wrong' }),
    ],
    [
      'POST /oauth/token with a wrong code',
      '/v4/oauth/token',
      (email) => ({ grant_type: 'password', customer_email: email, verification_code: '000000' }),
    ],
  ];

  const makeGuest = async (): Promise<void> => {
    const id = customerId(7);
    const { database, clock } = stage;
    const nothing = { phone: null, passwordHash: null, emailVerifiedAt: null, releasedAt: null };
    await database.collection(customerCollection).insertOne({
      _id: id,
      rev: 0,
      email: guest,
      firstName: 'Guest',
      lastName: '',
      unverifiedEmail: null,
      unverifiedPhone: null,
      released: [],
      createdAt: clock.now(),
      ...nothing,
      signIns: { epoch: 0, kept: null },
    });
    await database
      .collection(reservedCollection)
      .insertOne({ _id: `email:${guest}`, customer: id, claim: 'first' });
  };

  for (const [name, path, form] of asked) {
    it(`cannot be found out by ${name}, nor by asking again`, async () => {
      await makeGuest();
      const rounds: unknown[][] = [];
      for (const email of [known, guest, unknown]) {
        const first = telling(await post(path, form(email)), email);
        const second = telling(await post(path, form(email)), email);
        rounds.push([first, second]);
      }
      assert.deepEqual(rounds[0], rounds[2]);
      assert.deepEqual(rounds[1], rounds[2]);
    });
  }

  it('cannot be found out by a signed-in customer who wants the address', async () => {
    await makeGuest();
    const rounds: unknown[] = [];
    for (const email of ['bob@example.com', guest, unknown]) {
      const wanted = telling(await change({ email, current_password: userPassword }), email);
      const guessed = telling(await change({ email, verification_code: '000000' }), email);
      rounds.push([wanted, guessed]);
    }
    assert.deepEqual(rounds[0], rounds[2]);
    assert.deepEqual(rounds[1], rounds[2]);
  });

  it('is told to the address alone', async () => {
    await makeGuest();
    for (const email of [known, guest, unknown]) {
      await post('/v4/account', { email, password: 'correct horse' });
    }
    const letters = await lettersOf(stage);
    assert.deepEqual(
      letters.map(({ to, template }) => [to, template]).sort(),
      [
        [known, 'account_exists'],
        [guest, 'account_verification'],
        [unknown, 'account_verification'],
      ].sort(),
    );
  });
});
