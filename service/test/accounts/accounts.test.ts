import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { Accounts } from '../../src/accounts/accounts.js';
import { codeCollection, codeLimitCollection } from '../../src/accounts/codes/code-document.js';
import { knownPlaceCollection } from '../../src/accounts/codes/known-places.js';
import { createAccounts } from '../../src/accounts/create-accounts.js';
import { firstSignIns } from '../../src/accounts/sign-ins.js';
import { type CustomerDocument, customerCollection, reservedCollection } from '../../src/accounts/store.js';
import { systemClock } from '../../src/base/clock.js';
import { counterCollection, createCounter } from '../../src/base/counters.js';
import type { Documents } from '../../src/base/documents.js';
import { customerId, randomHex } from '../../src/base/ids.js';
import { Problem } from '../../src/base/problem.js';
import { openTestDatabase } from '../storage/open-test-database.js';

const quick = { memoryCost: 64, timeCost: 1 };
const ann = { email: 'Ann@Example.com', firstName: 'Ann', lastName: 'Lee' };

interface Given {
  readonly accounts: Accounts;
  /** Another process on the same database. */
  readonly elsewhere: () => Accounts;
  readonly customers: Documents<CustomerDocument>;
  readonly reserve: (email: string, customer: number) => Promise<unknown>;
}

const open = async (context: TestContext): Promise<Given> => {
  const database = await openTestDatabase();
  context.after(() => database.close());
  const customers = database.collection(customerCollection);
  const reserved = database.collection(reservedCollection);
  const counters = database.collection(counterCollection);
  const elsewhere = (): Accounts =>
    createAccounts({
      customers,
      reserved,
      codes: database.collection(codeCollection),
      codeLimits: database.collection(codeLimitCollection),
      knownPlaces: database.collection(knownPlaceCollection),
      messages: { enqueue: async () => undefined },
      randomHex,
      codeKey: Buffer.alloc(32, 2),
      nextCustomerId: createCounter({
        documents: counters,
        clock: systemClock,
        name: 'customers',
        blockSize: 10,
        floor: () => 1,
      }),
      clock: systemClock,
      passwordCost: quick,
    });
  return {
    accounts: elsewhere(),
    elsewhere,
    customers,
    reserve: (email, customer) =>
      reserved.insertOne({ _id: `email:${email}`, customer: customerId(customer), claim: 'old' }),
  };
};

describe('guests', () => {
  it('are one customer per address, whatever its case', async (context) => {
    const { accounts } = await open(context);
    const first = await accounts.findOrCreateGuest(ann);
    const second = await accounts.findOrCreateGuest({
      ...ann,
      email: ' ANN@example.COM ',
      firstName: 'Other',
    });
    assert.deepEqual(second, first);
    assert.deepEqual(first, {
      ...ann,
      id: first.id,
      email: 'ann@example.com',
      hasPassword: false,
      signIns: firstSignIns,
    });
    assert.deepEqual(await accounts.find(first.id), first);
  });

  it('are one customer for many callers of several processes at once', async (context) => {
    const { elsewhere, customers } = await open(context);
    const processes = [elsewhere(), elsewhere(), elsewhere()];
    const found = await Promise.all(
      Array.from({ length: 30 }, (_, index) => processes[index % 3]?.findOrCreateGuest(ann)),
    );
    assert.equal(new Set(found.map((customer) => customer?.id)).size, 1);
    assert.equal(await customers.countDocuments({}), 1);
  });

  it('are completed by the next caller where one died after reserving the address', async (context) => {
    const { accounts, reserve } = await open(context);
    await reserve('ann@example.com', 4711);
    assert.equal((await accounts.findOrCreateGuest(ann)).id, 4711);
  });

  it('cannot sign in', async (context) => {
    const { accounts } = await open(context);
    await accounts.findOrCreateGuest(ann);
    assert.equal(await accounts.verifyPassword(ann.email, ''), undefined);
    assert.equal(await accounts.verifyPassword(ann.email, 'nobody has this password'), undefined);
  });
});

describe('customers with a password', () => {
  it('sign in with it and with no other; the password is kept as a hash only', async (context) => {
    const { accounts, customers } = await open(context);
    const created = await accounts.createWithPassword({ ...ann, password: 'correct horse' });
    assert.notEqual(created, 'exists');
    assert.deepEqual(await accounts.verifyPassword('ANN@example.com', 'correct horse'), created);
    assert.equal(await accounts.verifyPassword(ann.email, 'correct hors'), undefined);
    assert.equal(await accounts.verifyPassword('bob@example.com', 'correct horse'), undefined);
    assert.equal(await accounts.verifyPassword('not an address', 'correct horse'), undefined);
    assert.match((await customers.findOne({}))?.passwordHash ?? '', /^\$argon2id\$/);
  });

  it('are made once, by whoever comes first', async (context) => {
    const { elsewhere } = await open(context);
    const created = await Promise.all(
      ['first word', 'second word', 'third word'].map((password) =>
        elsewhere().createWithPassword({ ...ann, password }),
      ),
    );
    assert.equal(created.filter((customer) => customer === 'exists').length, 2);
  });

  it('are not made over a guest: whoever knows an address would see its bookings', async (context) => {
    const { accounts } = await open(context);
    await accounts.findOrCreateGuest(ann);
    assert.equal(await accounts.createWithPassword({ ...ann, password: 'mine now' }), 'exists');
  });

  for (const password of ['', '7 chars', 'x'.repeat(1025)]) {
    it(`are refused a password of ${password.length} characters`, async (context) => {
      const { accounts } = await open(context);
      await assert.rejects(accounts.createWithPassword({ ...ann, password }), (error) => {
        assert.ok(error instanceof Problem);
        assert.deepEqual([error.code, error.detail.fields], ['request_parameter_invalid', ['password']]);
        return true;
      });
    });
  }
});
