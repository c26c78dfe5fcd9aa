import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Accounts, SignUp } from '../../src/accounts/accounts.js';
import { firstSignIns } from '../../src/accounts/sign-ins.js';
import { openAccounts } from './open-accounts.js';
import { assertRefused } from './refusal.js';

const email = 'ann@example.com';
const names = { firstName: 'Ann', lastName: 'Lee' };
const password = 'correct horse';
const wish: SignUp = { email, password, ...names, locale: 'en-US' };
const guestNames = { firstName: 'Guest', lastName: '' };
const minute = 60_000;

describe('asking for an account', () => {
  it('makes none before the code has come back; then the password is good', async (context) => {
    const { accounts, codeTo, customers, letters } = await openAccounts(context);
    await accounts.signUp(wish);
    assert.equal(await customers.countDocuments({}), 0);
    assert.equal(await accounts.verifyPassword(email, password), undefined);
    assert.deepEqual(
      letters.map(({ to, template }) => [to, template]),
      [[{ email }, 'account_verification']],
    );

    const made = await accounts.verifyCode({ email }, codeTo(email));
    assert.deepEqual(made, { id: 1, email, ...names, hasPassword: true, signIns: firstSignIns });
    assert.deepEqual(await accounts.verifyPassword(email, password), made);
    assert.equal((await accounts.profile(made?.id ?? assert.fail()))?.isEmailVerified, true);
  });

  it('keeps the password as a hash only', async (context) => {
    const { accounts, codes } = await openAccounts(context);
    await accounts.signUp(wish);
    const [kept] = await codes.find({}).toArray();
    assert.match(kept?.pending?.passwordHash ?? '', /^\$argon2id\$/);
    assert.ok(!JSON.stringify(kept).includes(password));
  });

  it('makes a passwordless one by phone', async (context) => {
    const { accounts, codeTo, holders } = await openAccounts(context);
    await accounts.signUp({ phone: '415 555 2671', ...names, locale: 'fr-CA' });
    const made = await accounts.verifyCode({ phone: '+14155552671' }, codeTo('+14155552671'));
    assert.deepEqual(made, { id: 1, email: '', ...names, hasPassword: false, signIns: firstSignIns });
    assert.deepEqual(await holders(), { 'phone:+14155552671': 1 });
  });

  it('leaves a phone beside the address to be confirmed by itself', async (context) => {
    const { accounts, codeTo, letters, holders } = await openAccounts(context);
    await accounts.signUp({ ...wish, phone: '415 555 2671' });
    assert.deepEqual(
      letters.map(({ to }) => to),
      [{ email }],
    );
    const made = await accounts.verifyCode({ email }, codeTo(email));
    const profile = await accounts.profile(made?.id ?? assert.fail());
    assert.deepEqual([profile?.phone, profile?.unverifiedPhone], ['', '+14155552671']);
    assert.deepEqual(await holders(), { 'email:ann@example.com': 1 });
  });

  it("makes a guest's address an account with that password, under the guest's id", async (context) => {
    const { accounts, codeTo } = await openAccounts(context);
    const guest = await accounts.findOrCreateGuest({ email, ...guestNames });
    await accounts.signUp(wish);
    assert.deepEqual(await accounts.find(guest.id), guest);
    const made = await accounts.verifyCode({ email }, codeTo(email));
    assert.deepEqual(made, {
      id: guest.id,
      email,
      ...names,
      hasPassword: true,
      signIns: { epoch: 1, kept: null },
    });
    assert.deepEqual(await accounts.verifyPassword(email, password), made);
  });

  it('changes nothing of an account that is there; its owner is told, with a code to sign in', async (context) => {
    const { accounts, codeTo, letters } = await openAccounts(context);
    const known = await accounts.createWithPassword({ email, ...names, password: 'the first one' });
    await accounts.signUp({ ...wish, firstName: 'Mallory' });
    assert.deepEqual(
      letters.map(({ to, template }) => [to, template]),
      [[{ email }, 'account_exists']],
    );
    assert.deepEqual(await accounts.verifyCode({ email }, codeTo(email)), known);
    assert.deepEqual(await accounts.verifyPassword(email, 'the first one'), known);
    assert.equal(await accounts.verifyPassword(email, password), undefined);
  });

  it('changes nothing of a passwordless account either', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    await accounts.sendCode({ email }, 'en-US');
    const known = await accounts.verifyCode({ email }, codeTo(email));
    await clock.advance(minute);
    await accounts.signUp(wish);
    assert.deepEqual(await accounts.verifyCode({ email }, codeTo(email)), known);
    assert.equal(await accounts.verifyPassword(email, password), undefined);
  });

  it("brings no password along when the owner signs in by a code of their own: a stranger's wish is dropped", async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    await accounts.signUp({ ...wish, password: 'a stranger knows this' });
    const strangers = codeTo(email);
    await clock.advance(minute);
    await accounts.sendCode({ email }, 'en-US');
    const owner = await accounts.verifyCode({ email }, codeTo(email));
    assert.deepEqual(owner, {
      id: 1,
      email,
      firstName: '',
      lastName: '',
      hasPassword: false,
      signIns: firstSignIns,
    });
    assert.equal(await accounts.verifyCode({ email }, strangers), undefined);
    assert.equal(await accounts.verifyPassword(email, 'a stranger knows this'), undefined);
  });

  it('brings no password to an account that was made in the meantime', async (context) => {
    const { accounts, codeTo } = await openAccounts(context);
    await accounts.signUp({ ...wish, password: 'a stranger knows this' });
    const known = await accounts.createWithPassword({ email, ...guestNames, password });
    assert.deepEqual(await accounts.verifyCode({ email }, codeTo(email)), known);
    assert.deepEqual(await accounts.verifyPassword(email, password), known);
    assert.equal(await accounts.verifyPassword(email, 'a stranger knows this'), undefined);
  });

  const strangers = 'a stranger knows this';
  const hasStrangersWay = async (accounts: Accounts): Promise<boolean> =>
    (await accounts.verifyPassword(email, strangers)) !== undefined;

  it('brings no password along where a stranger asked first, and the owner is told to wait', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    await accounts.signUp({ ...wish, phone: '415 555 2671', password: strangers });
    await clock.advance(1_000);
    await assertRefused(accounts.signUp(wish), 'account_codes_limited');
    const made = await accounts.verifyCode({ email }, codeTo(email));
    assert.equal(made?.hasPassword, false);
    assert.equal((await accounts.profile(made.id))?.unverifiedPhone, '');
    assert.equal(await hasStrangersWay(accounts), false);
  });

  it('nor where the owner asked for a code to sign in, before or after', async (context) => {
    for (const isFirst of [true, false]) {
      const { accounts, codeTo, clock } = await openAccounts(context);
      const ask = () => accounts.sendCode({ email }, 'en-US');
      const steal = () => accounts.signUp({ ...wish, password: strangers });
      const [before, then] = isFirst ? [ask, steal] : [steal, ask];
      await before();
      if (isFirst) await clock.advance(minute);
      await then().catch(() => undefined);
      assert.equal((await accounts.verifyCode({ email }, codeTo(email)))?.hasPassword, false);
      assert.equal(await hasStrangersWay(accounts), false);
    }
  });

  it("nor where a stranger's request takes the place of the owner's", async (context) => {
    for (const password of [wish.password, undefined]) {
      const { accounts, codeTo, clock } = await openAccounts(context);
      const { password: _, ...passwordless } = wish;
      await accounts.signUp({ ...passwordless, ...(password !== undefined && { password }) });
      await clock.advance(minute);
      await accounts.signUp({ ...wish, password: strangers });
      await accounts.verifyCode({ email }, codeTo(email));
      assert.equal(await hasStrangersWay(accounts), false);
    }
  });

  it('keeps the password of who asks again with the same', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    await accounts.signUp(wish);
    await assertRefused(accounts.signUp(wish), 'account_codes_limited');
    await clock.advance(minute);
    await accounts.signUp(wish);
    const made = await accounts.verifyCode({ email }, codeTo(email));
    assert.deepEqual(await accounts.verifyPassword(email, password), made);
    assert.equal(made?.hasPassword, true);
  });

  it('names nobody anew who has an account by phone', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    const phone = '+14155552671';
    await accounts.signUp({ phone, ...names, locale: 'en-US' });
    const known = await accounts.verifyCode({ phone }, codeTo(phone));
    await clock.advance(minute);
    await accounts.signUp({ phone, firstName: 'Mallory', lastName: '', locale: 'en-US' });
    assert.deepEqual(await accounts.verifyCode({ phone }, codeTo(phone)), known);
  });

  it('is forgotten when nobody confirms it', async (context) => {
    const { accounts, codes, clock, customers, holders } = await openAccounts(context);
    await accounts.signUp(wish);
    await clock.advance(11 * minute);
    await accounts.tidy();
    assert.deepEqual(
      [await codes.countDocuments({}), await customers.countDocuments({}), await holders()],
      [0, 0, {}],
    );
  });

  it('is one account when many ask at once with the same address', async (context) => {
    const { elsewhere, letters, codeTo, customers, holders } = await openAccounts(context);
    const asked = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        elsewhere().signUp({ ...wish, password: `password number ${index}` }),
      ),
    );
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(letters.length, 1);
    const found = await Promise.all(
      Array.from({ length: 4 }, () => elsewhere().verifyCode({ email }, codeTo(email))),
    );
    assert.equal(found.filter((customer) => customer !== undefined).length, 1);
    assert.equal(await customers.countDocuments({}), 1);
    assert.equal(Object.keys(await holders()).length, 1);
  });

  const refused: readonly (readonly [string, Partial<SignUp> & { email?: string }, readonly string[]])[] = [
    ['an address that is none', { email: 'ann' }, ['email']],
    ['a phone number that is none', { phone: '12' }, ['phone']],
    ['a short password', { password: '7 chars' }, ['password']],
    ['a long password', { password: 'x'.repeat(1025) }, ['password']],
    ['the address as the password', { password: ' ANN@example.com' }, ['password']],
  ];
  for (const [name, change, fields] of refused) {
    it(`is refused with ${name}, and nothing is stored`, async (context) => {
      const { accounts, codes, letters } = await openAccounts(context);
      await assertRefused(accounts.signUp({ ...wish, ...change }), 'request_parameter_invalid', fields);
      assert.deepEqual([await codes.countDocuments({}), letters.length], [0, 0]);
    });
  }

  it('is refused without an address, and with a password for a phone alone', async (context) => {
    const { accounts } = await openAccounts(context);
    const bare = { ...names, locale: 'en-US' } as const;
    await assertRefused(accounts.signUp(bare), 'request_parameter_invalid', ['email', 'phone']);
    await assertRefused(
      accounts.signUp({ ...bare, phone: '415 555 2671', password }),
      'request_parameter_invalid',
      ['email'],
    );
  });
});

describe('a password', () => {
  it('is hashed anew with the work of today when its owner signs in', async (context) => {
    const { accounts, elsewhere, database, customers } = await openAccounts(context);
    await accounts.createWithPassword({ email, ...names, password });
    const before = (await customers.findOne({}))?.passwordHash ?? '';
    const dearer = elsewhere(database, { memoryCost: 128, timeCost: 2 });
    assert.equal(await dearer.verifyPassword(email, 'wrong horse'), undefined);
    assert.equal((await customers.findOne({}))?.passwordHash, before);
    assert.notEqual(await dearer.verifyPassword(email, password), undefined);
    const after = (await customers.findOne({}))?.passwordHash ?? '';
    assert.match(after, /\$m=128,t=2,p=1\$/);
    assert.notEqual(await accounts.verifyPassword(email, password), undefined);
  });

  it('is the same in either Unicode form', async (context) => {
    const { accounts } = await openAccounts(context);
    await accounts.createWithPassword({ email, ...names, password: 'caf\u00e9 noisette' });
    assert.notEqual(await accounts.verifyPassword(email, 'cafe\u0301 noisette'), undefined);
  });
});
