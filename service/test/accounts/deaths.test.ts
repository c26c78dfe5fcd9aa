import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Accounts } from '../../src/accounts/accounts.js';
import { customerId } from '../../src/base/ids.js';
import { dyingDatabase, ProcessDied } from '../catalogue/dying-database.js';
import { type OpenAccounts, openAccounts } from './open-accounts.js';

const email = 'ann@example.com';
const fresh = 'ann@example.org';
const password = 'correct horse';
const names = { firstName: 'Ann', lastName: 'Lee' };
const locale = 'en-US';
const minute = 60_000;

interface Story {
  readonly before?: (given: OpenAccounts) => Promise<unknown>;
  /** What the process that dies was doing. */
  readonly work: (accounts: Accounts, given: OpenAccounts) => Promise<unknown>;
  /** What its client does then, and what must be so after it. */
  readonly after: (given: OpenAccounts) => Promise<void>;
}

const diedIn = async (work: Promise<unknown>): Promise<boolean> => {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof ProcessDied) return true;
    throw error;
  }
};

/** Lets a process die before and after each of its store calls in turn; answers how many there were. */
const dyingAtEachCall = async (context: TestContext, story: Story): Promise<number> => {
  for (let atCall = 1; ; atCall += 1) {
    for (const when of ['before', 'after'] as const) {
      const given = await openAccounts(context);
      await story.before?.(given);
      const dying = dyingDatabase(given.database, { atCall, when });
      const hasDied = await diedIn(story.work(given.elsewhere(dying), given));
      await story.after(given);
      if (!hasDied) return atCall - 1;
    }
  }
};

/** Every address leads to the customer who has it, and nobody has one that leads elsewhere. */
const assertConsistent = async ({ customers, holders }: OpenAccounts): Promise<void> => {
  const known = await customers.find({}).toArray();
  const had = known.flatMap(({ _id, email: mail, phone }) => [
    ...(mail === null ? [] : [[`email:${mail}`, _id] as const]),
    ...(phone === null ? [] : [[`phone:${phone}`, _id] as const]),
  ]);
  assert.deepEqual(await holders(), Object.fromEntries(had.sort()));
  for (const { released, releasedAt } of known) assert.deepEqual([released, releasedAt], [[], null]);
};

const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);

describe('a process that dies at any of its store calls', () => {
  it('leaves a guest made or not made, and again makes the same', async (context) => {
    const guest = { email, ...names };
    const calls = await dyingAtEachCall(context, {
      work: (accounts) => accounts.findOrCreateGuest(guest),
      after: async (given) => {
        const made = await given.accounts.findOrCreateGuest(guest);
        assert.deepEqual(await given.accounts.find(made.id), made);
        assert.equal(await given.customers.countDocuments({}), 1);
        await assertConsistent(given);
      },
    });
    assert.ok(calls >= 4, `${calls} calls`);
  });

  it('leaves a wish for an account that can be made again', async (context) => {
    const wish = { email, password, ...names, locale } as const;
    const calls = await dyingAtEachCall(context, {
      work: (accounts) => accounts.signUp(wish),
      after: async ({ accounts, clock, codeTo }) => {
        await clock.advance(minute);
        await accounts.signUp(wish);
        await accounts.verifyCode({ email }, codeTo(email));
        assert.notEqual(await accounts.verifyPassword(email, password), undefined);
      },
    });
    assert.ok(calls >= 4, `${calls} calls`);
  });

  for (const isGuest of [false, true]) {
    it(`leaves an account${isGuest ? ' of a guest' : ''} confirmed, or to be confirmed by the same code`, async (context) => {
      const calls = await dyingAtEachCall(context, {
        before: async ({ accounts }) => {
          if (isGuest) await accounts.findOrCreateGuest({ email, firstName: 'Guest', lastName: '' });
          await accounts.signUp({ email, password, ...names, locale });
        },
        work: (accounts, { codeTo }) => accounts.verifyCode({ email }, codeTo(email)),
        after: async (given) => {
          const { accounts, codeTo, customers } = given;
          // `undefined` where the code was used up before the death: then the account is in force.
          await accounts.verifyCode({ email }, codeTo(email));
          const { id, ...made } = (await accounts.verifyPassword(email, password)) ?? assert.fail();
          assert.deepEqual(made, {
            email,
            ...names,
            hasPassword: true,
            signIns: { epoch: isGuest ? 1 : 0, kept: null },
          });
          assert.deepEqual(await given.holders(), { [`email:${email}`]: id });
          assert.equal(await customers.countDocuments({}), 1);
          await assertConsistent(given);
        },
      });
      assert.ok(calls >= 8, `${calls} calls`);
    });
  }

  it('leaves an address changed, or to be changed by the same code, and the old one free in the end', async (context) => {
    const id = customerId(1);
    const confirm = (accounts: Accounts, { codeTo }: OpenAccounts) =>
      accounts.change(id, { email: fresh, verificationCode: codeTo(fresh), locale });
    const calls = await dyingAtEachCall(context, {
      before: async ({ accounts }) => {
        await accounts.createWithPassword({ email, password, ...names });
        await accounts.change(id, { email: fresh, currentPassword: password, locale });
      },
      work: confirm,
      after: async (given) => {
        await quietly(confirm(given.accounts, given));
        assert.equal((await given.accounts.find(id))?.email, fresh);
        assert.equal(await given.accounts.verifyPassword(email, password), undefined);
        assert.equal((await given.accounts.verifyPassword(fresh, password))?.id, id);
        await given.accounts.tidy();
        await assertConsistent(given);
      },
    });
    assert.ok(calls >= 10, `${calls} calls`);
  });

  it('leaves an old address that the next who wants it gets, tidied or not', async (context) => {
    const id = customerId(1);
    const calls = await dyingAtEachCall(context, {
      before: async ({ accounts }) => {
        await accounts.createWithPassword({ email, password, ...names });
        await accounts.change(id, { email: fresh, currentPassword: password, locale });
      },
      work: (accounts, { codeTo }) =>
        accounts.change(id, { email: fresh, verificationCode: codeTo(fresh), locale }),
      after: async (given) => {
        const guest = await given.accounts.findOrCreateGuest({ email, firstName: '', lastName: '' });
        const hasMoved = (await given.accounts.find(id))?.email === fresh;
        assert.equal(guest.id === id, !hasMoved);
      },
    });
    assert.ok(calls >= 10, `${calls} calls`);
  });
});
