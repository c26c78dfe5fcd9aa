import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { firstSignIns } from '../../src/accounts/sign-ins.js';
import { openAccounts, wrongCode } from './open-accounts.js';
import { assertRefused } from './refusal.js';

const ann = { email: 'ann@example.com' };
const minute = 60_000;

describe('a sign-in code', () => {
  it('lets in whoever has the address, once, and is kept nowhere as it is', async (context) => {
    const { accounts, codeTo, codes, letters } = await openAccounts(context);
    await accounts.sendCode({ email: ' Ann@Example.com' }, 'fr-CA');
    const [letter] = letters;
    const code = codeTo('ann@example.com');
    assert.match(code, /^\d{6}$/);
    assert.deepEqual(
      [letter?.to, letter?.template, letter?.locale],
      [{ email: 'ann@example.com' }, 'verification_code', 'fr-CA'],
    );
    assert.ok(!JSON.stringify(await codes.find({}).toArray()).includes(code));

    const customer = await accounts.verifyCode(ann, ` ${code} `);
    assert.deepEqual(customer, {
      id: 1,
      ...ann,
      firstName: '',
      lastName: '',
      hasPassword: false,
      signIns: firstSignIns,
    });
    assert.equal(await accounts.verifyCode(ann, code), undefined);
    assert.equal(await codes.countDocuments({}), 0);
  });

  it('makes a passwordless account for a phone that has none, and finds it again', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    await accounts.sendCode({ phone: '(415) 555-2671' }, 'en-US');
    const first = await accounts.verifyCode({ phone: '+14155552671' }, codeTo('+14155552671'));
    await clock.advance(minute);
    await accounts.sendCode({ phone: '+14155552671' }, 'en-US');
    const again = await accounts.verifyCode({ phone: '+14155552671' }, codeTo('+14155552671'));
    assert.deepEqual(first, {
      id: 1,
      email: '',
      firstName: '',
      lastName: '',
      hasPassword: false,
      signIns: firstSignIns,
    });
    assert.deepEqual(again, first);
    assert.equal((await accounts.profile(first?.id ?? assert.fail()))?.phone, '+14155552671');
  });

  it('lets a guest in to the bookings made with the address, and verifies it', async (context) => {
    const { accounts, codeTo } = await openAccounts(context);
    const guest = await accounts.findOrCreateGuest({ ...ann, firstName: 'Ann', lastName: 'Lee' });
    assert.equal((await accounts.profile(guest.id))?.isEmailVerified, false);
    await accounts.sendCode(ann, 'en-US');
    assert.deepEqual(await accounts.verifyCode(ann, codeTo(ann.email)), guest);
    assert.equal((await accounts.profile(guest.id))?.isEmailVerified, true);
  });

  it('is refused to another address, and as soon as another took its place', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    await accounts.sendCode(ann, 'en-US');
    const first = codeTo(ann.email);
    assert.equal(await accounts.verifyCode({ email: 'bob@example.com' }, first), undefined);
    await clock.advance(minute);
    await accounts.sendCode(ann, 'en-US');
    const second = codeTo(ann.email);
    assert.notEqual(second, first);
    assert.equal(await accounts.verifyCode(ann, first), undefined);
    assert.notEqual(await accounts.verifyCode(ann, second), undefined);
  });

  it('is good for ten minutes', async (context) => {
    const { accounts, codeTo, clock } = await openAccounts(context);
    const bob = { email: 'bob@example.com' };
    await accounts.sendCode(ann, 'en-US');
    await accounts.sendCode(bob, 'en-US');
    await clock.advance(10 * minute - 1);
    assert.notEqual(await accounts.verifyCode(ann, codeTo(ann.email)), undefined);
    await clock.advance(1);
    assert.equal(await accounts.verifyCode(bob, codeTo(bob.email)), undefined);
  });

  it('may be wrong four times, and is gone after the fifth, also after a restart', async (context) => {
    const { accounts, elsewhere, codeTo, clock } = await openAccounts(context);
    await accounts.sendCode(ann, 'en-US');
    const code = codeTo(ann.email);
    for (let guess = 1; guess <= 4; guess += 1) {
      assert.equal(await accounts.verifyCode(ann, wrongCode(code)), undefined);
    }
    assert.notEqual(await elsewhere().verifyCode(ann, code), undefined);

    await clock.advance(minute);
    await accounts.sendCode(ann, 'en-US');
    const next = codeTo(ann.email);
    for (let guess = 1; guess <= 5; guess += 1) await accounts.verifyCode(ann, wrongCode(next));
    assert.equal(await elsewhere().verifyCode(ann, next), undefined);
  });

  it('is guessed at five times at most by fifty who guess at once in several processes', async (context) => {
    const { accounts, elsewhere, codeTo, codes } = await openAccounts(context);
    await accounts.sendCode(ann, 'en-US');
    const code = codeTo(ann.email);
    const processes = [elsewhere(), elsewhere(), elsewhere()];
    // The right one comes last: it would be let in if a single guess before it had gone uncounted.
    const guesses = [...Array.from({ length: 49 }, () => wrongCode(code)), code];
    const found = await Promise.all(
      guesses.map((guess, index) => processes[index % 3]?.verifyCode(ann, guess)),
    );
    const [issued] = await codes.find({}).toArray();
    const isIn = found.at(-1) !== undefined;
    assert.ok(isIn ? issued === undefined : issued?.tries === 5);
    assert.deepEqual(found.slice(0, -1), Array(49).fill(undefined));
  });

  it('lets in one of many who give it at the same time', async (context) => {
    const { accounts, elsewhere, codeTo, customers } = await openAccounts(context);
    await accounts.sendCode(ann, 'en-US');
    const code = codeTo(ann.email);
    const found = await Promise.all(Array.from({ length: 5 }, () => elsewhere().verifyCode(ann, code)));
    assert.equal(found.filter((customer) => customer !== undefined).length, 1);
    assert.equal(await customers.countDocuments({}), 1);
  });

  it('is not asked for again within half a minute, nor six times an hour, nor by many at once', async (context) => {
    const { accounts, elsewhere, clock, letters } = await openAccounts(context);
    const asked = await Promise.allSettled(
      Array.from({ length: 20 }, () => elsewhere().sendCode(ann, 'en-US')),
    );
    assert.equal(asked.filter(({ status }) => status === 'fulfilled').length, 1);
    assert.equal(letters.length, 1);
    await assertRefused(elsewhere().sendCode(ann, 'en-US'), 'account_codes_limited');
    await clock.advance(minute);
    const later = Array.from({ length: 20 }, () => elsewhere().sendCode(ann, 'en-US'));
    await Promise.allSettled(later);
    assert.equal(letters.length, 2);
    for (let more = 3; more <= 5; more += 1) {
      await clock.advance(minute);
      await accounts.sendCode(ann, 'en-US');
    }
    await clock.advance(minute);
    await assertRefused(accounts.sendCode(ann, 'en-US'), 'account_codes_limited');
    await accounts.sendCode({ email: 'bob@example.com' }, 'en-US');
    assert.equal(letters.length, 6);
  });

  for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６', '123456\n123456']) {
    it(`is not ${JSON.stringify(code)}, which is not counted as a guess`, async (context) => {
      const { accounts, codes } = await openAccounts(context);
      await accounts.sendCode(ann, 'en-US');
      assert.equal(await accounts.verifyCode(ann, code), undefined);
      assert.equal((await codes.findOne({}))?.tries, 0);
    });
  }

  it('is refused to what is no address', async (context) => {
    const { accounts } = await openAccounts(context);
    await assertRefused(accounts.sendCode({ email: 'ann' }, 'en-US'), 'request_parameter_invalid', ['email']);
    await assertRefused(accounts.sendCode({ phone: '12' }, 'en-US'), 'request_parameter_invalid', ['phone']);
    assert.equal(await accounts.verifyCode({ email: 'ann' }, '123456'), undefined);
  });

  it('is forgotten some time after it lapsed, and so is that it was sent', async (context) => {
    const { accounts, clock, database, codes } = await openAccounts(context);
    const limits = database.collection({ name: 'codeLimits', indexes: [] });
    await accounts.sendCode(ann, 'en-US');
    await clock.advance(9 * minute);
    await accounts.tidy();
    assert.deepEqual([await codes.countDocuments({}), await limits.countDocuments({})], [1, 1]);
    await clock.advance(2 * minute);
    await accounts.tidy();
    assert.deepEqual([await codes.countDocuments({}), await limits.countDocuments({})], [0, 1]);
    await clock.advance(24 * 60 * minute);
    await accounts.tidy();
    assert.equal(await limits.countDocuments({}), 0);
  });
});

