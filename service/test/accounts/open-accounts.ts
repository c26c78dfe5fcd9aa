import type { TestContext } from 'node:test';
import type { Accounts } from '../../src/accounts/accounts.js';
import {
  type CodeDocument,
  codeCollection,
  codeLimitCollection,
} from '../../src/accounts/codes/code-document.js';
import { knownPlaceCollection } from '../../src/accounts/codes/known-places.js';
import { createAccounts } from '../../src/accounts/create-accounts.js';
import {
  type CustomerDocument,
  customerCollection,
  type ReservedDocument,
  reservedCollection,
} from '../../src/accounts/store.js';
import { counterCollection, createCounter } from '../../src/base/counters.js';
import type { Database, Documents } from '../../src/base/documents.js';
import { randomHex } from '../../src/base/ids.js';
import type { NewMessage } from '../../src/messages/messages.js';
import { openTestDatabase } from '../storage/open-test-database.js';
import { createFakeClock, type FakeClock } from '../support/fake-clock.js';

export const quickPasswords = { memoryCost: 64, timeCost: 1 };

export interface OpenAccounts {
  readonly accounts: Accounts;
  readonly clock: FakeClock;
  readonly database: Database;
  /** Another process: on the same database, or on one that stands before it and breaks in. */
  readonly elsewhere: (database?: Pick<Database, 'collection'>, cost?: typeof quickPasswords) => Accounts;
  /** What was to be sent, in order. */
  readonly letters: readonly NewMessage[];
  /** The code in the last letter to that address. Throws where there is none. */
  readonly codeTo: (address: string) => string;
  readonly customers: Documents<CustomerDocument>;
  readonly reserved: Documents<ReservedDocument>;
  readonly codes: Documents<CodeDocument>;
  /** Every reservation and the customer it leads to, for comparison. */
  readonly holders: () => Promise<Readonly<Record<string, number>>>;
}

const addressOf = ({ to }: NewMessage): string => ('email' in to ? to.email : to.phone);

const codeIn = (letter: NewMessage | undefined): string => {
  if (letter === undefined || !('code' in letter.values)) throw new Error('no code was sent there');
  return letter.values.code;
};

/** Accounts on a fresh database, with a fake clock, and letters kept in memory. */
export const openAccounts = async (context: TestContext): Promise<OpenAccounts> => {
  const clock = createFakeClock();
  const database = await openTestDatabase({ clock });
  context.after(() => database.close());
  const letters: NewMessage[] = [];
  const elsewhere: OpenAccounts['elsewhere'] = (base = database, passwordCost = quickPasswords) =>
    createAccounts({
      customers: base.collection(customerCollection),
      reserved: base.collection(reservedCollection),
      codes: base.collection(codeCollection),
      codeLimits: base.collection(codeLimitCollection),
      knownPlaces: base.collection(knownPlaceCollection),
      messages: { enqueue: async (message) => void letters.push(message) },
      nextCustomerId: createCounter({
        documents: database.collection(counterCollection),
        clock,
        name: 'customers',
        blockSize: 10,
        floor: () => 1,
      }),
      clock,
      randomHex,
      codeKey: Buffer.alloc(32, 2),
      passwordCost,
    });
  const accounts = elsewhere();
  await database.ensureIndexes();
  const reserved = database.collection(reservedCollection);
  return {
    accounts,
    clock,
    database,
    elsewhere,
    letters,
    codeTo: (address) => codeIn(letters.filter((letter) => addressOf(letter) === address).at(-1)),
    customers: database.collection(customerCollection),
    reserved,
    codes: database.collection(codeCollection),
    holders: async () => {
      const found = await reserved.find({}, { sort: { _id: 1 } }).toArray();
      return Object.fromEntries(found.map(({ _id, customer }) => [_id, customer]));
    },
  };
};

/** A code that is not that one. */
export const wrongCode = (code: string): string => (code === '000000' ? '111111' : '000000');
