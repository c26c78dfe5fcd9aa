import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CustomerChanges } from '../../src/accounts/accounts.js';
import { firstSignIns } from '../../src/accounts/sign-ins.js';
import { type CustomerId, customerId } from '../../src/base/ids.js';
import { at } from '../http/read.js';
import { type OpenAccounts, openAccounts, wrongCode } from './open-accounts.js';
import { assertRefused } from './refusal.js';

const email = 'ann@example.com';
const fresh = 'ann@example.org';
const phone = '+14155552671';
const password = 'correct horse';
const minute = 60_000;

const withAnn = async (context: TestContext): Promise<OpenAccounts & { readonly id: CustomerId }> => {
  const opened = await openAccounts(context);
  const ann = { email, firstName: 'Ann', lastName: 'Lee', password };
  const made = await opened.accounts.createWithPassword(ann);
  if (made === 'exists') throw new Error('there is one');
  return { ...opened, id: made.id };
};

const changes = (more: Partial<CustomerChanges>): CustomerChanges => ({ locale: 'en-US', ...more });

describe('changing an account', () => {
  it('takes new names at once, and leaves what is not named', async (context) => {
    const { accounts, id, letters } = await withAnn(context);
    const changed = await accounts.change(id, changes({ firstName: 'Anna' }));
    assert.deepEqual(changed, {
      id,
      email,
      firstName: 'Anna',
      lastName: 'Lee',
      phone: '',
      hasPassword: true,
      signIns: firstSignIns,
      isEmailVerified: true,
      unverifiedEmail: '',
      unverifiedPhone: '',
    });
    assert.deepEqual(await accounts.profile(id), changed);
    assert.deepEqual(letters, []);
  });

  it('takes a new password for the current one, and tells the owner', async (context) => {
    const { accounts, id, letters } = await withAnn(context);
    const next = 'a better password';
    await assertRefused(accounts.change(id, changes({ password: next })), 'account_proof_missing', [
      'current_password',
    ]);
    await assertRefused(
      accounts.change(id, changes({ password: next, currentPassword: 'wrong' })),
      'account_proof_invalid',
      ['current_password'],
    );
    assert.notEqual(await accounts.verifyPassword(email, password), undefined);
    await accounts.change(id, changes({ password: next, currentPassword: password }));
    assert.equal(await accounts.verifyPassword(email, password), undefined);
    assert.notEqual(await accounts.verifyPassword(email, next), undefined);
    assert.deepEqual(
      letters.map(({ to, template }) => [to, template]),
      [[{ email }, 'account_changed']],
    );
  });

  it('lets the current password be guessed at five times in five minutes, by many at once too', async (context) => {
    const { id, elsewhere, clock } = await withAnn(context);
    const guess = (currentPassword: string) =>
      elsewhere().change(id, changes({ password: 'a better password', currentPassword }));
    const codes = await Promise.all(
      Array.from({ length: 20 }, () => guess('wrong').catch((error: unknown) => at(error, 'code'))),
    );
    const invalid = codes.filter((code) => code === 'account_proof_invalid').length;
    assert.ok(invalid >= 1 && invalid <= 5, String(invalid));
    for (let more = invalid; more < 5; more += 1) {
      await assertRefused(guess('wrong'), 'account_proof_invalid', ['current_password']);
    }
    await assertRefused(guess(password), 'request_rate_limited');
    await clock.advance(5 * minute);
    assert.equal((await guess(password)).hasPassword, true);
  });

  it('refuses a new password that is too short, or the address', async (context) => {
    const { accounts, id } = await withAnn(context);
    for (const next of ['7 chars', 'ANN@example.com']) {
      const change = changes({ password: next, currentPassword: password });
      await assertRefused(accounts.change(id, change), 'request_parameter_invalid', ['password']);
    }
  });

  it('counts a new address once its code came back, and gives the old one free', async (context) => {
    const { accounts, id, codeTo, holders, letters } = await withAnn(context);
    const asked = await accounts.change(id, changes({ email: 'Ann@Example.ORG', currentPassword: password }));
    assert.deepEqual([asked.email, asked.unverifiedEmail], [email, fresh]);
    assert.deepEqual(await holders(), { [`email:${email}`]: id });
    const code = codeTo(fresh);

    const wrong = changes({ email: fresh, verificationCode: wrongCode(code) });
    await assertRefused(accounts.change(id, wrong), 'account_verification_code_invalid', [
      'verification_code',
    ]);
    const changed = await accounts.change(id, changes({ email: fresh, verificationCode: code }));
    assert.deepEqual([changed.email, changed.unverifiedEmail, changed.isEmailVerified], [fresh, '', true]);
    assert.deepEqual(await holders(), { [`email:${fresh}`]: id });
    assert.equal(await accounts.verifyPassword(email, password), undefined);
    assert.notEqual(await accounts.verifyPassword(fresh, password), undefined);
    assert.deepEqual(
      letters.map(({ to, template }) => [to, template]),
      [
        [{ email: fresh }, 'address_change'],
        [{ email }, 'account_changed'],
      ],
    );
    const another = await accounts.findOrCreateGuest({ email, firstName: '', lastName: '' });
    assert.notEqual(another.id, id);
  });

  it('counts a phone once its code came back; then one signs in by it', async (context) => {
    const { accounts, id, codeTo, holders, clock } = await withAnn(context);
    await accounts.change(id, changes({ phone: '(415) 555-2671', currentPassword: password }));
    const changed = await accounts.change(id, changes({ phone, verificationCode: codeTo(phone) }));
    assert.deepEqual([changed.phone, changed.unverifiedPhone], [phone, '']);
    assert.deepEqual(await holders(), { [`email:${email}`]: id, [`phone:${phone}`]: id });
    await clock.advance(minute);
    await accounts.sendCode({ phone }, 'en-US');
    assert.equal((await accounts.verifyCode({ phone }, codeTo(phone)))?.id, id);
  });

  it('goes back to the address it had', async (context) => {
    const { accounts, id, codeTo, holders, clock } = await withAnn(context);
    for (const next of [fresh, email]) {
      await clock.advance(minute);
      await accounts.change(id, changes({ email: next, currentPassword: password }));
      await accounts.change(id, changes({ email: next, verificationCode: codeTo(next) }));
      assert.deepEqual(await holders(), { [`email:${next}`]: id });
    }
  });

  it("tells nobody but the address that it is somebody else's", async (context) => {
    const { accounts, id, letters, holders, clock } = await withAnn(context);
    const bob = 'bob@example.com';
    await accounts.createWithPassword({ email: bob, firstName: '', lastName: '', password });
    const before = await holders();
    const asked = await accounts.change(id, changes({ email: bob, currentPassword: password }));
    await clock.advance(minute);
    const free = await accounts.change(id, changes({ email: fresh, currentPassword: password }));
    assert.deepEqual({ ...asked, unverifiedEmail: '' }, { ...free, unverifiedEmail: '' });
    assert.deepEqual(
      letters.map(({ to, template }) => [to, template]),
      [
        [{ email: bob }, 'address_in_use'],
        [{ email: fresh }, 'address_change'],
      ],
    );
    assert.deepEqual(await holders(), before);
  });

  it("keeps an address from two who confirm it, for whoever's code comes first", async (context) => {
    const { accounts, id, codeTo, holders, clock } = await withAnn(context);
    const bob = await accounts.createWithPassword({
      email: 'bob@example.com',
      firstName: '',
      lastName: '',
      password,
    });
    if (bob === 'exists') throw new Error('there is one');
    const code: string[] = [];
    for (const each of [id, bob.id]) {
      await accounts.change(each, changes({ email: fresh, currentPassword: password }));
      code.push(codeTo(fresh));
      await clock.advance(minute);
    }
    const confirm = (each: CustomerId, index: number) =>
      accounts.change(each, changes({ email: fresh, verificationCode: code[index] ?? '' }));
    const outcomes = await Promise.allSettled([confirm(id, 0), confirm(bob.id, 1)]);
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    const held = await holders();
    assert.equal(Object.keys(held).length, 2);
    for (const [key, holder] of Object.entries(held)) {
      assert.equal(`email:${(await accounts.find(customerId(holder)))?.email}`, key);
    }
  });

  it('leaves one of two addresses that are confirmed at once', async (context) => {
    const { accounts, id, codeTo, holders, elsewhere } = await withAnn(context);
    const wanted = [fresh, 'ann@example.net'];
    for (const next of wanted) await accounts.change(id, changes({ email: next, currentPassword: password }));
    const confirm = (next: string) =>
      elsewhere().change(id, changes({ email: next, verificationCode: codeTo(next) }));
    await Promise.all(wanted.map(confirm));
    const had = (await accounts.find(id))?.email ?? '';
    assert.ok(wanted.includes(had));
    assert.deepEqual(await holders(), { [`email:${had}`]: id });
  });

  it('is signed in to by the address it has, not by one that is only on its way there', async (context) => {
    const { accounts, id, reserved } = await withAnn(context);
    // Whoever confirmed it died before the account was written.
    await reserved.insertOne({ _id: `email:${fresh}`, customer: id, claim: 'half' });
    assert.equal(await accounts.verifyPassword(fresh, password), undefined);
    assert.notEqual(await accounts.verifyPassword(email, password), undefined);
  });

  it("does not sign in by the code for a change, nor change by somebody else's", async (context) => {
    const { accounts, id, codeTo } = await withAnn(context);
    await accounts.change(id, changes({ email: fresh, currentPassword: password }));
    assert.equal(await accounts.verifyCode({ email: fresh }, codeTo(fresh)), undefined);
    const bob = await accounts.findOrCreateGuest({ email: 'bob@example.com', firstName: '', lastName: '' });
    const stolen = changes({ email: fresh, verificationCode: codeTo(fresh) });
    await assertRefused(accounts.change(bob.id, stolen), 'account_verification_code_invalid', [
      'verification_code',
    ]);
  });

  it('asks a passwordless customer for a code sent to an address they have', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    const guest = await accounts.findOrCreateGuest({ email, firstName: '', lastName: '' });
    const next = changes({ password });
    await assertRefused(accounts.change(guest.id, next), 'account_proof_missing', ['current_code']);
    await accounts.sendCode({ email }, 'en-US');
    const code = codeTo(email);
    await assertRefused(
      accounts.change(guest.id, { ...next, currentCode: wrongCode(code) }),
      'account_proof_invalid',
      ['current_code'],
    );
    const changed = await accounts.change(guest.id, { ...next, currentCode: code });
    assert.equal(changed.hasPassword, true);
    await clock.advance(minute);
    await assertRefused(accounts.change(guest.id, { ...next, currentCode: code }), 'account_proof_missing', [
      'current_password',
    ]);
  });

  it('needs no proof, and sends nothing, for an address the account has', async (context) => {
    const { accounts, id, letters } = await withAnn(context);
    assert.equal((await accounts.change(id, changes({ email: ' ANN@example.com' }))).email, email);
    assert.deepEqual(letters, []);
  });

  it('refuses a code beside no new address, or beside two', async (context) => {
    const { accounts, id } = await withAnn(context);
    for (const more of [{}, { email: fresh, phone }]) {
      const change = changes({ ...more, verificationCode: '123456' });
      await assertRefused(accounts.change(id, change), 'request_parameter_invalid', ['verification_code']);
    }
  });

  it('keeps every change of many at once', async (context) => {
    const { accounts, id, elsewhere, customers } = await withAnn(context);
    await Promise.all([
      ...Array.from({ length: 5 }, (_, index) =>
        elsewhere().change(id, changes({ firstName: `Ann ${index}` })),
      ),
      ...Array.from({ length: 5 }, (_, index) =>
        elsewhere().change(id, changes({ lastName: `Lee ${index}` })),
      ),
    ]);
    const profile = await accounts.profile(id);
    assert.match(profile?.firstName ?? '', /^Ann \d$/);
    assert.match(profile?.lastName ?? '', /^Lee \d$/);
    assert.equal((await customers.findOne({ _id: id }))?.rev, 10);
  });

  it('is for customers that there are', async (context) => {
    const { accounts } = await openAccounts(context);
    await assertRefused(accounts.change(customerId(4711), changes({ firstName: 'X' })), 'token_invalid');
  });
});