describe('a sign-in code of an owner who is known where they ask', () => {
  const home = '203.0.113.7';
  const elsewhere = '198.51.100.9';
  const hour = 60 * minute;

  const openKnown = async (context: TestContext) => {
    const opened = await openAccounts(context);
    await opened.accounts.sendCode(ann, 'en-US', home);
    await opened.accounts.verifyCode(ann, opened.codeTo(ann.email), home);
    await opened.clock.advance(24 * hour);
    return opened;
  };

  it('is sent, also where a stranger used up all codes of the day, and after a restart', async (context) => {
    const { accounts, elsewhere: restarted, clock, codeTo } = await openKnown(context);
    for (let asked = 1; asked <= 20; asked += 1) {
      await accounts.sendCode(ann, 'en-US', elsewhere);
      await clock.advance(hour / 5);
    }
    await assertRefused(accounts.sendCode(ann, 'en-US', elsewhere), 'account_codes_limited');
    await assertRefused(accounts.sendCode(ann, 'en-US'), 'account_codes_limited');
    await restarted().sendCode(ann, 'en-US', home);
    assert.notEqual(await restarted().verifyCode(ann, codeTo(ann.email), home), undefined);
  });

  it('has bounds of its own, as tight', async (context) => {
    const { accounts, clock } = await openKnown(context);
    await accounts.sendCode(ann, 'en-US', home);
    await assertRefused(accounts.sendCode(ann, 'en-US', home), 'account_codes_limited');
    for (let asked = 2; asked <= 5; asked += 1) {
      await clock.advance(minute);
      await accounts.sendCode(ann, 'en-US', home);
    }
    await clock.advance(minute);
    await assertRefused(accounts.sendCode(ann, 'en-US', home), 'account_codes_limited');
  });

  it('outlives the guesses of strangers and what they ask for', async (context) => {
    const { accounts, clock, codeTo } = await openKnown(context);
    await accounts.sendCode(ann, 'en-US', home);
    const code = codeTo(ann.email);
    await clock.advance(minute);
    await accounts.sendCode(ann, 'en-US', elsewhere);
    for (let guess = 1; guess <= 10; guess += 1) {
      assert.equal(await accounts.verifyCode(ann, wrongCode(code), elsewhere), undefined);
    }
    assert.equal(await accounts.verifyCode(ann, code, elsewhere), undefined);
    assert.equal(await accounts.verifyCode(ann, wrongCode(code), home), undefined);
    assert.notEqual(await accounts.verifyCode(ann, code, home), undefined);
  });

  it('is guessed at five times at most, by whomever', async (context) => {
    const { accounts, codes, codeTo } = await openKnown(context);
    await accounts.sendCode(ann, 'en-US', home);
    const code = codeTo(ann.email);
    for (const place of [elsewhere, elsewhere, elsewhere, elsewhere, home, home]) {
      await accounts.verifyCode(ann, wrongCode(code), place);
    }
    assert.equal((await codes.findOne({}))?.tries, 5);
    assert.equal(await accounts.verifyCode(ann, code, home), undefined);
  });

  it('lets the owner in elsewhere too, while no stranger guessed', async (context) => {
    const { accounts, codeTo, codes } = await openKnown(context);
    await accounts.sendCode(ann, 'en-US', home);
    assert.notEqual(await accounts.verifyCode(ann, codeTo(ann.email), elsewhere), undefined);
    assert.equal(await codes.countDocuments({}), 0);
  });

  it('is one of anybody again 90 days after the last sign-in, which is kept nowhere as it is', async (context) => {
    const { accounts, clock, codes, database } = await openKnown(context);
    const places = database.collection({ name: 'knownPlaces', indexes: [] });
    const kept = JSON.stringify(await places.find({}).toArray());
    assert.ok(!kept.includes(home) && !kept.includes(ann.email));
    await clock.advance(88 * 24 * hour);
    await accounts.sendCode(ann, 'en-US', home);
    assert.equal((await codes.findOne({}))?._id, `known:email:${ann.email}`);
    await clock.advance(24 * hour);
    await accounts.sendCode(ann, 'en-US', home);
    assert.notEqual(await codes.findOne({ _id: `sign_in:email:${ann.email}` }), null);
    await clock.advance(1);
    await accounts.tidy();
    assert.equal(await places.countDocuments({}), 0);
  });

  it('is sent where the password was right before', async (context) => {
    const { accounts, codes } = await openAccounts(context);
    const password = 'correct horse';
    await accounts.createWithPassword({ ...ann, firstName: '', lastName: '', password });
    await accounts.verifyPassword(ann.email, 'wrong horse', elsewhere);
    await accounts.verifyPassword(ann.email, password, home);
    await accounts.sendCode(ann, 'en-US', elsewhere);
    await accounts.sendCode(ann, 'en-US', home);
    const ids = (await codes.find({}, { sort: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    assert.deepEqual(ids, [`known:email:${ann.email}`, `sign_in:email:${ann.email}`]);
  });
});
